import {
  fromWireDate,
  type ReportPlot as Plot,
  type ReportCell,
  type ReportColumn,
  toDay,
  toDayAndTime,
  toMonth,
  toNumber,
} from '@kinora/core'
import { scaleBand, scaleLinear } from 'd3-scale'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocale } from '../kernel/locale.ts'
import { PlainTable } from '../ui/table/plain-table.tsx'
import type { ReportTexts } from './texts.ts'

interface ReportPlotProps {
  plot: Plot
  texts: ReportTexts
}

/** One plot that says one thing; its numbers stand in a table below, for those who listen and those who ask. */
export function ReportPlot({ plot, texts: { text, locale } }: ReportPlotProps) {
  const { kind, measure, points } = plot
  if (points.every(({ value }) => value === 0)) return null
  const title = text(titles[`${measure}.${kind}`] ?? `ui.reports.measure.${measure}`)
  const place = { days: 'ui.reports.day', months: 'report.column.month', ranked: 'field.name' } as const
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
            {
              id: 'label',
              header: text(place[kind]),
              cell: ({ label }) => toLabel(label, locale),
              wide: true,
            },
            {
              id: 'value',
              header: text(`ui.reports.measure.${measure}`),
              align: 'end',
              cell: ({ value }) => toValue(value, locale),
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

interface PlotDrawingProps {
  plot: Plot
  /** What the plot says, for those who don't see it. */
  label: string
  measure: string
}

/** Pixels. */
const HEIGHT = 220
/** Of one place of a list by rank. */
const PLACE = 34
/** That a label of the axis needs. */
const TICK = 92
/** Beside the bars: the numbers of the axis, or those behind the bars. */
const NUMBERS = 84

interface Room {
  width: number
  /** Written from right to left. */
  isReversed: boolean
}

/** Bars as wide as their place; drawn the other way where text is. */
export function PlotDrawing({ plot, label, measure }: PlotDrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>()
  useLayoutEffect(() => {
    const element = place.current!
    const look = () =>
      setRoom({
        width: Math.floor(element.clientWidth),
        isReversed: getComputedStyle(element).direction === 'rtl',
      })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const isRanked = plot.kind === 'ranked'
  const height = isRanked ? plot.points.length * PLACE + 8 : HEIGHT
  return (
    <div ref={place} className="kn-plot kn-reports-drawing" style={{ blockSize: height }}>
      {room === undefined || room.width < 1 ? null : (
        <svg role="img" aria-label={label} width={room.width} height={height}>
          {isRanked ? (
            <Ranked points={plot.points} room={room} height={height} />
          ) : (
            <OverTime points={plot.points} room={room} measure={measure} />
          )}
        </svg>
      )}
    </div>
  )
}

type Points = Plot['points']
const highest = (points: Points): number => Math.max(...points.map(({ value }) => value), 1)

function OverTime({
  points,
  room: { width, isReversed },
  measure,
}: {
  points: Points
  room: Room
  measure: string
}) {
  const locale = useLocale()
  const [start, end] = isReversed ? [width - 52, 8] : [52, width - 8]
  const x = scaleBand<string>()
    .domain(points.map(({ label }) => label))
    .range([start, end])
    .padding(points.length > 40 ? 0.15 : 0.3)
  const y = scaleLinear()
    .domain([0, highest(points)])
    .nice(4)
    .range([HEIGHT - 28, 24])
  const every = Math.ceil(points.length / Math.max(1, Math.floor(Math.abs(end - start) / TICK)))
  const beside = isReversed ? start + 8 : start - 8
  const anchor = isReversed ? 'start' : 'end'
  return (
    <>
      <text x={isReversed ? width : 0} y={12} textAnchor={isReversed ? 'end' : 'start'}>
        {measure}
      </text>
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map(tick => (
          <g key={tick}>
            <line x1={start} x2={end} y1={y(tick)} y2={y(tick)} data-edge={tick === 0 ? '' : undefined} />
            <text x={beside} y={y(tick)} dy="0.32em" textAnchor={anchor}>
              {toValue(tick, locale)}
            </text>
          </g>
        ))}
      {points.map(({ label, value }) => (
        <Bar
          key={label}
          label={toLabel(label, locale)}
          value={value}
          x={x(label)!}
          y={y(value)}
          width={x.bandwidth()}
          height={y(0) - y(value)}
        />
      ))}
      {points
        .filter((_, index) => index % every === 0)
        .map(({ label }) => (
          <text key={label} x={x(label)! + x.bandwidth() / 2} y={HEIGHT - 8} textAnchor="middle">
            {toLabel(label, locale)}
          </text>
        ))}
    </>
  )
}

function Ranked({
  points,
  room: { width, isReversed },
  height,
}: {
  points: Points
  room: Room
  height: number
}) {
  const locale = useLocale()
  const names = Math.min(180, Math.floor(width * 0.38))
  const letters = Math.floor(names / 7)
  const [start, end] = isReversed ? [width - names, NUMBERS] : [names, width - NUMBERS]
  const x = scaleLinear()
    .domain([0, highest(points)])
    .range([start, end])
  const y = scaleBand<string>()
    .domain(points.map(({ label }) => label))
    .range([4, height - 4])
    .padding(0.3)
  const [before, behind] = isReversed ? (['start', 'end'] as const) : (['end', 'start'] as const)
  const gap = isReversed ? -8 : 8
  return (
    <>
      {points.map(({ label, value }) => {
        const middle = y(label)! + y.bandwidth() / 2
        return (
          <g key={label}>
            <text x={start - gap} y={middle} dy="0.32em" textAnchor={before}>
              {label.length > letters ? `${label.slice(0, letters - 1)}…` : label}
            </text>
            <Bar
              label={label}
              value={value}
              x={Math.min(start, x(value))}
              y={y(label)!}
              width={Math.abs(x(value) - start)}
              height={y.bandwidth()}
            />
            <text x={x(value) + gap} y={middle} dy="0.32em" textAnchor={behind}>
              {toValue(value, locale)}
            </text>
          </g>
        )
      })}
      <line x1={start} x2={start} y1={0} y2={height} data-edge="" />
    </>
  )
}

interface BarProps {
  label: string
  value: number
  x: number
  y: number
  width: number
  height: number
}

function Bar({ label, value, ...place }: BarProps) {
  const locale = useLocale()
  return (
    <rect {...place} rx={1}>
      <title>{`${label}: ${toValue(value, locale)}`}</title>
    </rect>
  )
}

/** A cell as people read it; moments are of UTC, as the days of reports are (C-118). */
export function toWords(cell: ReportCell | undefined, { kind }: ReportColumn, locale: string): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') {
    if (kind === 'decimal') return toNumber(cell, locale, 2)
    return kind === 'percent' ? `${toNumber(cell, locale, 1)} %` : toNumber(cell, locale)
  }
  if (kind === 'month') return toMonth(cell, locale)
  const date = kind === 'moment' ? fromWireDate(cell) : undefined
  return date === undefined ? cell : toDayAndTime(date, 'UTC', locale)
}

/** `20 Nov 2026`, or `Nov 2026` for a month. */
export function toLabel(label: string, locale: string): string {
  if (/^\d{4}-\d{2}$/.test(label)) return toMonth(label, locale)
  const date = fromWireDate(label)
  return date === undefined ? label : toDay(date, 'UTC', locale)
}

const toValue = (value: number, locale: string): string =>
  toNumber(value, locale, Number.isInteger(value) ? 0 : 2)
