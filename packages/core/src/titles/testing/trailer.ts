import { type TrailerEvent, type TrailerState, trailerState } from '../status.ts'
import { toTrailerRetry, trailerTimeLimits } from '../stuck.ts'
import type { Act } from './explore.ts'
import type { Video } from './video.ts'

export interface Trailer {
  state: TrailerState
  file: boolean
  /** A trailer from before is whole. */
  before: boolean
  upload: Video['upload']
  job: Video['job']
}
export const none: Trailer = { state: 'none', file: false, before: false, upload: 'none', job: 'none' }
const idle = { job: 'none' } as const

function step(state: Trailer, event: TrailerEvent, change: Partial<Trailer> = {}): Trailer | undefined {
  if (!trailerState.can(state.state, event)) return undefined
  const to = trailerState.next(state.state, event)
  const next = { ...state, state: to, ...change }
  return event === 'cancel' && state.before ? { ...next, state: 'completed' } : next
}
const dropped = { ...idle, upload: 'none', file: false } as const
const encodeTrailer = (state: Trailer) =>
  state.file && state.upload === 'complete' ? step(state, 'encode', { job: 'queued' }) : undefined

function rescueTrailer(state: Trailer): Trailer | undefined {
  const plan = toTrailerRetry(
    state.state,
    state.file && (state.state !== 'uploading' || state.upload === 'complete'),
  )
  if (plan === undefined || (trailerTimeLimits[state.state] === 'person' && plan.move !== undefined))
    return undefined
  if (plan.move === 'cancel') return step(state, 'cancel', dropped)
  const ended = plan.move === undefined ? state : step(state, plan.move, idle)
  return plan.next === 'process' ? step(ended!, 'encode', { job: 'queued' }) : ended
}

export const trailerActs: readonly Act<Trailer>[] = [
  {
    name: 'begin a trailer',
    by: 'person',
    act: state =>
      step(state, 'upload', {
        ...dropped,
        upload: 'receiving',
        before: state.state === 'completed' || state.before,
      }),
  },
  {
    name: 'the last chunk of the trailer',
    by: 'person',
    act: state => (state.upload === 'receiving' ? { ...state, upload: 'complete', file: true } : undefined),
  },
  {
    name: 'the trailer is no video',
    by: 'accident',
    act: state => (state.upload === 'receiving' ? step(state, 'fail', dropped) : undefined),
  },
  { name: 'ask for the trailer', by: 'person', act: encodeTrailer },
  { name: 'cancel the trailer', by: 'person', act: state => step(state, 'cancel', dropped) },
  {
    name: 'remove the trailer',
    by: 'person',
    act: state => step(state, 'remove', { ...dropped, before: false }),
  },
  { name: 'get the trailer out', by: 'person', act: rescueTrailer },
  {
    name: 'make the web half',
    by: 'pipeline',
    act: state => (state.job === 'queued' ? step(state, 'webLink', { before: false }) : undefined),
  },
  {
    name: 'make the mobile half',
    by: 'pipeline',
    act: state => (state.job === 'queued' ? step(state, 'mobileLink', idle) : undefined),
  },
  {
    name: 'fail the trailer',
    by: 'pipeline',
    act: state => (state.job === 'queued' ? step(state, 'fail', idle) : undefined),
  },
  {
    name: 'lose the job of the trailer',
    by: 'accident',
    act: state => (state.job === 'queued' ? { ...state, job: 'lost' } : undefined),
  },
  {
    name: 'lose the file of the trailer',
    by: 'accident',
    act: state => (state.file ? { ...state, file: false } : undefined),
  },
]
