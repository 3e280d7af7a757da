import { type MonthOfRatings, ratingValues } from '@kinora/core'
import { toAverage, toMonth } from './rating-words.ts'
import type { ReviewTexts } from './texts.ts'

const height = 56
const step = 22
const bar = 14
const best = Math.max(...ratingValues)

/** The average of each month as a bar. Its numbers stand in the table beside it, for those who listen and those who ask. */
export function RatingPlot({
  months,
  texts: { text },
}: {
  months: readonly MonthOfRatings[]
  texts: ReviewTexts
}) {
  const width = months.length * step
  return (
    <svg
      className="kn-ratings-plot"
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
              {text('ui.reviews.monthOf', { month: toMonth(month), average: toAverage(average), count })}
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
