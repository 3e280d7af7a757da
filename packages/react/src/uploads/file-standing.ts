import type { BadgeInput } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import type { Step } from '../ui/status/stepper.tsx'
import { processingWords } from './processing-words.ts'
import { isProcessed, type ServerFile, toServerSteps } from './server-steps.ts'
import type { UploadTexts } from './texts.ts'
import { uploadStatusText } from './upload-status-text.ts'
import { toSteps } from './upload-steps.ts'

/** How the file of a title stands: the same step, percent and words in form, badge, tray and list. */
export interface FileStanding {
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
export function toFileStanding(
  upload: UploadItem | undefined,
  file: ServerFile | undefined,
  texts: UploadTexts,
): FileStanding {
  const isOver = upload === undefined || upload.state.kind === 'complete' || upload.state.kind === 'cancelled'
  return isOver ? byServer(file, texts) : toUploadStanding(upload, file, texts)
}

/** The standing of an upload, over or not; of processing the server knows more than the queue. */
export function toUploadStanding(
  upload: UploadItem,
  file: ServerFile | undefined,
  texts: UploadTexts,
): FileStanding {
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

function byServer(file: ServerFile | undefined, texts: UploadTexts): FileStanding {
  const steps = file === undefined ? [] : toServerSteps(file, texts.text)
  const processing = file?.processing ?? null
  const words = processingWords(processing, texts)
  const fraction = processing?.fraction
  return { steps, words, tone: undefined, fraction, isHere: false, localUpload: undefined }
}

const withReuse = ({ state }: UploadItem, words: string, { text }: UploadTexts): string =>
  'reused' in state && state.reused ? `${text('upload.reused')} ${words}` : words

/** E-5: a waiting upload is an upload, too; one that failed or lost its file is what the server says. */
function toLocalUpload(upload: UploadItem, file: ServerFile | undefined): BadgeInput['localUpload'] {
  if (['failed', 'broken', 'locked'].includes(upload.state.kind)) return undefined
  if (isAtUpload(upload)) return 'uploading'
  return file !== undefined && isProcessed(file) && file.processing === null ? undefined : 'uploaded'
}

function toTone({ state }: UploadItem): FileStanding['tone'] {
  if (state.kind === 'failed') return 'negative'
  if (state.kind === 'retrying' || state.kind === 'broken' || state.kind === 'locked') return 'warning'
  if (state.kind === 'paused' && state.reason !== 'user') return 'warning'
  return state.kind === 'complete' ? 'positive' : undefined
}
