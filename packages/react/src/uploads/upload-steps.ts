import type { ProcessingPhase, UploadItem } from '@kinora/core/uploads'
import type { Step, StepState } from '../ui/status/stepper.tsx'
import type { UploadKey, UploadTexts } from './texts.ts'

/** The four steps of a file, as they are named everywhere. */
export const stepLabels = [
  'ui.uploads.stepUpload',
  'ui.uploads.stepNormalise',
  'ui.uploads.stepEncode',
  'ui.uploads.stepReady',
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
export function toStep(
  index: number,
  state: StepState,
  progress: number | undefined,
  text: UploadTexts['text'],
): Step {
  const word = text(words[state])
  return {
    label: text(stepLabels[index]!),
    state,
    stateText: progress === undefined ? word : `${word} ${Math.floor(progress * 100)}%`,
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
