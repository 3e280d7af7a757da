import {
  TitleStatus as S,
  type TitleEvent,
  titleStatus,
  VideoStatus as V,
  type VideoEvent,
  videoStatus,
} from '../status.ts'
import { toRetry, toTitleTimeLimit } from '../stuck.ts'
import type { Act } from './explore.ts'

/** Everything about a title's file that the machines, the upload and the job queue know. */
export interface Video {
  status: S
  video: V | null
  /** A file is stored whole; it may be that of the upload before. */
  file: boolean
  upload: 'none' | 'receiving' | 'complete'
  /** The job that is wanted: none, in the queue, or lost with a process that died or a database that was put back. */
  job: 'none' | 'queued' | 'lost'
}
export const fresh: Video = { status: S.Incomplete, video: null, file: false, upload: 'none', job: 'none' }

/** As the repository does it: both machines move, or neither. */
function move(state: Video, event: TitleEvent, video?: VideoEvent): Video | undefined {
  if (!titleStatus.can(state.status, event)) return undefined
  const first = video === 'startUpload' && state.video === null
  if (video !== undefined && !first && !(state.video !== null && videoStatus.can(state.video, video))) {
    return undefined
  }
  const next = first ? V.Uploading : state.video
  return {
    ...state,
    status: titleStatus.next(state.status, event),
    video: video === undefined || first ? next : videoStatus.next(state.video!, video),
  }
}

const idle = { job: 'none' } as const
const withChange = (moved: Video | undefined, change: Partial<Video>) => moved && { ...moved, ...change }

function process(state: Video): Video[] {
  if (!state.file) return []
  const begun = [move(state, 'normalise', 'normalise'), move(state, 'encode', 'encode')]
  return begun.flatMap(moved => (moved === undefined ? [] : [{ ...moved, job: 'queued' as const }]))
}

function rescue(state: Video, then: (state: Video) => Video | undefined): Video | undefined {
  const plan = toRetry({ status: state.status, videoStatus: state.video, hasFile: state.file })
  if (plan === undefined) return undefined
  const stay = toTitleTimeLimit({ status: state.status, videoStatus: state.video })
  const isAlive = stay === 'person' && plan.move !== undefined
  if (isAlive) return undefined
  const moved = plan.move === undefined ? state : move(state, plan.move.event, plan.move.video)
  const ended = withChange(moved, { ...idle, upload: plan.move?.event === 'cancel' ? 'none' : state.upload })
  if (plan.move !== undefined && ended === undefined)
    throw new Error(`no rescue from ${JSON.stringify(state)}`)
  return plan.next === undefined ? ended : (then(ended!) ?? ended)
}

const publish = (state: Video) => move(move(state, 'publish') ?? state, 'published')
const byPlan = (at: number) => (state: Video) =>
  rescue(state, ended => (ended.status === S.Completed ? publish(ended) : process(ended)[at]))

const whileWanted = (event: TitleEvent, video: VideoEvent | undefined, change: Partial<Video> = {}) => {
  return (state: Video) =>
    state.job === 'queued' ? withChange(move(state, event, video), change) : undefined
}

export const videoActs: readonly Act<Video>[] = [
  {
    name: 'begin an upload',
    by: 'person',
    act: state => withChange(move(state, 'startUpload', 'startUpload'), { ...idle, upload: 'receiving' }),
  },
  {
    name: 'a chunk arrives',
    by: 'person',
    act: state =>
      state.upload === 'receiving' && state.video === V.Uploading ? move(state, 'firstChunk') : undefined,
  },
  {
    name: 'the last chunk arrives',
    by: 'person',
    act: state =>
      state.upload === 'receiving'
        ? withChange(move(state, 'lastChunk', 'lastChunk'), { upload: 'complete', file: true })
        : undefined,
  },
  {
    name: 'the file is no video',
    by: 'accident',
    act: state =>
      state.upload === 'receiving' ? withChange(move(state, 'fail', 'fail'), { upload: 'none' }) : undefined,
  },
  { name: 'ask for processing, levelled', by: 'person', act: state => process(state)[0] },
  { name: 'ask for processing', by: 'person', act: state => process(state).at(-1) },
  {
    name: 'cancel',
    by: 'person',
    act: state => {
      const upload = state.upload === 'receiving' ? 'none' : state.upload
      return withChange(move(state, 'cancel', 'cancel'), { ...idle, upload })
    },
  },
  { name: 'publish', by: 'person', act: state => publish(state) },
  { name: 'unpublish', by: 'person', act: state => move(state, 'unpublish') },
  { name: 'get it out, levelled', by: 'person', act: byPlan(0) },
  { name: 'get it out', by: 'person', act: byPlan(1) },
  {
    name: 'level the sound',
    by: 'pipeline',
    act: state => {
      if (state.job !== 'queued' || state.status !== S.NormalisationQueued) return undefined
      const isLevelled = state.video === V.Normalizing ? V.Normalized : state.video
      return move({ ...state, video: isLevelled }, 'encode', 'encode')
    },
  },
  {
    name: 'die between normalised and encode',
    by: 'accident',
    act: state =>
      state.status === S.NormalisationQueued && state.video === V.Normalizing
        ? { ...state, video: V.Normalized }
        : undefined,
  },
  { name: 'encode', by: 'pipeline', act: whileWanted('encoded', undefined) },
  { name: 'complete', by: 'pipeline', act: whileWanted('complete', 'complete', idle) },
  { name: 'fail', by: 'pipeline', act: whileWanted('fail', 'fail', idle) },
  { name: 'stop half-way through publishing', by: 'accident', act: state => move(state, 'publish') },
  {
    name: 'lose the job',
    by: 'accident',
    act: state => (state.job === 'queued' ? { ...state, job: 'lost' } : undefined),
  },
  {
    name: 'start the server again',
    by: 'accident',
    act: state => (state.job === 'lost' ? { ...state, job: 'queued' } : undefined),
  },
  {
    name: 'lose the stored file',
    by: 'accident',
    act: state => (state.file ? { ...state, file: false } : undefined),
  },
]
