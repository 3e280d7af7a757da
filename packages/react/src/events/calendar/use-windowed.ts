import { DAY_MINUTES } from '@kinora/core/schedule'
import { type RefObject, useEffect, useState } from 'react'

/** The minutes that are in sight, with room to scroll before others are drawn. */
export interface Range {
  from: number
  to: number
}

/** Pixels of a step in which the range moves: between two steps nothing is drawn anew. */
const STEP = 300

export function useWindowed(scroller: RefObject<HTMLElement | null>, scale: number): Range {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(900)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      setTop(Math.floor(element.scrollTop / STEP) * STEP)
      setHeight(Math.ceil(element.clientHeight / STEP) * STEP)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [scroller])
  const from = Math.max(0, Math.floor((top - STEP) / scale))
  const to = Math.min(DAY_MINUTES, Math.ceil((top + height + 2 * STEP) / scale))
  return { from, to }
}
