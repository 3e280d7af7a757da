import type { Viewer } from './viewer.ts'

/** Classes whose position is kept, the latest. */
const MOST = 100
/** Seconds from the beginning and to the end in which a class isn’t gone on with. */
const NEAR = 15

export interface Positions {
  /** Seconds at which somebody stopped; 0 where they did not begin, or came to the end. */
  of(tag: string): number
  keep(tag: string, seconds: number, duration: number): void
}

/** EMBED-04: where somebody stopped in each class, kept in this browser, the latest last. */
export function createPositions({ name }: Viewer, userId = ''): Positions {
  const key = `${name}.at.${encodeURIComponent(userId)}`
  const read = (): [tag: string, seconds: number][] => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      return []
    }
  }
  return {
    of: tag => Number(read().find(([each]) => each === tag)?.[1]) || 0,
    keep(tag, seconds, duration) {
      const others = read().filter(([each]) => each !== tag)
      const isBetween = seconds > NEAR && seconds < duration - NEAR
      const kept = isBetween ? [...others, [tag, Math.floor(seconds)]] : others
      try {
        localStorage.setItem(key, JSON.stringify(kept.slice(-MOST)))
      } catch {
        // A browser whose storage is full begins anew.
      }
    },
  }
}
