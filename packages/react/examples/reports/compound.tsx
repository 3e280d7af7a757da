import {
  type Kinora,
  KinoraRoot,
  ReportChoices,
  ReportDownload,
  ReportPreview,
  ReportsRoot,
  useReportsView,
} from '@kinora/react'
import '@kinora/react/styles.css'

/** The figures first, what was chosen and the file below them. */
export default function CompoundReports({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <h1>Figures</h1>
      <ReportsRoot>
        <ReportPreview />
        <ReportChoices />
        <ReportDownload>
          <Days />
        </ReportDownload>
      </ReportsRoot>
    </KinoraRoot>
  )
}

function Days() {
  const { choice, change } = useReportsView()
  return (
    <button type="button" onClick={() => change({ startDate: choice.endDate })}>
      Only {choice.endDate}
    </button>
  )
}
