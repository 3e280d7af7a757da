import {
  type BadgeInput,
  isVideoFailure,
  type PhraseKey,
  type Title,
  TitleStatus,
  toMegabytes,
  toPercent,
  VideoStatus,
} from '@kinora/core'
import { describeUpload, type ProcessingPhase, type UploadItem } from '@kinora/core/uploads'
import type { Step, StepState } from '../ui/status/stepper.tsx'
import { processingWords } from './processing-words.ts'
import type { UploadKey, UploadTexts } from './texts.ts'

/** The state of the file of a title: the same step, percent and words in form, badge, tray and list. */
interface FileStatus {
  /** Upload, normalise, encode, ready. */
  steps: Step[]
  /** Undefined where nothing is under way. */
  words: string | undefined
  tone: 'negative' | 'warning' | 'positive' | undefined
  /** 0 to 1 of what is under way; undefined where nobody measures it. */
  fraction: number | undefined
  /** This browser uploads the file, or waits for what becomes of it: its buttons are the ones to show. */
  isHere: boolean
  /** E-5 rows 1 and 2. */
  localUpload: BadgeInput['localUpload']
}

/**
 * The standing of a title's file: this browser's upload knows best until it is over, the server afterwards. `file` is
 * undefined for trailers.
 */
export function toFileStatus(
  upload: UploadItem | undefined,
  file: ServerFile | undefined,
  texts: UploadTexts,
): FileStatus {
  const isOver = upload === undefined || upload.state.kind === 'complete' || upload.state.kind === 'cancelled'
  return isOver ? byServer(file, texts) : toUploadStatus(upload, file, texts)
}

/** The standing of an upload, over or not; of processing the server knows more than the queue. */
export function toUploadStatus(
  upload: UploadItem,
  file: ServerFile | undefined,
  texts: UploadTexts,
): FileStatus {
  const server =
    upload.state.kind === 'processing' && file !== undefined && isLive(file)
      ? byServer(file, texts)
      : undefined
  return {
    steps: server?.steps ?? toSteps(upload, texts.text),
    words: server?.words ? withReuse(upload, server.words, texts) : uploadStatusText(upload, texts),
    tone: toTone(upload),
    fraction: server?.fraction ?? (isAtUpload(upload) ? upload.progress.percent / 100 : undefined),
    isHere: true,
    localUpload: toLocalUpload(upload, file),
  }
}

/** Whether the upload itself, not what comes after it, is what there is to show. */
function isAtUpload({ state }: Pick<UploadItem, 'state'>): boolean {
  if (state.kind === 'processing' || state.kind === 'complete') return false
  if (state.kind === 'failed') return state.phase === 'upload'
  return !('from' in state && state.from.at === 'processing')
}

/** The server has begun with this very file: what it said of the one before means nothing. */
const isLive = (file: ServerFile): boolean => file.processing !== null || isProcessed(file)

function byServer(file: ServerFile | undefined, texts: UploadTexts): FileStatus {
  const steps = file === undefined ? [] : toServerSteps(file, texts.text)
  const processing = file?.processing ?? null
  const words = processingWords(processing, texts)
  const fraction = processing?.fraction
  return { steps, words, tone: undefined, fraction, isHere: false, localUpload: undefined }
}

/** Words of what comes after an upload, with that nothing had to be sent. */
export const withReuse = ({ state }: UploadItem, words: string, { text }: UploadTexts): string =>
  'reused' in state && state.reused ? `${text('upload.reused')} ${words}` : words

/** E-5: a waiting upload is an upload, too; one that failed or lost its file is what the server says. */
function toLocalUpload(upload: UploadItem, file: ServerFile | undefined): BadgeInput['localUpload'] {
  if (['failed', 'broken', 'locked'].includes(upload.state.kind)) return undefined
  if (isAtUpload(upload)) return 'uploading'
  return file !== undefined && isProcessed(file) && file.processing === null ? undefined : 'uploaded'
}

