import { newIdempotencyKey } from '@kinora/core'
import { useEffect } from 'react'
import { type Play, type Playable, SiteRefusal, type Viewer } from './viewer.ts'

/** Least seconds that are worth telling, as reports count them. */
const SHORTEST = 1
/** Milliseconds for which a play is kept. */
const KEPT = 30 * 86_400_000

/**
 * C-119: what somebody sees in a video, from the first second until it ends, is taken away or the page is left; what is watched after
 * that is another play. Returns what ends the watching.
 */
export function watchPlays(
  video: HTMLVideoElement,
  of: Playable & { userId: string },
  tell: (play: Play) => void,
): () => void {
  let [seen, at, startedAt] = [0, video.currentTime, '']
  const count = () => {
    const { currentTime, seeking } = video
    const step = seeking ? 0 : currentTime - at
    at = currentTime
    if (step <= 0) return
    if (startedAt === '') startedAt = new Date().toISOString()
    seen += step
  }
  // Where somebody jumps to wasn’t watched on the way.
  const jump = () => {
    at = video.currentTime
  }
  const end = () => {
    if (startedAt === '') return
    // Nobody has watched for longer than there was time for.
    const secondsWatched = Math.min(seen, (Date.now() - Date.parse(startedAt)) / 1000)
    const play = { ...of, playId: newIdempotencyKey(), startedAt, secondsWatched, completed: video.ended }
    seen = 0
    startedAt = ''
    if (secondsWatched >= SHORTEST) tell(play)
  }
  const listeners = { timeupdate: count, seeking: jump, seeked: jump, ended: end }
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener)
  addEventListener('pagehide', end)
  return () => {
    end()
    for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener)
    removeEventListener('pagehide', end)
  }
}

/** A play is kept until the server has it, or has refused it for good: said twice it counts once. */
export async function tellPlay(viewer: Viewer, play: Play): Promise<void> {
  const key = prefixOf(viewer, play.userId) + play.playId
  const body = JSON.stringify(play)
  try {
    localStorage.setItem(key, body)
  } catch {
    // A browser whose storage is full hands in what it can at once.
  }
  await handIn(viewer, key, play)
}

/** Hands in what couldn’t be before: when the page opens, and when the network is back. */
export function useKeptPlays(viewer: Viewer, userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || viewer.sendPlay === undefined) return
    // One after another: a phone that comes back may have many.
    const send = async () => {
      for (const [key, play] of keptPlays(prefixOf(viewer, userId))) await handIn(viewer, key, play)
    }
    const sendAgain = () => void send()
    sendAgain()
    addEventListener('online', sendAgain)
    return () => removeEventListener('online', sendAgain)
  }, [viewer, userId])
}

/** Each play has a key of its own, so that two tabs don’t overwrite each other’s; a member’s are theirs alone. */
const prefixOf = ({ name }: Viewer, userId: string) => `${name}.play.${encodeURIComponent(userId)}.`

/** Those that are no older than a month; what is, or is no play at all, goes. */
function keptPlays(prefix: string): [key: string, play: Play][] {
  try {
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith(prefix))
    return kept.flatMap(([key, body]): [string, Play][] => {
      const play = toPlay(body)
      if (play !== undefined) return [[key, play]]
      localStorage.removeItem(key)
      return []
    })
  } catch {
    return []
  }
}

function toPlay(body: string): Play | undefined {
  try {
    const play = JSON.parse(body) as Play
    return Date.now() - Date.parse(play.startedAt) < KEPT ? play : undefined
  } catch {
    return undefined
  }
}

async function handIn({ sendPlay }: Viewer, key: string, play: Play): Promise<void> {
  try {
    await sendPlay?.(play)
  } catch (error) {
    if (!(error instanceof SiteRefusal && error.code === 'validation')) return
  }
  try {
    localStorage.removeItem(key)
  } catch {
    // It was never kept.
  }
}
