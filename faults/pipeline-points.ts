import type { Deps } from '../packages/server/src/deps.ts'

/** The steps of processing in their order, each with the moments in which a server can die in it. */
export const pipelineSteps = {
  video: [
    ['normalise', 'begin', 'middle', 'end'],
    ['ladder', 'begin', 'middle', 'end'],
    ['adopt streams', 'begin', 'end'],
    ['cover', 'begin', 'end'],
    ['adopt covers', 'begin', 'end'],
    ['discard', 'begin', 'end'],
  ],
  trailer: [
    ['normalise', 'begin', 'middle', 'end'],
    ['ladder', 'begin', 'middle', 'end'],
    ['adopt web', 'begin', 'end'],
    ['rendition', 'begin', 'middle', 'end'],
    ['adopt mobile', 'begin', 'end'],
    ['discard', 'begin', 'end'],
  ],
} as const

export type Role = keyof typeof pipelineSteps

/** `video ladder:middle` and so on. */
export const pointsOf = (role: Role): string[] =>
  pipelineSteps[role].flatMap(([step, ...moments]) => moments.map(moment => `${role} ${step}:${moment}`))

const mediaSteps = ['normalise', 'ladder', 'rendition', 'cover'] as const

/** The same ports, but this process dies with -9 at the one point. */
export function withFault(deps: Deps, point: string | undefined): Deps {
  if (point === undefined) return deps
  const reach = (path: string, step: string, moment: string) => {
    const role = /(video|trailer)-/.exec(path)?.[1]
    if (`${role} ${step}:${moment}` === point) process.kill(process.pid, 'SIGKILL')
  }
  const around = async <T>(path: string, step: string, act: () => Promise<T>): Promise<T> => {
    reach(path, step, 'begin')
    const result = await act()
    reach(path, step, 'end')
    return result
  }
  const media = { ...deps.media }
  for (const step of mediaSteps) {
    const real = deps.media[step] as (input: StepInput) => Promise<never>
    media[step] = ((input: StepInput) => {
      const path = input.target ?? input.targetFolder ?? ''
      const onProgress = (part: number) => {
        reach(path, step, 'middle')
        input.onProgress?.(part)
      }
      return around(path, step, () => real({ ...input, onProgress }))
    }) as never
  }
  return { ...deps, media, blobs: { ...deps.blobs, ...createBlobs(deps, around) } }
}

interface StepInput {
  target?: string
  targetFolder?: string
  onProgress?: (part: number) => void
}

type Around = <T>(path: string, step: string, act: () => Promise<T>) => Promise<T>

function createBlobs({ blobs }: Deps, around: Around): Pick<Deps['blobs'], 'adopt' | 'scratch'> {
  return {
    adopt(prefix, folder) {
      const kind = prefix.startsWith('trailers/') ? prefix.split('/').at(-2)! : prefix.split('/')[0]!
      return around(folder, `adopt ${kind}`, () => blobs.adopt(prefix, folder))
    },
    async scratch(name) {
      const scratch = await blobs.scratch(name)
      return { ...scratch, discard: () => around(name, 'discard', () => scratch.discard()) }
    },
  }
}
