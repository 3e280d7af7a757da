import { useEffect } from 'react'
import { OwnRefusal, own, preview, tenantId, useSite } from './content.ts'

/** Least seconds that are worth telling, as reports count them. */
const SHORTEST = 1

interface Plays {
  tag: string
  isEvent: boolean
  video: { current: HTMLVideoElement | null }
  isPlaying: boolean
}

/** C-119: what a member has seen of a class is handed in when it ends, and when the page is left. */
export function usePlays({ tag, isEvent, video, isPlaying }: Plays): void {
  const { member } = useSite()
  // What staff look at in a preview is nobody’s play.
  const userId = preview === undefined ? member?.userId : undefined
  useEffect(() => {
    const element = video.current
    if (element === null || !isPlaying || userId === undefined) return
    const [playId, startedAt] = [crypto.randomUUID(), new Date().toISOString()]
    let [seen, isTold] = [0, false]
    // Counted as it plays: a player that is taken away forgets what was played.
    const count = () => {
      const { played } = element
      let all = 0
      for (let nth = 0; nth < played.length; nth += 1) all += played.end(nth) - played.start(nth)
      seen = Math.max(seen, all)
    }
    const tell = () => {
      // Nobody has watched for longer than there was time for.
      const secondsWatched = Math.min(seen, (Date.now() - Date.parse(startedAt)) / 1000)
      if (isTold || secondsWatched < SHORTEST) return
      isTold = true
      const what = { userId, tag, isEvent, playId, startedAt }
      const play = { ...what, secondsWatched, completed: element.ended }
      const [key, body] = [prefixOf(userId) + playId, JSON.stringify(play)]
      keep(key, body)
      void handIn(key, body)
    }
    element.addEventListener('timeupdate', count)
    element.addEventListener('ended', tell)
    addEventListener('pagehide', tell)
    return () => {
      tell()
      element.removeEventListener('timeupdate', count)
      element.removeEventListener('ended', tell)
      removeEventListener('pagehide', tell)
    }
  }, [tag, isEvent, video, isPlaying, userId])
}

/** Hands in what couldn’t be before: when the page opens, and when the network is back. */
export function useKeptPlays(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || preview !== undefined) return
    // One after another: a phone that comes back may have many.
    const send = async () => {
      for (const [key, body] of Object.entries(localStorage))
        if (key.startsWith(prefixOf(userId)) && !isForgotten(key, body)) await handIn(key, body)
    }
    const sendAgain = () => void send()
    sendAgain()
    addEventListener('online', sendAgain)
    return () => removeEventListener('online', sendAgain)
  }, [userId])
}

/** Milliseconds for which a play is kept. */
const KEPT = 30 * 86_400_000

/** What is too old, or no play at all, goes. */
function isForgotten(key: string, body: string): boolean {
  const age = Date.now() - Date.parse(startOf(body))
  if (age < KEPT) return false
  localStorage.removeItem(key)
  return true
}

function startOf(body: string): string {
  try {
    return (JSON.parse(body) as { startedAt?: string }).startedAt ?? ''
  } catch {
    return ''
  }
}

/** Each play has a key of its own, so that two tabs don’t overwrite each other’s; a member’s are theirs alone. */
const prefixOf = (userId: string) => `site.play.${tenantId}.${encodeURIComponent(userId)}.`

/** A browser whose storage is full hands in what it can at once. */
function keep(key: string, body: string): void {
  try {
    localStorage.setItem(key, body)
  } catch {}
}

/** The same play may be said twice: the server knows its id. It is kept until the server has it, or has refused it for good. */
async function handIn(key: string, body: string): Promise<void> {
  try {
    await own('plays', JSON.parse(body) as object)
  } catch (error) {
    if (!(error instanceof OwnRefusal && error.code === 'validation')) return
  }
  localStorage.removeItem(key)
}
