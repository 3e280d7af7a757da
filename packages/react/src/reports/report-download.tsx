import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import type { ReportPartProps } from './report-choices.tsx'
import { useReportsView } from './reports-root.tsx'
import { useReportTexts } from './texts.ts'

export interface ReportDownloadProps extends ReportPartProps {
  /** More buttons. */
  children?: ReactNode
}

/** The report as a file: a spreadsheet by one press, other formats in a menu; says that it runs, and stops it. */
export function ReportDownload({ className, children }: ReportDownloadProps) {
  const { text } = useReportTexts()
  const { report } = useReportsView()
  const { isDownloading, issues } = report
  const isGood = issues.length === 0
  return (
    <div className={classes('kn-reports-acts', className)}>
      <Button
        variant="primary"
        icon={<Download size={16} aria-hidden="true" />}
        loading={isDownloading}
        disabled={!isGood}
        onClick={() => void report.download()}
      >
        {text('ui.reports.download')}
      </Button>
      {isDownloading ? (
        <Button onClick={report.stopDownload}>{text('ui.reports.stop')}</Button>
      ) : (
        <Menu
          trigger={<Button disabled={!isGood}>{text('ui.reports.other')}</Button>}
          placement="bottom-start"
          groups={[
            {
              actions: (['csv', 'json'] as const).map(format => ({
                label: text(`ui.reports.${format}`),
                onSelect: () => void report.download(format),
              })),
            },
          ]}
        />
      )}
      {children}
      <p role="status" className="kn-reports-status">
        {isDownloading ? text('success.downloadingReport') : ''}
      </p>
    </div>
  )
}
