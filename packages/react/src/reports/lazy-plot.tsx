import type { ReportPlot as Plot } from '@kinora/core'
import { axisX, axisY, barX, barY, plot as draw, gridY, ruleX, ruleY, text } from '@observablehq/plot'
import { useLayoutEffect, useRef, useState } from 'react'
import { toLabel, toNumber } from './report-words.ts'

export interface LazyPlotProps {
  plot: Plot
  /** What the plot says, for those who don't see it. */
  label: string
  measure: string
}

const HEIGHT = 220
/** Of one place of a list by rank. */
const PLACE = 34
/** A label of the axis needs so many pixels. */
const TICK = 92
const shared = { fontFamily: 'inherit', fontSize: '12px', background: 'transparent', overflow: 'visible' }

/** Bars as wide as their place; written the other way where text is. */
export function LazyPlot({ plot, label, measure }: LazyPlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current!
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (width < 1) return
    const element = place.current!
    const isReversed = getComputedStyle(element).direction === 'rtl'
    const drawn =
      plot.kind === 'ranked'
        ? ranked(plot, width, isReversed)
        : overTime(plot, width, { isReversed, measure })
    // A page with a strict content security policy takes no styles; ours say the same.
    drawn.querySelector('style')?.remove()
    // Parts of a picture have no names of their own.
    for (const part of drawn.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
    drawn.setAttribute('role', 'img')
    drawn.setAttribute('aria-label', label)
    element.replaceChildren(drawn)
  }, [plot, width, label, measure])
  return <div ref={place} className="kn-reports-drawing" />
}

function overTime(
  { points }: Plot,
  width: number,
  { isReversed, measure }: { isReversed: boolean; measure: string },
) {
  const every = Math.ceil(points.length / Math.max(1, Math.floor(width / TICK)))
  const ticks = points.map(({ label }) => label).filter((_, index) => index % every === 0)
  const anchor = isReversed ? 'right' : 'left'
  return draw({
    ...{ width, height: HEIGHT, style: shared, marginTop: 24 },
    ...(isReversed ? { marginRight: 52, marginLeft: 12 } : { marginLeft: 52, marginRight: 12 }),
    x: {
      domain: points.map(({ label }) => label),
      reverse: isReversed,
      label: null,
      padding: points.length > 40 ? 0.15 : 0.3,
    },
    y: { label: null, nice: true },
    marks: [
      gridY({ strokeOpacity: 0.15 }),
      axisY({
        anchor,
        ticks: 4,
        tickSize: 0,
        label: measure,
        labelArrow: 'none',
        tickFormat: (value: number) => (Number.isInteger(value) ? toNumber(value) : ''),
      }),
      axisX({ ticks, tickSize: 4, label: null, tickFormat: toLabel }),
      barY(points, {
        x: 'label',
        y: 'value',
        className: 'kn-reports-bar',
        rx: 1,
        title: ({ label, value }) => `${toLabel(label)}: ${toNumber(value)}`,
      }),
      ruleY([0]),
    ],
  })
}

function ranked({ points }: Plot, width: number, isReversed: boolean) {
  const names = Math.min(180, Math.floor(width * 0.38))
  const letters = Math.floor(names / 7)
  return draw({
    ...{ width, height: points.length * PLACE + 16, style: shared, marginTop: 8, marginBottom: 8 },
    ...(isReversed ? { marginRight: names, marginLeft: 84 } : { marginLeft: names, marginRight: 84 }),
    x: { axis: null, reverse: isReversed, domain: [0, Math.max(...points.map(({ value }) => value))] },
    y: { domain: points.map(({ label }) => label), label: null, padding: 0.3 },
    marks: [
      axisY({
        ...{ anchor: isReversed ? 'right' : 'left', tickSize: 0, label: null },
        tickFormat: (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
      }),
      barX(points, {
        x: 'value',
        y: 'label',
        className: 'kn-reports-bar',
        rx: 1,
        title: ({ label, value }) => `${label}: ${toNumber(value)}`,
      }),
      text(points, {
        x: 'value',
        y: 'label',
        text: ({ value }) => toNumber(value),
        textAnchor: isReversed ? 'end' : 'start',
        dx: isReversed ? -6 : 6,
      }),
      ruleX([0]),
    ],
  })
}
