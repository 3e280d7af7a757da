import type { MessageKey } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import type { Step, StepState } from '../ui/stepper.tsx'

const labels = [
  'ui.uploads.stepUpload',
  'ui.uploads.stepNormalise',
  'ui.uploads.stepEncode',
  'ui.uploads.stepReady',
] as const
const words: Record<StepState, MessageKey> = {
  waiting: 'ui.uploads.waiting',
  active: 'ui.uploads.active',
  paused: 'ui.uploads.paused',
  done: 'ui.uploads.done',
  error: 'ui.uploads.error',
}

/** The four-step line of an upload: upload, normalise, encode, ready. */
export function toSteps(
  item: Pick<UploadItem, 'state' | 'progress'>,
  text: (key: MessageKey) => string,
): Step[] {
  const states = toStates(item.state)
  return labels.map((label, index) => {
    const state = states[index]!
    const measured = index === 0 && (state === 'active' || state === 'paused')
    return {
      label: text(label),
      state,
      stateText: text(words[state]),
      progress: measured ? item.progress.percent / 100 : undefined,
    }
  })
}

function toStates(state: UploadItem['state']): readonly StepState[] {
  switch (state.kind) {
    case 'complete':
      return ['done', 'done', 'done', 'done']
    case 'processing':
      return state.phase === 'normalising'
        ? ['done', 'active', 'waiting', 'waiting']
        : ['done', 'done', 'active', 'waiting']
    case 'failed':
      return state.phase === 'processing'
        ? ['done', 'waiting', 'error', 'waiting']
        : ['error', 'waiting', 'waiting', 'waiting']
    case 'cancelled':
    case 'broken':
      return ['error', 'waiting', 'waiting', 'waiting']
    case 'paused':
      return state.from.at === 'processing'
        ? ['done', 'paused', 'waiting', 'waiting']
        : ['paused', 'waiting', 'waiting', 'waiting']
    case 'retrying':
      return state.from.at === 'processing'
        ? ['done', 'active', 'waiting', 'waiting']
        : ['active', 'waiting', 'waiting', 'waiting']
    case 'waiting':
      return ['waiting', 'waiting', 'waiting', 'waiting']
    default:
      return ['active', 'waiting', 'waiting', 'waiting']
  }
}
