import { type Issue, KinoraError } from '../../kernel/errors.ts'
import { isRetryable, retryDelay, retryPolicy } from '../../kernel/retry.ts'
import { UploadOutcome } from '../limits.ts'
import type { EngineCommand, EngineEffect, EngineEvent, EngineState, Point, Step } from './states.ts'

/** UPLOAD-22, CONST-12: milliseconds until the queue starts the next upload after a cancel. */
export const RESTART_AFTER_CANCEL = 3000

type Kind = EngineState['kind']
type Of<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>
type Rows = { [T in EngineEvent['type']]: (state: EngineState, event: Of<T>) => Step | undefined }

const busy: ReadonlySet<Kind> = new Set(['starting', 'uploading', 'paused', 'retrying', 'processing'])
const stored: ReadonlySet<Kind> = new Set(['failed', 'cancelled', 'broken', 'locked'])
const commands: ReadonlySet<string> = new Set(['pause', 'resume', 'cancel', 'reupload'])

/** E-4: the next state and what is to be done; pure. A command without a row is refused, a report that comes late is ignored. */
export function step(state: EngineState, event: EngineEvent): Step {
  const row = rows[event.type] as (state: EngineState, event: EngineEvent) => Step | undefined
  return row(state, event) ?? [state, commands.has(event.type) ? [refusal(state, event)] : []]
}

/** Whether a button for the command makes sense now. */
export function canUpload(state: EngineState, command: EngineCommand['type']): boolean {
  const event: EngineCommand = command === 'reupload' ? { type: command, replace: false } : { type: command }
  return !step(state, event)[1].some(effect => effect.kind === 'refuse')
}

/** Whether something is under way for the upload, here or on the server. */
export const isBusy = (state: EngineState): boolean => busy.has(state.kind)

/** Whether a person paused it: the others go on meanwhile. */
export const isPaused = (state: EngineState): state is Extract<EngineState, { kind: 'paused' }> =>
  state.kind === 'paused' && state.reason === 'user'

/** UPLOAD-14 */
export function outcomeOf(state: EngineState): UploadOutcome | undefined {
  if (state.kind === 'failed') return UploadOutcome.Error
  if (state.kind === 'complete') return UploadOutcome.Complete
  return state.kind === 'broken' ? UploadOutcome.Incomplete : undefined
}

const rows: Rows = {
  start: state => (state.kind === 'waiting' ? goOn({ at: 'start', replace: state.replace }, 0) : undefined),
  ready: (state, { position }) =>
    state.kind === 'starting'
      ? [
          { kind: 'uploading', ...position, faults: 0 },
          [save, { kind: 'send', from: position.nextChunk, sync: false }],
        ]
      : undefined,
  accepted(state, { position }) {
    if (state.kind !== 'uploading') return undefined
    if (position.nextChunk > position.total + 1)
      return fail(beyond(position.nextChunk, position.total), 'upload')
    const faults = position.nextChunk > state.nextChunk ? 0 : state.faults
    return [{ kind: 'uploading', ...position, faults }, [save]]
  },
  stored: (state, { digest, reused }) =>
    state.kind === 'uploading' || state.kind === 'starting'
      ? [
          { kind: 'processing', phase: 'encoding', digest, encoded: false, faults: 0, ...marked(reused) },
          [save, { kind: 'encode' }, next(0)],
        ]
      : undefined,
  encoded: state =>
    state.kind === 'processing'
      ? [{ ...state, encoded: true, faults: 0 }, [save, { kind: 'poll' }]]
      : undefined,
  phase: (state, { phase }) =>
    state.kind === 'processing' ? [{ ...state, phase, faults: 0 }, []] : undefined,
  done: state =>
    state.kind === 'processing'
      ? [{ kind: 'complete', digest: state.digest, ...marked(state.reused) }, [{ kind: 'forget' }, next(0)]]
      : undefined,
  processingFailed: (state, { error }) =>
    state.kind === 'processing' ? fail(error, 'processing') : undefined,
  fault(state, { error, now, random }) {
    const from = pointOf(state)
    if (from === undefined || state.kind === 'paused') return undefined
    const attempt = ('faults' in state ? state.faults : 0) + 1
    const endless = from.at === 'processing' && from.encoded
    if (!isRetryable(error) || (attempt > retryPolicy.work.tries && !endless)) {
      return fail(error, from.at === 'processing' ? 'processing' : 'upload')
    }
    const dueAt = now + retryDelay(attempt, random, error.retryAfter)
    return [{ kind: 'retrying', attempt, dueAt, error, from }, [{ kind: 'wait', until: dueAt }]]
  },
  due: state => (state.kind === 'retrying' ? goOn(state.from, state.attempt) : undefined),
  offline: state => rest(state, 'offline'),
  online: state => goOnAfter(state, 'offline'),
  signedOut: state => rest(state, 'signedOut'),
  signedIn: state => goOnAfter(state, 'signedOut'),
  pause(state) {
    const from: Point | undefined =
      state.kind === 'waiting' ? { at: 'start', replace: state.replace } : pointOf(state)
    if (from === undefined || from.at === 'processing' || isPaused(state)) return undefined
    return [{ kind: 'paused', reason: 'user', from }, [abort, save, next(0)]]
  },
  resume(state, { wait = false }) {
    if (isPaused(state) && wait) {
      const replace = state.from.at === 'start' && state.from.replace
      return [{ kind: 'waiting', replace }, [save]]
    }
    if (state.kind === 'paused' || state.kind === 'retrying') return goOn(state.from, 0)
    if (state.kind === 'failed' || state.kind === 'cancelled')
      return [{ kind: 'waiting', replace: false }, [save, next(0)]]
    return undefined
  },
  reupload: (state, { replace }) =>
    stored.has(state.kind) ? [{ kind: 'waiting', replace }, [save, next(0)]] : undefined,
  cancel: state =>
    state.kind === 'waiting' || busy.has(state.kind)
      ? [
          { kind: 'cancelled', reason: 'user' },
          [abort, save, { kind: 'cancelRemote' }, next(RESTART_AFTER_CANCEL)],
        ]
      : undefined,
  otherUser: state =>
    state.kind === 'waiting' || busy.has(state.kind)
      ? [{ kind: 'cancelled', reason: 'otherUser' }, [abort, save, next(RESTART_AFTER_CANCEL)]]
      : undefined,
  cancelledElsewhere: state =>
    busy.has(state.kind)
      ? [{ kind: 'cancelled', reason: 'elsewhere' }, [abort, save, next(RESTART_AFTER_CANCEL)]]
      : undefined,
  fileLost(state, { cause }) {
    if (state.kind === 'complete' || state.kind === 'broken') return undefined
    if (cause === 'missing' && pointOf(state)?.at === 'processing') return undefined
    return [{ kind: 'broken' }, [abort, save, next(0)]]
  },
  fileLocked(state) {
    const at = pointOf(state)?.at
    const isSending = state.kind === 'waiting' || at === 'start' || at === 'chunk'
    return isSending ? [{ kind: 'locked' }, [abort, next(0)]] : undefined
  },
}

