import {
  type AsyncState,
  type Endpoint,
  type Input,
  type Issue,
  KinoraError,
  type Output,
  toKinoraError,
} from '@kinora/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { type ToastContent, useToasts } from '../ui/overlay/toast.tsx'
import { HelpContext, helpCodeOf } from './help.tsx'
import { useTexts } from './message.ts'
import { useKinora } from './provider.tsx'
import { useAsyncState } from './use-async-state.ts'
import { nounOf, type ReadTarget, useInvalidate } from './use-read.ts'

/** What became of a write. `busy`: another one of the same hook was in flight, nothing was sent. */
export type WriteResult<O> =
  | { kind: 'done'; output: O }
  | { kind: 'failed'; error: KinoraError }
  | { kind: 'busy' }

export interface WriteOptions<E extends Endpoint> {
  /** What is read again afterwards: nouns or single endpoints; the endpoint's own noun unless given. */
  invalidates?: readonly ReadTarget[]
  /** What is on the page isn't read again once it is done: the page shows what is gone, and reads when it has left it. */
  leaves?: boolean
  /** What the toast says afterwards; none where it is left out. */
  success?: string | ((output: Output<E>, input: Input<E>) => string | ToastContent | undefined)
  /** The toast of a failure; `undefined` from it means that the caller says it itself. The error's own text unless given. */
  failure?: (error: KinoraError) => string | ToastContent | undefined
  /** Part of the write: it is pending until this ends, and fails where this fails. */
  onSuccess?: (output: Output<E>, input: Input<E>) => unknown
  /** Lets several run at once, as the rows of a list need it. */
  parallel?: boolean
  /** Milliseconds until the call ends with `timeout`; 0 waits without end. */
  timeout?: number
  /** Bytes of a file that have been sent, and bytes in all. */
  onProgress?: (sent: number, total: number) => void
}

export interface Write<E extends Endpoint> {
  /** Never throws: what came of it is the answer. */
  send(input: Input<E>): Promise<WriteResult<Output<E>>>
  isPending: boolean
  /** The state of the call; of several in flight, of the one that changed last (SESS-18). */
  state: AsyncState
  /** Why the last one failed, until the next is sent. */
  error: KinoraError | null
  /** Ends what is in flight; its result is `failed` with the code `aborted`, without a toast. */
  abort(): void
}

/** What an act answers that was refused before anything was sent. */
export const refusedBy = (issues: readonly Issue[]): { kind: 'failed'; error: KinoraError } => ({
  kind: 'failed',
  error: new KinoraError('invalid', { issues }),
})

/** For `failure`: no toast, the caller shows the error itself. */
export const handledByCaller = (): undefined => undefined

/**
 * The one way to change something: sends, says what came of it, and has everything read again that it may have changed,
 * also after a failure, since a call that timed out may have been carried out.
 */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}): Write<E> {
  const { session } = useKinora()
  const { error: textOf, text } = useTexts()
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const inFlight = useRef(0)
  const [pending, setPending] = useState(false)
  const [state, tell] = useAsyncState()
  const controller = useRef(new AbortController())
  const help = useContext(HelpContext)
  const { onSuccess, success, failure = textOf, invalidates = [nounOf(endpoint)] } = options
  const { timeout, onProgress } = options
  const show = (toast: string | ToastContent | undefined, tone: 'positive' | 'negative') => {
    if (toast !== undefined)
      toasts.show(typeof toast === 'string' ? { text: toast, tone } : { tone, ...toast })
  }
  const explained = (toast: string | ToastContent | undefined, error: KinoraError) => {
    const code = helpCodeOf(error)
    if (typeof toast !== 'string' || help === undefined || code === undefined) return toast
    const action = { label: text('ui.help.why'), onSelect: () => window.open(help(code)) }
    return { text: toast, action }
  }
  const mutation = useMutation<Output<E>, unknown, Input<E>>({
    networkMode: 'always',
    retry: false,
    async mutationFn(input) {
      const { signal } = controller.current
      const output = await session.send(endpoint, input, { signal, timeout, onProgress })
      await onSuccess?.(output, input)
      return output
    },
    onSuccess: (output, input) =>
      show(typeof success === 'function' ? success(output, input) : success, 'positive'),
    onError(thrown) {
      const error = toKinoraError(thrown)
      if (error.code !== 'aborted') show(explained(failure(error), error), 'negative')
    },
    onSettled: (_, error) => invalidate(invalidates, options.leaves && error === null ? 'none' : 'active'),
  })
  const latest = useRef({ mutation, parallel: options.parallel })
  latest.current = { mutation, parallel: options.parallel }
  const send = useCallback(
    async (input: Input<E>): Promise<WriteResult<Output<E>>> => {
      if (inFlight.current > 0 && !latest.current.parallel) return { kind: 'busy' }
      if (inFlight.current === 0) controller.current = new AbortController()
      inFlight.current += 1
      setPending(true)
      tell('start')
      try {
        const output = await latest.current.mutation.mutateAsync(input)
        tell('succeed')
        return { kind: 'done', output }
      } catch (thrown) {
        tell('fail')
        return { kind: 'failed', error: toKinoraError(thrown) }
      } finally {
        inFlight.current -= 1
        setPending(inFlight.current > 0)
      }
    },
    [tell],
  )
  return {
    send,
    isPending: pending,
    state,
    error: mutation.error === null ? null : toKinoraError(mutation.error),
    abort: useCallback(() => controller.current.abort(), []),
  }
}

/** C-100: how long the toast of a failed save is shown, in ms. */
const REFUSED_BY_RULES = 1500
const REFUSED_BY_SERVER = 3000

/**
 * PROV-10, CHAN-15: says beside the fields that a save has failed. `attempt` goes up with every failure; `refused` is what the
 * server said last, another one for every refusal.
 */
export function useFailureToast(attempt: number, refused: KinoraError | null): void {
  const { show } = useToasts()
  const { text } = useTexts()
  const seen = useRef({ attempt, refused })
  useEffect(() => {
    const before = seen.current
    seen.current = { attempt, refused }
    if (attempt <= before.attempt) return
    const byServer = refused !== before.refused
    const isOurs = byServer && refused !== null && refused.status >= 400 && refused.status < 500
    show({
      text: text(byServer && !isOurs ? 'error.500' : 'error.601'),
      tone: 'negative',
      duration: byServer ? REFUSED_BY_SERVER : REFUSED_BY_RULES,
    })
  }, [attempt, refused, show, text])
}
