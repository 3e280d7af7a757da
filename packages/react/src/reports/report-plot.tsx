import type { ReportPlot as Plot } from '@kinora/core'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { PlotDrawing } from './plot-drawing.tsx'
import { toLabel, toNumber } from './report-words.ts'
import type { ReportTexts } from './texts.ts'

export interface ReportPlotProps {
  plot: Plot
  texts: ReportTexts
}

/** One plot that says one thing; its numbers stand in a table below, for those who listen and those who ask. */
export function ReportPlot({ plot, texts: { text } }: ReportPlotProps) {
  const { kind, measure, points } = plot
  if (points.every(({ value }) => value === 0)) return null
  const title = text(titles[`${measure}.${kind}`] ?? `ui.reports.measure.${measure}`)
  const place = { days: 'ui.reports.day', months: 'report.column.month', ranked: 'ui.reports.place' } as const
  return (
    <figure className="kn-reports-plot">
      <figcaption className="kn-card-title">{title}</figcaption>
      <PlotDrawing plot={plot} label={title} measure={text(`ui.reports.measure.${measure}`)} />
      <details className="kn-reports-numbers">
        <summary>{text('ui.reports.numbers')}</summary>
        <PlainTable
          label={title}
          rows={points}
          rowId={({ label }) => label}
          columns={[
            { id: 'label', header: text(place[kind]), cell: ({ label }) => toLabel(label), wide: true },
            {
              ...{ id: 'value', header: text(`ui.reports.measure.${measure}`), align: 'end' },
              cell: ({ value }) => toNumber(value),
            },
          ]}
        />
      </details>
    </figure>
  )
}

/** Those that the server draws. */
const titles: Partial<Record<`${Plot['measure']}.${Plot['kind']}`, Parameters<ReportTexts['text']>[0]>> = {
  'uploads.days': 'ui.reports.plot.uploads.days',
  'uploads.months': 'ui.reports.plot.uploads.months',
  'plays.days': 'ui.reports.plot.plays.days',
  'plays.months': 'ui.reports.plot.plays.months',
  'billable.months': 'ui.reports.plot.billable.months',
  'billable.ranked': 'ui.reports.plot.billable.ranked',
  'minutes.ranked': 'ui.reports.plot.minutes.ranked',
}
