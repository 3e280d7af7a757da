import {
  NUMBERS_DAYS_MAX,
  REACH_PARTS,
  RECENT_DAYS,
  type Title,
  type TitleNumbers,
  titles,
  toCompletion,
  toNumber,
  toShare,
} from '@kinora/core'
import { type ReactNode, useState } from 'react'
import { LoadFailedLine } from '../../kernel/load-failed.tsx'
import { useIdle } from '../../kernel/provider.tsx'
import { useRead } from '../../kernel/use-read.ts'
import { PlotDrawing, toLabel } from '../../reports/report-plot.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useNumberTexts } from './recent-plays.tsx'

const spans = [RECENT_DAYS, 90, NUMBERS_DAYS_MAX - 1].map(String)

/** What a title has come to on sites: plays by day and by site, how far people get, and what they say († decision 0121). */
export function TitleNumbersCard({ title }: { title: Title }) {
  const { text } = useNumberTexts()
  const [span, setSpan] = useState(spans[0]!)
  const isIdle = useIdle()
  const asked = { tag: title.tag, days: Number(span) }
  const read = useRead(titles.numbers, asked, { keepPrevious: true, enabled: isIdle })
  return (
    <Card title={text('ui.numbers')}>
      <Segments
        label={text('ui.numbers.span')}
        items={spans.map(id => ({ id, label: text('ui.numbers.days', { count: Number(id) }) }))}
        selected={span}
        onSelect={setSpan}
      />
      {read.data !== undefined ? (
        <Numbers numbers={read.data} />
      ) : read.isError ? (
        <LoadFailedLine error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Skeleton height={220} />
      )}
    </Card>
  )
}

function Numbers({ numbers }: { numbers: TitleNumbers }) {
  const { text, locale } = useNumberTexts()
  const { plays, sites, days, reviews, reach } = numbers
  const facts = [
    { name: text('ui.numbers.plays'), value: toNumber(plays, locale) },
    { name: text('ui.numbers.completion'), value: toShare(toCompletion(numbers), locale) },
    { name: text('ui.numbers.reach'), value: toShare(reach, locale) },
    { name: text('ui.numbers.minutes'), value: toNumber(numbers.minutes, locale) },
    { name: text('ui.numbers.members'), value: toNumber(numbers.members, locale) },
    {
      name: text('ui.nav.reviews'),
      value:
        reviews.average === null
          ? '—'
          : text('ui.numbers.reviewsOf', {
              count: reviews.count,
              average: toNumber(reviews.average, locale, 1),
            }),
    },
  ]
  return (
    <>
      <dl className="kn-numbers">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plays === 0 ? (
        <p className="kn-field-help">{text('ui.numbers.none')}</p>
      ) : (
        <>
          <ByDay days={days} />
          <Curve reached={numbers.reached} />
          <BySite sites={sites} />
        </>
      )}
    </>
  )
}

function ByDay({ days }: Pick<TitleNumbers, 'days'>) {
  const { text, locale } = useNumberTexts()
  const title = text('ui.numbers.byDay')
  return (
    <Figure
      title={title}
      measure={text('ui.numbers.plays')}
      points={days.map(({ day: label, plays: value }) => ({ label, value }))}
      summary={text('ui.numbers.asTable')}
    >
      <PlainTable
        label={title}
        rows={days.filter(one => one.plays > 0)}
        rowId={one => one.day}
        columns={[
          { id: 'day', header: text('ui.numbers.day'), cell: one => toLabel(one.day, locale), wide: true },
          {
            id: 'plays',
            header: text('ui.numbers.plays'),
            align: 'end',
            cell: one => toNumber(one.plays, locale),
          },
        ]}
      />
    </Figure>
  )
}

function BySite({ sites }: Pick<TitleNumbers, 'sites'>) {
  const { text, locale } = useNumberTexts()
  return (
    <PlainTable
      label={text('ui.numbers.bySite')}
      rows={sites}
      rowId={site => site.tenantId}
      columns={[
        { id: 'site', header: text('field.tenant'), cell: site => site.name, wide: true },
        {
          id: 'plays',
          header: text('ui.numbers.plays'),
          align: 'end',
          cell: site => toNumber(site.plays, locale),
        },
        {
          id: 'completion',
          header: text('ui.numbers.completion'),
          align: 'end',
          cell: site => toShare(toCompletion(site), locale),
        },
        {
          id: 'minutes',
          header: text('ui.numbers.minutes'),
          align: 'end',
          cell: site => toNumber(site.minutes, locale),
        },
      ]}
    />
  )
}

/** The part of the plays that got at least so far, from the beginning of the video to its end († decision 0131). */
function Curve({ reached }: Pick<TitleNumbers, 'reached'>) {
  const { text, locale } = useNumberTexts()
  const title = text('ui.numbers.curve')
  if (reached.length === 0)
    return (
      <figure className="kn-reports-plot">
        <figcaption className="kn-card-title">{title}</figcaption>
        <p className="kn-field-help">{text('ui.numbers.curve.none')}</p>
      </figure>
    )
  const points = reached.map((plays, part) => ({
    label: toShare(part / REACH_PARTS, locale),
    share: plays / reached[0]!,
    plays,
  }))
  return (
    <Figure
      title={title}
      measure={text('ui.numbers.curve.share')}
      points={points.map(({ label, share }) => ({ label, value: Math.round(share * 100) }))}
      summary={text('ui.numbers.curve.asTable')}
    >
      <PlainTable
        label={title}
        rows={points}
        rowId={point => point.label}
        columns={[
          { id: 'part', header: text('ui.numbers.curve.part'), cell: point => point.label, wide: true },
          {
            id: 'share',
            header: text('ui.numbers.curve.share'),
            align: 'end',
            cell: point => toShare(point.share, locale),
          },
          {
            id: 'plays',
            header: text('ui.numbers.plays'),
            align: 'end',
            cell: point => toNumber(point.plays, locale),
          },
        ]}
      />
    </Figure>
  )
}

interface FigureProps {
  title: string
  measure: string
  points: { label: string; value: number }[]
  /** What opens the table. */
  summary: string
  /** The table that says the same. */
  children: ReactNode
}

const Figure = ({ title, measure, points, summary, children }: FigureProps) => (
  <figure className="kn-reports-plot">
    <figcaption className="kn-card-title">{title}</figcaption>
    <PlotDrawing plot={{ kind: 'days', measure: 'plays', points }} label={title} measure={measure} />
    <details className="kn-reports-numbers">
      <summary>{summary}</summary>
      {children}
    </details>
  </figure>
)
