import { expect, test } from 'vitest'
import { MediaError, type MediaFailure, type MediaPort } from '../ports/media.ts'
import { normaliseSource } from './run.ts'

/** What a step does whose earlier result gives this when it is looked at. */
async function steps(reason?: MediaFailure): Promise<string[]> {
  const done: string[] = []
  const media = {
    async probe() {
      done.push('probe')
      if (reason !== undefined) throw new MediaError(reason, 'as it is told')
    },
    normalise: async () => void done.push('normalise'),
  } as unknown as MediaPort
  await normaliseSource(media, { source: 'film.mp4', scratch: 'scratch' })
  return done
}

test('VIDEO-05 a whole result of an earlier try is used, one that is missing or broken is made again', async () => {
  expect(await steps()).toEqual(['probe'])
  expect(await steps('missing')).toEqual(['probe', 'normalise'])
  expect(await steps('unreadable')).toEqual(['probe', 'normalise'])
})

test('C-137 one that nobody had time to look at is not called missing', async () => {
  await expect(steps('failed')).rejects.toMatchObject({ reason: 'failed' })
  await expect(steps('cancelled')).rejects.toMatchObject({ reason: 'cancelled' })
})
