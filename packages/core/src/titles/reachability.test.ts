import { describe, expect, test } from 'vitest'
import { TitleStatus as S, trailerState } from './status.ts'
import { toTitleTimeLimit, trailerTimeLimits } from './stuck.ts'
import { type Act, explore, leadingTo, others } from './testing/explore.ts'
import { none, type Trailer, trailerActs } from './testing/trailer.ts'
import { fresh, type Video, videoActs } from './testing/video.ts'

type World = { deleted: false; video: Video; trailer: Trailer } | { deleted: true }

/** Every act on the product of both, and deletion. */
const acts: readonly Act<World>[] = [
  ...videoActs.map(({ name, by, act }) => ({
    name,
    by,
    act: (world: World): World | undefined => {
      const video = world.deleted ? undefined : act(world.video)
      return video && ({ ...world, video } as World)
    },
  })),
  ...trailerActs.map(({ name, by, act }) => ({
    name,
    by,
    act: (world: World): World | undefined => {
      const trailer = world.deleted ? undefined : act(world.trailer)
      return trailer && ({ ...world, trailer } as World)
    },
  })),
  { name: 'delete', by: 'person', act: world => (world.deleted ? undefined : { deleted: true }) },
]

const ends: ReadonlySet<S> = new Set([S.Published, S.Unpublished, S.Completed])

describe('E-1, E-2, E-3: a walk over title, video, trailer, upload and job, with every accident', () => {
  const whole = explore<World>({ deleted: false, video: fresh, trailer: none }, acts)

  test('it meets every status', () => {
    const found = new Set(
      [...whole.states.values()].flatMap(world => (world.deleted ? [] : [world.video.status])),
    )
    expect([...found].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    const trailers = [...whole.states.values()].flatMap(world => (world.deleted ? [] : [world.trailer.state]))
    expect(new Set(trailers)).toEqual(new Set(Object.keys(trailerTimeLimits)))
  })

  test('every state has a way to Published, Unpublished, Completed or deleted', () => {
    const isEnd = (world: World) => world.deleted || ends.has(world.video.status)
    expect(
      others(
        whole,
        leadingTo(whole, isEnd, () => true),
      ),
    ).toEqual([])
  })

  test('and not by deleting: every title that is left has a way to Published with a whole trailer or none', () => {
    const isEnd = (world: World) =>
      !world.deleted &&
      world.video.status === S.Published &&
      ['none', 'completed'].includes(world.trailer.state)
    const good = leadingTo(whole, isEnd, ({ by }) => by !== 'accident')
    expect(others(whole, good)).toEqual([JSON.stringify({ deleted: true })])
  })
})

describe('a person always has an act, whatever the pipeline does or fails to do', () => {
  const byPerson = ({ by }: { by: string }) => by === 'person'
  const videos = explore(fresh, videoActs)
  const trailers = explore(none, trailerActs)

  test('a title that stands still gets out by one act: the button', () => {
    for (const [key, state] of videos.states) {
      if (toTitleTimeLimit({ status: state.status, videoStatus: state.video }) === 'person') continue
      const out = videos.moves.get(key)!.filter(({ name }) => name.startsWith('get it out'))
      expect(out.length, `from ${key}`).toBeGreaterThan(0)
      for (const { to } of out) {
        const { status, job } = videos.states.get(to)!
        const isAlive = job === 'queued' || ends.has(status) || status === S.Error || status === S.Incomplete
        expect(isAlive, `${key} to ${to}`).toBe(true)
      }
    }
  })

  test('and so does a trailer', () => {
    for (const [key, { state }] of trailers.states) {
      if (trailerTimeLimits[state] === 'person') continue
      const out = trailers.moves.get(key)!.filter(({ name }) => name === 'get the trailer out')
      expect(out.length, `from ${key}`).toBeGreaterThan(0)
      for (const { to } of out) {
        const after = trailers.states.get(to)!
        expect(after.job === 'queued' || trailerTimeLimits[after.state] === 'person', `${key} to ${to}`).toBe(
          true,
        )
      }
    }
  })

  test('without any luck of the pipeline another file can always be sent, or the title is done', () => {
    const canSend = (state: Video) => state.status === S.Uploaded || ends.has(state.status)
    expect(others(videos, leadingTo(videos, canSend, byPerson))).toEqual([])
    const isWhole = (state: Trailer) => state.file && state.upload === 'complete'
    const isFree = (state: Trailer) => isWhole(state) || trailerState.can(state.state, 'remove')
    expect(others(trailers, leadingTo(trailers, isFree, byPerson))).toEqual([])
  })

  test('every status that waits for a machine has a longest stay, and every other waits for a person', () => {
    for (const [key, state] of videos.states) {
      const stay = toTitleTimeLimit({ status: state.status, videoStatus: state.video })
      const waits = state.job !== 'none' || state.upload === 'receiving'
      if (waits) expect(stay, `from ${key}`).not.toBe('person')
    }
  })
})