const abort: EngineEffect = { kind: 'abort' }
const save: EngineEffect = { kind: 'save' }
const marked = (reused: boolean | undefined) => (reused ? { reused } : {})
const next = (after: number): EngineEffect => ({ kind: 'next', after })

/** Stops where it is, until the reason is gone; what a person paused stays so. */
function rest(state: EngineState, reason: 'offline' | 'signedOut'): Step | undefined {
  const from = pointOf(state)
  // Without a sign-in the network's return must not take it up; with one, it asks for the network itself.
  const isFurther = state.kind !== 'paused' || (state.reason === 'offline' && reason === 'signedOut')
  if (from === undefined || !isFurther) return undefined
  return [{ kind: 'paused', reason, from }, [abort, save]]
}

function goOnAfter(state: EngineState, reason: 'offline' | 'signedOut'): Step | undefined {
  return state.kind === 'paused' && state.reason === reason ? goOn(state.from, 0) : undefined
}

/** Takes the work up again at a point; a chunk is sent again only after the server was asked. */
function goOn(from: Point, faults: number): Step {
  if (from.at === 'start') {
    return [{ kind: 'starting', replace: from.replace, faults }, [{ kind: 'prepare', replace: from.replace }]]
  }
  if (from.at === 'chunk') {
    const send: EngineEffect = { kind: 'send', from: from.position.nextChunk, sync: true }
    return [{ kind: 'uploading', ...from.position, faults }, [save, send]]
  }
  const { at: _, ...arrived } = from
  return [{ kind: 'processing', ...arrived, faults }, [{ kind: from.encoded ? 'poll' : 'encode' }]]
}

/** Where the upload would go on if it were interrupted now. */
export function pointOf(state: EngineState): Point | undefined {
  if (state.kind === 'starting') return { at: 'start', replace: state.replace }
  if (state.kind === 'uploading') {
    const { nextChunk, total, sentBytes } = state
    return { at: 'chunk', position: { nextChunk, total, sentBytes } }
  }
  if (state.kind === 'processing') {
    const { kind: _, faults: __, ...arrived } = state
    return { at: 'processing', ...arrived }
  }
  return state.kind === 'paused' || state.kind === 'retrying' ? state.from : undefined
}

function fail(error: KinoraError, phase: 'upload' | 'processing'): Step {
  return [{ kind: 'failed', error, phase }, [abort, save, next(0)]]
}

function beyond(chunk: number, total: number): KinoraError {
  return new KinoraError('refused', {
    issues: [{ path: 'chunkNumber', code: 'upload.chunkOutOfRange', params: { chunk, total } }],
  })
}

function refusal(state: EngineState, event: EngineEvent): EngineEffect {
  const broken: Issue = { path: 'file', code: 'upload.broken' }
  const impossible: Issue = {
    path: 'state',
    code: 'upload.notPossible',
    params: { action: event.type, state: state.kind },
  }
  return { kind: 'refuse', issue: state.kind === 'broken' && event.type === 'resume' ? broken : impossible }
}
