import { isVideoFailure, type Title, TitleStatus, VideoStatus } from '@kinora/core'
import type { Step, StepState } from '../ui/status/stepper.tsx'
import type { UploadTexts } from './texts.ts'
import { stepLabels, toStep } from './upload-steps.ts'

/** What the server says about the file of a title. */
export type ServerFile = Pick<
  Title,
  'status' | 'videoStatus' | 'processing' | 'fileDigest' | 'errorType' | 'streamingLink'
>

/** The four-step line of a file by what the server says (E-1, E-2). */
export function toServerSteps(file: ServerFile, text: UploadTexts['text']): Step[] {
  const at = whereIs(file)
  return stepLabels.map((_, index) => {
    const state = index < at.step ? 'done' : index === at.step ? at.state : 'waiting'
    return toStep(index, state, state === 'active' ? at.fraction : undefined, text)
  })
}

/** Whether the server has processed the file. */
export const isProcessed = (file: ServerFile): boolean => whereIs(file).step === stepLabels.length

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
    const state = videoStatus === V.Canceled ? 'paused' : 'error'
    return { step: file.fileDigest === null ? 0 : 2, state }
  }
  if (videoStatus === V.Completed || (videoStatus === null && file.streamingLink !== null))
    return { step: 4, state: 'done' }
  if (videoStatus === V.Normalizing || videoStatus === V.Uploaded) return active(1)
  if (videoStatus === V.Normalized || videoStatus === V.Processing) return active(2)
  if (videoStatus === V.Uploading) return active(0)
  return { step: 0, state: 'waiting' }
}
