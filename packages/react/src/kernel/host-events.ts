import {
  createListeners,
  type Endpoint,
  type ErrorCode,
  isKinoraError,
  type KinoraError,
  type Send,
  type Session,
  type SessionState,
} from '@kinora/core'
import type { BrowserUploads } from '../adapters/lazy-queue.ts'

/** EMBED-01: whose doing a failure is, and so who can mend it. */
export type HostErrorKind =
  /** The server can't be reached, or doesn't answer in time. */
  | 'unreachable'
  /** The server doesn't take calls from this page's origin; the console says how to let it in. */
  | 'origin'
  /** The host gave no token, or the server refuses the one that it gave. */
  | 'token'
  /** The token is good and isn't allowed to do this. */
  | 'forbidden'
  /** Somebody else has saved it meanwhile. */
  | 'outdated'
  /** The server has too much to do. */
  | 'busy'
  /** What was asked isn't there, or is against a rule; the component says so beside the field. */
  | 'refused'
  /** The server failed. */
  | 'server'

export interface HostError {
  kind: HostErrorKind
  error: KinoraError
}

interface FileOfTitle {
  tag: string
  role: 'video' | 'trailer' | 'event'
  fileName: string
}

/** EMBED-01: what the host of a page is told, by name. Each is of this page alone: what happens elsewhere, a webhook says. */
export interface HostEvents {
  /** The server holds a file whole and goes on to process it. */
  'upload.finished': FileOfTitle
  'upload.failed': FileOfTitle & { error: KinoraError }
  /** A title was made or changed. */
  'title.saved': { tag: string }
  'title.published': { tag: string }
  /** Nobody is signed in any more: `expired` where the token was refused. */
  'session.ended': { reason: Extract<SessionState, { kind: 'loggedOut' }>['reason'] }
  error: HostError
}

export type HostEventName = keyof HostEvents

type Listeners = ReturnType<typeof createListeners<HostEvents>>

export const createHostListeners = (): Listeners => createListeners<HostEvents>()

/** A session that tells what its calls come to. */
export function tellingSession(session: Session, { emit }: Listeners): Session {
  const tell = (error: unknown): never => {
    if (isKinoraError(error) && error.code !== 'aborted') emit('error', toHostError(error))
    throw error
  }
  const send: Send = async (endpoint, input, options) => {
    const output = await session.send(endpoint, input, options).catch(tell)
    const tag = tagOf(endpoint, input, output)
    if (tag !== undefined) emit(isPublishing(endpoint) ? 'title.published' : 'title.saved', { tag })
    return output
  }
  return { ...session, send, start: () => session.start().catch(tell) }
}

const isPublishing = ({ id }: Endpoint): boolean => id === 'titles.publish'

/** The title that a call has made, changed or published. */
function tagOf(endpoint: Endpoint, input: unknown, output: unknown): string | undefined {
  const { tag, publish = true } = input as { tag?: string; publish?: boolean }
  if (endpoint.id === 'titles.create') return (output as { tag: string }).tag
  if (endpoint.id === 'titles.update') return tag
  // With `whenReady` it is published once its file is processed.
  const isOut = publish && (input as { whenReady?: boolean }).whenReady !== true
  return isPublishing(endpoint) && isOut ? tag : undefined
}

/** Follows session and uploads for as long as the page lives. */
export function followPage(
  { session, uploads }: { session: Session; uploads: BrowserUploads },
  { emit }: Listeners,
): void {
  let before = session.getSnapshot().kind
  session.subscribe(() => {
    const state = session.getSnapshot()
    const hasEnded = state.kind === 'loggedOut' && before !== 'loggedOut' && state.reason !== 'none'
    before = state.kind
    if (hasEnded) emit('session.ended', { reason: state.reason })
  })
  const seen = new Map<string, string>()
  uploads.subscribe(() => {
    for (const { id, tag, role, fileName, state } of uploads.getSnapshot().items) {
      const was = seen.get(id)
      seen.set(id, state.kind)
      if (was === undefined || was === state.kind) continue
      const isStored = was !== 'processing' && (state.kind === 'processing' || state.kind === 'complete')
      const isOnItsWay = was === 'uploading' || was === 'starting'
      if (isStored && isOnItsWay) emit('upload.finished', { tag, role, fileName })
      if (state.kind === 'failed') emit('upload.failed', { tag, role, fileName, error: state.error })
    }
  })
}

const kinds: Partial<Record<ErrorCode, HostErrorKind>> = {
  offline: 'unreachable',
  timeout: 'unreachable',
  unauthorised: 'token',
  forbidden: 'forbidden',
  outdated: 'outdated',
  tooMany: 'busy',
  server: 'server',
  notImplemented: 'server',
  storageFull: 'server',
}

/** A failure as the host is told it. */
export function toHostError(error: KinoraError): HostError {
  const codes = error.issues.map(issue => issue.code)
  if (codes.includes('ui.host.refused')) return { kind: 'origin', error }
  if (codes.includes('ui.host.failed')) return { kind: 'token', error }
  return { kind: kinds[error.code] ?? 'refused', error }
}

/** What somebody would lose who leaves the page now: what they typed, or a file that isn't sent whole. */
export interface Unsaved {
  /** Counts a form that holds what isn't saved; returns what counts it no more. */
  hold(): () => void
  has(): boolean
}

export function createUnsaved(uploads: BrowserUploads): Unsaved {
  const forms = new Set<symbol>()
  const sending: ReadonlySet<string> = new Set(['waiting', 'starting', 'uploading', 'retrying', 'paused'])
  return {
    hold() {
      const form = Symbol()
      forms.add(form)
      return () => forms.delete(form)
    },
    has: () => forms.size > 0 || uploads.getSnapshot().items.some(({ state }) => sending.has(state.kind)),
  }
}

/** Has the browser ask before its tab is closed or led elsewhere while something would be lost; returns what ends that. */
export function guardLeave({ has }: Unsaved): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (has()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
