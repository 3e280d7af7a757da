import {
  isVideoFailure,
  isVideoInProgress,
  type Title,
  TitleStatus,
  toTrailerState,
  VideoStatus,
} from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import type { Step, StepState } from '../../ui/status/stepper.tsx'
import { stepLabels, toSteps } from '../../uploads/upload-steps.ts'
import type { TitleEditorTexts } from '../editor-texts.ts'

type StatusFields = Pick<
  Title,
  'status' | 'videoStatus' | 'processing' | 'fileDigest' | 'errorType' | 'streamingLink'
>
type Text = TitleEditorTexts['text']

/** The four-step line of a title: this browser's upload while bytes move, then what the server says (E-1, E-2). */
export function toTitleSteps(title: StatusFields, upload: UploadItem | undefined, text: Text): Step[] {
  if (upload !== undefined && isAtUpload(upload)) return toSteps(upload, text)
  const at = whereIs(title)
  return stepLabels.map((label, index) => {
    const state = stateAt(index, at)
    const progress = state === 'active' ? at.fraction : undefined
    const percent = progress === undefined ? undefined : Math.round(progress * 100)
    const word = text(`ui.uploads.${state}`)
    return {
      label: text(label),
      state,
      progress,
      stateText: percent === undefined ? word : `${word} ${text('ui.editor.percent', { percent })}`,
    }
  })
}

/** Whether the upload itself, not what comes after it, is what there is to show. */
export function isAtUpload({ state }: Pick<UploadItem, 'state'>): boolean {
  if (state.kind === 'processing' || state.kind === 'complete') return false
  if (state.kind === 'failed') return state.phase === 'upload'
  return !('from' in state && state.from.at === 'processing')
}

interface Where {
  /** The step that is being done; 4 when all are. */
  step: number
  state: StepState
  fraction?: number
}

function stateAt(index: number, at: Where): StepState {
  return index < at.step ? 'done' : index === at.step ? at.state : 'waiting'
}

const V = VideoStatus
const active = (step: number, fraction?: number): Where => ({ step, state: 'active', fraction })

function whereIs(title: StatusFields): Where {
  const { videoStatus, status, processing } = title
  if (processing?.step === 'normalise') return active(1, processing.fraction)
  if (processing?.step === 'encode') return active(2, processing.fraction)
  if (processing?.step === 'cover' || processing?.step === 'finish') return active(3)
  if (isVideoFailure(videoStatus) || status === TitleStatus.Error) {
    const state = videoStatus === V.Canceled ? 'paused' : 'error'
    return { step: title.fileDigest === null ? 0 : 2, state }
  }
  if (videoStatus === V.Completed || (videoStatus === null && title.streamingLink !== null))
    return { step: 4, state: 'done' }
  if (videoStatus === V.Normalizing || videoStatus === V.Uploaded) return active(1)
  if (videoStatus === V.Normalized || videoStatus === V.Processing) return active(2)
  if (videoStatus === V.Uploading) return active(0)
  return { step: 0, state: 'waiting' }
}

/** Whether the server still works on the title's video or trailer. */
export function isUnderWay(
  title: StatusFields & Pick<Title, 'trailerStatus' | 'trailerLinkWeb' | 'trailerLinkMobile'>,
): boolean {
  return (
    isVideoInProgress(title.videoStatus) ||
    title.processing !== null ||
    ['uploading', 'processing', 'mobilePending'].includes(toTrailerState(title))
  )
}
