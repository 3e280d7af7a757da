import { useEffect, useRef, useState } from 'react'
import { attachStream, type KnownStream } from '../adapters/stream.ts'
import { useViewer } from './provider.tsx'
import { type Playable, type Refusal, toRefusal } from './viewer.ts'

export type Playing =
  | { kind: 'idle' | 'opening' }
  | { kind: 'playing'; stream: KnownStream | undefined }
  | { kind: 'waiting'; startsAt: string }
  | { kind: 'refused'; refusal: Refusal }

/** Milliseconds after which a stream that was refused is asked for again: the clock of this machine may be ahead. */
const AGAIN = 2000
/** How often at most; then something else is wrong. */
const MOST_TRIES = 5
/** The same of what has played before: a server that is started anew is back within a minute. */
const MOST_TRIES_AGAIN = 30
/** Seconds that have played without a failure: the stream is well. */
const STEADY = 10
/** Seconds between two looks at a video that plays, however fast; more is a jump. */
const LONGEST_STEP = 4
/** Refusals that may be over in a moment. */
const passing: ReadonlySet<string> = new Set(['failed', 'offline', 'server', 'timeout', 'tooMany'])

/** From a press until the video is taken away or another is pressed. */
interface Run {
  isOver: boolean
  tries: number
  hasPlayed: boolean
  /** It is watched at now, wherever it was left. */
  isLive: boolean
  /** It was waited for, until it began: everybody else asks at the same moment. */
  hasWaited: boolean
  /** Somebody has paused it: a stream that is asked for again doesn’t begin by itself. */
  isPaused: boolean
  timer?: ReturnType<typeof setTimeout>
  detach?: (() => void) | undefined
}

/**
 * Notes that a stream plays, and forgets what failed before once it has done so for a while. A stream that breaks at the same place
 * each time begins each time, too; who moves in it hasn’t played what lies between.
 */
function watch(run: Run, video: HTMLVideoElement): () => void {
  const gone = new AbortController()
  const { signal } = gone
  let last = video.currentTime
  let played = 0
  const look = () => {
    const step = video.currentTime - last
    last = video.currentTime
    if (step > 0 && step < LONGEST_STEP) played += step
    if (played >= STEADY) run.tries = 0
  }
  video.addEventListener('playing', () => Object.assign(run, { hasPlayed: true }), { once: true, signal })
  video.addEventListener('timeupdate', look, { signal })
  return () => gone.abort()
}

/** LIVE-04, C-138: asks for the address of a stream, waits until it starts, plays it, and asks again where it has ended. */
export function usePlaying({ tag, isEvent }: Playable, video: HTMLVideoElement | null) {
  const { viewer } = useViewer()
  const [state, setState] = useState<Playing>({ kind: 'idle' })
  const current = useRef<Run>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another class is another run
  useEffect(() => {
    setState({ kind: 'idle' })
    return () => end(current.current)
  }, [viewer, tag, isEvent])

  const attach = async (run: Run, link: string, position: number): Promise<void> => {
    if (video === null || run.isOver) return
    setState(before => (before.kind === 'playing' ? before : { kind: 'playing', stream: undefined }))
    const again = () => tryAgain(run, run.isLive ? 0 : video.currentTime || position)
    const detach = await attachStream(video, viewer.at(link), {
      position,
      onExpired: again,
      onFailed: again,
      onKnown: stream => {
        if (run.isOver) return
        run.isLive = stream.isLive
        setState({ kind: 'playing', stream })
      },
    })
    const unwatch = watch(run, video)
    run.detach = () => {
      unwatch()
      detach()
    }
    if (run.isOver) return run.detach()
    if (!run.isPaused) await video.play().catch(() => undefined)
  }
  const tryAgain = (run: Run, position: number, error?: unknown): void => {
    // Taking the stream away pauses it, too.
    if (run.detach !== undefined) run.isPaused = run.hasPlayed && video?.paused === true
    run.detach?.()
    run.detach = undefined
    if (run.isOver) return
    run.tries += 1
    if (run.tries > (run.hasPlayed ? MOST_TRIES_AGAIN : MOST_TRIES)) refuse(run, error)
    else run.timer = setTimeout(() => void open(run, position), AGAIN)
  }
  const open = async (run: Run, position: number): Promise<void> => {
    try {
      const { streamingLink, startsAt } = await viewer.getLink({ tag, isEvent })
      if (run.isOver) return
      const ahead = startsAt === null ? 0 : Date.parse(startsAt) - Date.now()
      if (startsAt === null || ahead <= 0) return await attach(run, streamingLink, position)
      setState({ kind: 'waiting', startsAt })
      run.hasWaited = true
      run.timer = setTimeout(() => void open(run, position), ahead + Math.random() * AGAIN)
    } catch (error) {
      const isPassing = (run.hasPlayed || run.hasWaited) && passing.has(toRefusal(error).code)
      if (isPassing) tryAgain(run, position, error)
      else refuse(run, error)
    }
  }
  const refuse = (run: Run, error: unknown): void => {
    if (run.isOver) return
    end(run)
    setState({ kind: 'refused', refusal: toRefusal(error) })
  }
  const play = (position: number): void => {
    end(current.current)
    current.current = {
      isOver: false,
      tries: 0,
      hasPlayed: false,
      hasWaited: false,
      isPaused: false,
      isLive: false,
    }
    setState({ kind: 'opening' })
    void open(current.current, position)
  }
  return { state, play }
}

function end(run: Run | undefined): void {
  if (run === undefined) return
  run.isOver = true
  clearTimeout(run.timer)
  run.detach?.()
}
