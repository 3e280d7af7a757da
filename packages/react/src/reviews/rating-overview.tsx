import {
  type MonthOfRatings,
  type ReviewFilter,
  ratingValues,
  reviews,
  toMonth,
  toNumber,
} from '@kinora/core'
import { useMemo } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { Stars } from './review-columns.tsx'
import type { ReviewTexts } from './texts.ts'

interface RatingOverviewProps {
  filter: ReviewFilter
  texts: ReviewTexts
}

/** How the titles that are asked for were rated: the average, and how it went over a year. Nothing where nobody rated. */
export function RatingOverview({ filter, texts }: RatingOverviewProps) {
  const { text, locale } = texts
  const { data } = useRead(reviews.ratings, filter, { keepPrevious: true })
  const columns = useMemo(() => monthColumns(texts), [texts])
  if (data === undefined) return <Skeleton className="kn-ratings" height={98} />
  if (data.average === null) return null
  const [first, last] = [data.months[0], data.months.at(-1)]
  return (
    <section className="kn-ratings" aria-label={text('ui.reviews.overTime')}>
      <p className="kn-ratings-average">
        <span className="kn-ratings-label">{text('ui.reviews.average')}</span>
        <span className="kn-ratings-figure">{toAverage(data.average, locale)}</span>
        <Stars rating={Math.round(data.average)} texts={texts} />
        <span className="kn-ratings-label">{text('ui.reviews.count', { count: data.count })}</span>
      </p>
      <figure className="kn-ratings-months">
        <figcaption className="kn-ratings-label">{text('ui.reviews.overTime')}</figcaption>
        <RatingPlot months={data.months} texts={texts} />
        <p className="kn-ratings-ends" aria-hidden="true">
          <span>{first && toMonth(first.month, locale)}</span>
          <span>{last && toMonth(last.month, locale)}</span>
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

const monthColumns = ({ text, locale }: ReviewTexts): PlainColumn<MonthOfRatings>[] => [
  { id: 'month', header: text('ui.reviews.month'), cell: ({ month }) => toMonth(month, locale) },
  {
    id: 'average',
    header: text('ui.reviews.average'),
    align: 'end',
    cell: ({ average }) => toAverage(average, locale),
  },
  { id: 'count', header: text('ui.nav.reviews'), align: 'end', cell: ({ count }) => count },
]

const height = 56
const step = 22
const bar = 14
const best = Math.max(...ratingValues)

/** The average of each month as a bar. Its numbers stand in the table beside it, for those who listen and those who ask. */
function RatingPlot({
  months,
  texts: { text, locale },
}: {
  months: readonly MonthOfRatings[]
  texts: ReviewTexts
}) {
  const width = months.length * step
  return (
    <svg
      className="kn-plot kn-ratings-plot"
      role="img"
      aria-label={text('ui.reviews.overTimeText')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {ratingValues.map(value => (
        <line
          key={value}
          x1={0}
          x2={width}
          y1={yOf(value)}
          y2={yOf(value)}
          data-edge={value === best ? '' : undefined}
        />
      ))}
      {months.map(({ month, count, average }, index) =>
        average === null ? null : (
          <rect
            key={month}
            x={index * step + (step - bar) / 2}
            y={yOf(average)}
            width={bar}
            height={height - yOf(average)}
            rx={2}
          >
            <title>
              {text('ui.reviews.monthOf', {
                month: toMonth(month, locale),
                average: toAverage(average, locale),
                count,
              })}
            </title>
          </rect>
        ),
      )}
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} data-edge="" />
    </svg>
  )
}

/** 0 stars stand on the ground, 5 at the top. */
const yOf = (rating: number): number => (1 - rating / best) * (height - 2) + 1

/** One decimal, as `4.0`. */
const toAverage = (average: number | null, locale: string): string =>
  average === null ? '—' : toNumber(average, locale, 1)