function toTone({ state }: UploadItem): FileStatus['tone'] {
  if (state.kind === 'failed') return 'negative'
  if (state.kind === 'retrying' || state.kind === 'broken' || state.kind === 'locked') return 'warning'
  if (state.kind === 'paused' && state.reason !== 'user') return 'warning'
  return state.kind === 'complete' ? 'positive' : undefined
}

/** Whether a phrase asks for details, or for another channel. */
export const asksForDetails = (key: PhraseKey): boolean => /(Details|Channel|Change)$/.test(key)

/** What the server says about the file of a title. */
type ServerFile = Pick<
  Title,
  'status' | 'videoStatus' | 'processing' | 'fileDigest' | 'errorType' | 'streamingLink'
>

/** The four-step line of a file by what the server says (E-1, E-2). */
export function toServerSteps(file: ServerFile, text: UploadTexts['text']): Step[] {
  const at = whereIs(file)
  return lineTo(at.step, at.state).map((state, index) =>
    toStep(index, state, state === 'active' ? at.fraction : undefined, text),
  )
}

/** Whether the server has processed the file. */
const isProcessed = (file: ServerFile): boolean => whereIs(file).step === stepLabels.length

interface Where {
  /** The step that is being done; 4 when all are. */
  step: number
  state: StepState
  fraction?: number
}

const V = VideoStatus
const active = (step: number, fraction?: number): Where => ({ step, state: 'active', fraction })

function whereIs(file: ServerFile): Where {
  const { videoStatus, status, processing } = file
  if (processing?.step === 'normalise') return active(1, processing.fraction)
  if (processing?.step === 'encode') return active(2, processing.fraction)
  if (processing?.step === 'cover' || processing?.step === 'finish') return active(3)
  if (isVideoFailure(videoStatus) || status === TitleStatus.Error) {
    // What fails has been sent, whether or not its file is still stored.
    if (videoStatus !== V.Canceled) return { step: 2, state: 'error' }
    return { step: file.fileDigest === null ? 0 : 2, state: 'paused' }
  }
  if (videoStatus === V.Completed || (videoStatus === null && file.streamingLink !== null))
    return { step: 4, state: 'done' }
  if (videoStatus === V.Normalizing || videoStatus === V.Uploaded) return active(1)
  if (videoStatus === V.Normalized || videoStatus === V.Processing) return active(2)
  if (videoStatus === V.Uploading) return active(0)
  return { step: 0, state: 'waiting' }
}

/** The four steps of a file, as they are named everywhere. */
const stepLabels = [
  'ui.uploads.stepUpload',
  'ui.uploads.stepNormalise',
  'ui.uploads.stepEncode',
  'ui.ready',
] as const
const words: Record<StepState, UploadKey> = {
  waiting: 'ui.uploads.waiting',
  active: 'ui.uploads.active',
  paused: 'ui.uploads.paused',
  done: 'ui.uploads.done',
  error: 'ui.uploads.error',
}

/** The four-step line of an upload: upload, normalise, encode, ready. */
export function toSteps(item: Pick<UploadItem, 'state' | 'progress'>, text: UploadTexts['text']): Step[] {
  return toStates(item.state).map((state, index) => {
    const measured = index === 0 && (state === 'active' || state === 'paused')
    return toStep(index, state, measured ? item.progress.percent / 100 : undefined, text)
  })
}

/** One step with its state in words; `progress` is 0 to 1. */
function toStep(
  index: number,
  state: StepState,
  progress: number | undefined,
  text: UploadTexts['text'],
): Step {
  const word = text(words[state])
  return {
    label: text(stepLabels[index]!),
    state,
    stateText: progress === undefined ? word : `${word} ${toPercent(progress)}%`,
    progress,
  }
}

