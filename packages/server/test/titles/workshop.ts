import { TitleStatus } from '@kinora/core'
import { startMediaJobs } from '../../src/pipeline/jobs.ts'
import type { Timing } from '../../src/pipeline/run.ts'
import { MediaError, type MediaPort } from '../../src/ports/media.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../harness.ts'
import { freshClip, makeMedia, sendFile, type TestApi, viewTitle, whenTitle } from './support.ts'

type StepName = 'normalise' | 'ladder' | 'rendition' | 'cover'

/** A server whose real media steps can be watched, held and made to fail. */
export interface Workshop {
  server: TestServer
  api: TestApi
  /** Each try of a job takes it as it is then. */
  timing: Timing
  /** The steps that were begun, in order. */
  steps: StepName[]
  /** Runs before each step, until it is set anew. */
  before: (step: StepName, signal?: AbortSignal) => Promise<void>
  /** A title with a video, ready to be processed; the video is one that no other title has unless it is given. */
  uploaded(draft?: object, by?: TestApi, video?: Uint8Array<ArrayBuffer>): Promise<string>
  /** The title once its processing has come to an end. */
  settled(tag: string, by?: TestApi): ReturnType<typeof viewTitle>
  /** Stands in the way of a step until it is opened or its job is aborted. */
  gate(step: StepName): { reached: Promise<void>; open(): void }
}

export const statusOf = ({ status, videoStatus }: Awaited<ReturnType<typeof viewTitle>>) => [
  status,
  videoStatus,
]

export async function createWorkshop(options: Pick<TestServerOptions, 'blobs'> = {}): Promise<Workshop> {
  const real = await makeMedia()
  const steps: StepName[] = []
  const watched = <K extends StepName>(name: K): MediaPort[K] =>
    (async (step: Parameters<MediaPort[K]>[0]) => {
      steps.push(name)
      await workshop.before(name, step.signal)
      return (real[name] as (step: Parameters<MediaPort[K]>[0]) => unknown)(step)
    }) as MediaPort[K]
  const work = {
    normalise: watched('normalise'),
    ladder: watched('ladder'),
    rendition: watched('rendition'),
    cover: watched('cover'),
  }
  const server = await createTestServer({ ...options, media: { ...real, ...work } })
  const api = server.api('provider')
  const workshop: Workshop = {
    timing: { watch: 50, deadline: 600_000, stall: 600_000, disk: 20 },
    server,
    api,
    steps,
    before: async () => {},
    async uploaded(draft = {}, by = api, video) {
      const { tag } = await by.titles.create({ className: 'Process', ...draft })
      await sendFile(by, tag, video ?? (await freshClip()))
      return tag
    },
    async settled(tag, by = api) {
      await whenTitle(server, tag, ({ status }) => ends.has(status))
      return viewTitle(by, tag)
    },
    gate: step => createGate(workshop, step),
  }
  await startMediaJobs(server.deps, workshop.timing)
  return workshop
}

const ends = new Set<number>([TitleStatus.Completed, TitleStatus.Published, TitleStatus.Error])

function createGate(workshop: Workshop, step: StepName) {
  const [opened, reached] = [createSignal(), createSignal()]
  workshop.before = async (name, signal) => {
    if (name !== step) return
    reached.resolve()
    const aborted = new Promise<never>((_, reject) => {
      const end = () => reject(new MediaError('cancelled', 'aborted'))
      // A signal that was aborted before the step began never says so again.
      if (signal?.aborted) end()
      else signal?.addEventListener('abort', end)
    })
    await Promise.race([opened.promise, aborted])
  }
  const open = () => {
    workshop.before = async () => {}
    opened.resolve()
  }
  return { reached: reached.promise, open }
}

/** A promise that is kept from outside. */
function createSignal() {
  let resolve = () => {}
  const promise = new Promise<void>(keep => {
    resolve = keep
  })
  return { promise, resolve: () => resolve() }
}
