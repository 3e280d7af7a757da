import { newIdempotencyKey } from '@kinora/core'
import { useEffect } from 'react'
import { type Play, type Playable, SiteRefusal, type Viewer } from './viewer.ts'

/** Least seconds that are worth telling, as reports count them. */
const SHORTEST = 1
/** Milliseconds for which a play is kept. */
const KEPT = 30 * 86_400_000

interface Listener {
  /** What was seen until now: the page is hidden, and a telephone may end it without a word. */
  keep(play: Play): void
  /** What was seen in all. */
  tell(play: Play): void
}

/**
 * C-119: what somebody sees in a video, from the first second until it ends, is taken away or the page is left; what is watched after
 * that is another play. Returns what ends the watching.
 */
export function watchPlays(
  video: HTMLVideoElement,
  of: Playable & { userId: string },
  { keep, tell }: Listener,
): () => void {
  let [seen, at, startedAt, playId] = [0, video.currentTime, '', '']
  let lookedAt = Date.now()
  let release: (() => void) | undefined
  // Where somebody jumps to wasn’t watched on the way.
  const look = () => {
    at = video.currentTime
    lookedAt = Date.now()
  }
  const count = () => {
    const step = video.seeking ? 0 : video.currentTime - at
    const before = lookedAt
    look()
    if (step <= 0) return
    if (startedAt === '') {
      // A busy page hears of it late; it began after the page had looked last.
      const began = Date.now() - (step * 1000) / (video.playbackRate || 1)
      startedAt = new Date(Math.max(before, began)).toISOString()
      playId = newIdempotencyKey()
      release = holdRunning(playId)
    }
    seen += step
  }
  const read = (): Play => {
    count()
    // Nobody has watched for longer than there was time for.
    const secondsWatched = Math.min(seen, (Date.now() - Date.parse(startedAt)) / 1000)
    return { ...of, playId, startedAt, secondsWatched, completed: video.ended }
  }
  const end = () => {
    if (startedAt === '') return
    const play = read()
    seen = 0
    startedAt = ''
    release?.()
    if (play.secondsWatched >= SHORTEST) tell(play)
  }
  const hide = () => {
    if (startedAt !== '' && document.visibilityState === 'hidden' && seen >= SHORTEST) keep(read())
  }
  const listeners = { timeupdate: count, seeking: look, seeked: look, ended: end }
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener)
  addEventListener('pagehide', end)
  // A page whose plays can’t be told from those that are over keeps none before its end.
  if (navigator.locks) document.addEventListener('visibilitychange', hide)
  return () => {
    end()
    document.removeEventListener('visibilitychange', hide)
    for (const [name, listener] of Object.entries(listeners)) video.removeEventListener(name, listener)
    removeEventListener('pagehide', end)
  }
}

/** A play is kept until the server has it, or has refused it for good: said twice it counts once. */
export const tellPlay = (viewer: Viewer, play: Play): Promise<void> =>
  handIn(viewer, keepPlay(viewer, play), play)

/** Under which key it is kept. */
export function keepPlay(viewer: Viewer, play: Play): string {
  const key = prefixOf(viewer, play.userId) + play.playId
  try {
    localStorage.setItem(key, JSON.stringify(play))
  } catch {
    // A browser whose storage is full hands in what it can at once.
  }
  return key
}

const lockOf = (playId: string): string => `kinora-viewer play ${playId}`

/** Says to all pages of the site that this play goes on; the browser takes it back when the page is gone, however it went. */
function holdRunning(playId: string): () => void {
  let release = () => {}
  const over = new Promise<void>(resolve => {
    release = resolve
  })
  void navigator.locks?.request(lockOf(playId), () => over).catch(() => undefined)
  return release
}

/** Those that go on, in whatever page. */
async function runningPlays(): Promise<ReadonlySet<string | undefined>> {
  const held = await navigator.locks?.query().catch(() => undefined)
  return new Set(held?.held?.map(({ name }) => name))
}

/** Hands in what couldn’t be before: when the page opens, and when the network is back. */
export function useUnsentPlays(viewer: Viewer, userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || viewer.sendPlay === undefined) return
    // One after another: a phone that comes back may have many.
    const send = async () => {
      const running = await runningPlays()
      for (const [key, play] of unsentPlays(prefixOf(viewer, userId)))
        if (!running.has(lockOf(play.playId))) await handIn(viewer, key, play)
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
function unsentPlays(prefix: string): [key: string, play: Play][] {
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
