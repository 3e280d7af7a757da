import type { ReportType } from '@kinora/core'
import { type Kinora, KinoraRoot, useReport } from '@kinora/react'
import '@kinora/react/styles.css'

interface AskedProps {
  type: ReportType
  /** Days, `YYYY-MM-DD`. */
  startDate: string
  endDate: string
}

/** A report in markup of your own. */
export default function HookReports({ kinora, ...asked }: AskedProps & { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Figures {...asked} />
    </KinoraRoot>
  )
}

function Figures(asked: AskedProps) {
  const report = useReport(asked)
  if (report.problem)
    return (
      <p role="alert">
        {report.problem.title} {report.problem.text}
      </p>
    )
  if (report.preview === undefined) return <p>One moment …</p>
  const { plot } = report.preview
  return (
    <>
      <dl aria-label={`${plot.measure} of ${asked.startDate} to ${asked.endDate}`}>
        {plot.points.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" disabled={report.isDownloading} onClick={() => void report.download('csv')}>
        Download CSV
      </button>
    </>
  )
}
