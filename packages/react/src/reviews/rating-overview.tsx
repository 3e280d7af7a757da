import { type MonthOfRatings, type ReviewFilter, reviews } from '@kinora/core'
import { useMemo } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { RatingPlot } from './rating-plot.tsx'
import { toAverage, toMonth } from './rating-words.ts'
import { Stars } from './stars.tsx'
import type { ReviewTexts } from './texts.ts'

export interface RatingOverviewProps {
  filter: ReviewFilter
  texts: ReviewTexts
}

/** How the titles that are asked for were rated: the average, and how it went over a year. Nothing where nobody rated. */
export function RatingOverview({ filter, texts }: RatingOverviewProps) {
  const { text } = texts
  const { data } = useRead(reviews.ratings, filter, { keepPrevious: true })
  const columns = useMemo(() => monthColumns(texts), [texts])
  if (data === undefined) return <Skeleton className="kn-ratings" height={98} />
  if (data.average === null) return null
  const [first, last] = [data.months[0], data.months.at(-1)]
  return (
    <section className="kn-ratings" aria-label={text('ui.reviews.overTime')}>
      <p className="kn-ratings-average">
        <span className="kn-ratings-label">{text('ui.reviews.average')}</span>
        <span className="kn-ratings-figure">{toAverage(data.average)}</span>
        <Stars rating={Math.round(data.average)} texts={texts} />
        <span className="kn-ratings-label">{text('ui.reviews.count', { count: data.count })}</span>
      </p>
      <figure className="kn-ratings-months">
        <figcaption className="kn-ratings-label">{text('ui.reviews.overTime')}</figcaption>
        <RatingPlot months={data.months} texts={texts} />
        <p className="kn-ratings-ends" aria-hidden="true">
          <span>{first && toMonth(first.month)}</span>
          <span>{last && toMonth(last.month)}</span>
        </p>
      </figure>
      <details className="kn-ratings-table">
        <summary>{text('ui.reviews.numbers')}</summary>
        <PlainTable
          label={text('ui.reviews.overTime')}
          rows={data.months}
          rowId={({ month }) => month}
          columns={columns}
        />
      </details>
    </section>
  )
}

const monthColumns = ({ text }: ReviewTexts): PlainColumn<MonthOfRatings>[] => [
  { id: 'month', header: text('ui.reviews.month'), cell: ({ month }) => toMonth(month) },
  {
    id: 'average',
    header: text('ui.reviews.average'),
    align: 'end',
    cell: ({ average }) => toAverage(average),
  },
  { id: 'count', header: text('ui.reviews.countColumn'), align: 'end', cell: ({ count }) => count },
]
