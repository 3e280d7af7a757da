import type { Send } from '../../kernel/client.ts'
import { isKinoraError, KinoraError } from '../../kernel/errors.ts'
import { processingTexts } from '../../messages/uploads.ts'
import type { Title } from '../../titles/schema.ts'
import { TitleStatus, toTrailerState, VideoStatus } from '../../titles/status.ts'
import type { Processing, Transport, UploadTarget } from '../ports.ts'
import { calls } from './calls.ts'

export interface TransportOptions {
  /** The sender for a tenant that customer support has chosen (UPLOAD-27); without it `send` does for all. */
  sendFor?: (tenantId: string) => Send
  /** Reads the title where something else looks at it too; without it the transport asks for itself. */
  findTitle?: (target: UploadTarget, signal: AbortSignal) => Promise<Title | undefined>
  /** The server was asked to change a title: what `findTitle` read before counts no more. */
  onWrite?: () => void
  /** The same calls for the video of an event (EVENT-32). */
  ofEvents?: Transport
}

/** The uploader's calls over the contract. Chunks have no time limit of their own: the stall watch is better at that. */
export function createTransport(
  send: Send,
  { sendFor = () => send, findTitle, onWrite, ofEvents }: TransportOptions = {},
): Transport {
  const by = (target: UploadTarget): Send => (target.tenantId === undefined ? send : sendFor(target.tenantId))
  const isTrailer = (target: UploadTarget): boolean => target.role === 'trailer'
  const askForTitle = async (target: UploadTarget, signal: AbortSignal): Promise<Title | undefined> => {
    const found = await by(target)(calls.find, { titleTags: [target.tag] }, { signal })
    return found.data.find(candidate => candidate.tag === target.tag)
  }
  const ofTitles: Transport = {
    async state(target, { signal }) {
      const endpoint = isTrailer(target) ? calls.trailerState : calls.videoState
      return (await by(target)(endpoint, { tag: target.tag }, { signal })) ?? undefined
    },
    chunk(target, chunk, { signal, onProgress }) {
      const endpoint = isTrailer(target) ? calls.trailer : calls.video
      return by(target)(endpoint, { tag: target.tag, ...chunk }, { signal, onProgress, timeout: 0 })
    },
    async offer({ tag, role, ...target }, offer, { signal }) {
      if (role === 'event') return undefined
      const send = by({ tag, role, ...target })
      return (await send(calls.offer, { tag, role, ...offer }, { signal }).catch(unknown)) ?? undefined
    },
    async prove({ tag, role, ...target }, proof, { signal }) {
      if (role === 'event') return undefined
      const send = by({ tag, role, ...target })
      return (await send(calls.prove, { tag, role, ...proof }, { signal, timeout: 0 })) ?? undefined
    },
    async encode(target, { signal }) {
      const endpoint = isTrailer(target) ? calls.encodeTrailer : calls.encodeVideo
      await by(target)(endpoint, { tag: target.tag }, { signal }).finally(onWrite)
    },
    async cancel(target, { signal }) {
      const input = { titleTag: target.tag, isTrailerFile: isTrailer(target) }
      await by(target)(calls.cancelContent, input, { signal }).finally(onWrite)
    },
    async watch(target, { signal }) {
      const title = await (findTitle ?? askForTitle)(target, signal)
      if (title === undefined) throw new KinoraError('notFound')
      return isTrailer(target) ? toTrailerProcessing(title) : toVideoProcessing(title)
    },
  }
  const of = ({ role }: UploadTarget) => (role === 'event' ? (ofEvents ?? ofTitles) : ofTitles)
  return {
    state: (target, options) => of(target).state(target, options),
    chunk: (target, chunk, options) => of(target).chunk(target, chunk, options),
    offer: (target, offer, options) => of(target).offer(target, offer, options),
    prove: (target, proof, options) => of(target).prove(target, proof, options),
    encode: (target, options) => of(target).encode(target, options),
    cancel: (target, options) => of(target).cancel(target, options),
    watch: (target, options) => of(target).watch(target, options),
  }
}

/** A server without this call gets the whole file. */
function unknown(error: unknown): null {
  if (isKinoraError(error) && ['notFound', 'notAllowed', 'notImplemented'].includes(error.code)) return null
  throw error
}

type Watched = Pick<
  Title,
  | 'status'
  | 'videoStatus'
  | 'errorType'
  | 'trailerStatus'
  | 'trailerErrorType'
  | 'trailerLinkWeb'
  | 'trailerLinkMobile'
>

/** E-1, E-2 as seen by the uploader: what happens to the video now. */
export function toVideoProcessing(title: Pick<Watched, 'status' | 'videoStatus' | 'errorType'>): Processing {
  if (title.status === TitleStatus.NormalisationQueued) return { kind: 'working', phase: 'normalising' }
  switch (title.videoStatus) {
    case VideoStatus.Uploading:
      return { kind: 'replaced' }
    case VideoStatus.Normalizing:
      return { kind: 'working', phase: 'normalising' }
    case VideoStatus.Normalized:
    case VideoStatus.Processing:
      return { kind: 'working', phase: 'encoding' }
    case VideoStatus.Completed:
      return { kind: 'done' }
    case VideoStatus.Failed:
      return { kind: 'failed', issue: { path: 'file', code: reasonOf(title.errorType) } }
    case VideoStatus.Canceled:
      return { kind: 'cancelled' }
    default:
      return { kind: 'idle' }
  }
}

/** E-3 likewise; a trailer without its mobile rendition is still in work. */
export function toTrailerProcessing(title: Omit<Watched, 'videoStatus' | 'errorType'>): Processing {
  switch (toTrailerState(title)) {
    case 'none':
      return { kind: 'cancelled' }
    case 'uploading':
      return { kind: 'replaced' }
    case 'processing':
      return {
        kind: 'working',
        phase: title.trailerStatus === TitleStatus.NormalisationQueued ? 'normalising' : 'encoding',
      }
    case 'mobilePending':
      return { kind: 'working', phase: 'encoding' }
    case 'completed':
      return { kind: 'done' }
    default:
      return { kind: 'failed', issue: { path: 'file', code: reasonOf(title.trailerErrorType) } }
  }
}

type Reason = Extract<keyof typeof processingTexts, `processing.${string}`>

function reasonOf(errorType: string | null): Reason {
  return errorType?.startsWith('processing.') && errorType in processingTexts
    ? (errorType as Reason)
    : 'processing.failed'
}