function toStates(state: UploadItem['state']): readonly StepState[] {
  switch (state.kind) {
    case 'complete':
      return lineTo(4, 'done')
    case 'processing':
      return lineTo(stepOf(state.phase), 'active')
    case 'failed':
      return lineTo(state.phase === 'processing' ? 2 : 0, 'error')
    case 'broken':
    case 'locked':
      return lineTo(0, 'paused')
    case 'paused':
    case 'retrying': {
      const { from } = state
      const at = from.at === 'processing' ? stepOf(from.phase) : 0
      return lineTo(at, state.kind === 'paused' ? 'paused' : 'active')
    }
    case 'waiting':
    case 'cancelled':
      return lineTo(0, 'waiting')
    default:
      return lineTo(0, 'active')
  }
}

const stepOf = (phase: ProcessingPhase): number => (phase === 'normalising' ? 1 : 2)

/** What lies before a step is done, what comes after it waits. */
function lineTo(at: number, state: StepState): readonly StepState[] {
  return stepLabels.map((_, index) => (index < at ? 'done' : index === at ? state : 'waiting'))
}

/** The status of an upload as text: state, error, what is stored, and what leaving the page would lose. */
export function uploadStatusText(item: UploadItem, texts: UploadTexts): string {
  const words = statusText(item, texts)
  const needsPage = !item.kept && needsFile.has(item.state.kind)
  if (!needsPage) return words
  return `${words}${words.endsWith('.') ? '' : '.'} ${texts.text('ui.uploads.notKept')}`
}

/** The states in which bytes of the file are still to be sent. */
const needsFile: ReadonlySet<UploadItem['state']['kind']> = new Set([
  'waiting',
  'starting',
  'uploading',
  'retrying',
  'paused',
])

function statusText(item: UploadItem, { text, error, locale }: UploadTexts): string {
  const { state, progress, totalSize } = item
  const file = { name: item.fileName, size: toMegabytes(totalSize, locale) }
  if (state.kind === 'broken') return text('ui.uploads.askFile', file)
  if (state.kind === 'locked') return text('ui.uploads.askLeave', file)
  const described = describeUpload(state)
  if (described !== undefined) {
    const headline = text(described.headline)
    const reason = described.reason === undefined ? undefined : error(described.reason)
    const kept =
      state.kind === 'failed' && state.phase === 'upload' && progress.sentBytes > 0
        ? ` ${text('ui.uploads.kept')}`
        : ''
    return (reason === undefined || reason === headline ? headline : `${headline}: ${reason}`) + kept
  }
  const known = (key: UploadKey): string =>
    'reused' in state && state.reused ? `${text('upload.reused')} ${text(key)}` : text(key)
  switch (state.kind) {
    case 'waiting':
      return text('ui.uploads.waitingTurn')
    case 'starting':
      return text('ui.uploads.starting')
    case 'processing':
      return known(state.phase === 'normalising' ? 'ui.uploads.normalising' : 'ui.uploads.processing')
    case 'complete':
      // A trailer and the video of an event belong to something else, which isn't published with it.
      return known(`ui.uploads.complete.${item.role}`)
    case 'paused':
      return text('ui.uploads.pausedText', { percent: Math.floor(progress.percent) })
    default: {
      const { groups, speed, secondsLeft } = progress
      const moving = text('ui.uploads.moving', {
        percent: Math.floor(progress.percent),
        size: toMegabytes(totalSize, locale),
      })
      // UPLOAD-05, C-60: a part is a group of four chunks; a file of one part doesn't count them.
      const part = { part: Math.max(1, groups.done), parts: groups.total }
      return [
        moving,
        ...(groups.total > 1 ? [text('ui.uploads.part', part)] : []),
        ...(speed === undefined || secondsLeft === undefined
          ? []
          : [text('ui.uploads.speed', { speed: toMegabytes(speed, locale), left: toDuration(secondsLeft) })]),
      ].join(' · ')
    }
  }
}

/** Seconds as a person says them: 45 s, 3 min, 2 h 5 min. */
export function toDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
