import type { Endpoint, Input, KinoraError, Output } from '@kinora/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useActingTenant, useKinora, useSession } from './provider.tsx'
import { type ReadOptions, type ReadTarget, useInvalidate, useRead } from './use-read.ts'

/** Milliseconds in which what happens is one thing, and from one reading to the next at least: a bulk upload makes many titles at once. */
const TOGETHER = 500
const APART = 2000

/** HOOK-05: has answers read again as something of these families happens, such as `batch title`. */
export function useEvents(families: string, targets: readonly ReadTarget[]): void {
  const invalidate = useInvalidate()
  useListener(families, () => invalidate(targets))
}

/**
 * Calls when something of these families happens, one call after another however much does. Whether that is told here now: where it
 * isn’t, the caller polls.
 */
function useListener(families: string, onEvent: () => Promise<unknown>, enabled = true): boolean {
  const { events } = useKinora()
  const session = useSession()
  // KEY-06: a session that a host has made reads no events, and asking would be a trespass.
  const mayListen = session.kind === 'loggedIn' && session.user.embed === undefined
  const tenantId = useActingTenant()?.tenantId
  const latest = useRef(onEvent)
  latest.current = onEvent
  const isWanted = enabled && mayListen && families !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tenant has another stream
  useEffect(() => {
    if (!isWanted) return
    const turns = createTurns(() => latest.current())
    const stop = events.listen(families.split(' '), turns.plan)
    return () => {
      turns.stop()
      stop()
    }
  }, [events, families, isWanted, tenantId])
  return useSyncExternalStore(events.subscribe, events.getSnapshot, () => false) && isWanted
}

/** What is planned while it is done is done once more afterwards. */
function createTurns(work: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  let state: 'idle' | 'busy' | 'again' | 'over' = 'idle'
  const plan = (): void => {
    if (state !== 'idle') {
      if (state === 'busy') state = 'again'
      return
    }
    timer ??= setTimeout(() => void run(), Math.max(TOGETHER, last + APART - Date.now()))
  }
  const run = async (): Promise<void> => {
    timer = undefined
    last = Date.now()
    state = 'busy'
    await work().catch(() => undefined)
    const next = state as 'busy' | 'again' | 'over'
    if (next === 'over') return
    state = 'idle'
    if (next === 'again') plan()
  }
  return {
    plan,
    stop(): void {
      state = 'over'
      clearTimeout(timer)
    },
  }
}

/** Milliseconds between polls of what is told: for rows that are refused, work that is finishing, and what the clock does. */
const TOLD_INTERVAL = 15_000

export interface ToldReadOptions extends ReadOptions {
  /** Families of events that tell of what is polled for; none is polled as usual. */
  toldBy: string
}

/** HOOK-05: a read that is polled only where events don’t tell of it. */
export function useToldRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { toldBy, refetchInterval = false, ...options }: ToldReadOptions,
): UseQueryResult<Output<E>, KinoraError> {
  const isPolled = refetchInterval !== false && (options.enabled ?? true)
  const again = useRef<() => Promise<unknown>>(undefined)
  const isTold = useListener(toldBy, async () => again.current?.(), isPolled)
  const told = refetchInterval === false ? false : Math.max(refetchInterval, TOLD_INTERVAL)
  const read = useRead(endpoint, input, { ...options, refetchInterval: isTold ? told : refetchInterval })
  again.current = read.refetch
  return read
}
