import { afterEach, describe, expect, test, vi } from 'vitest'
import { MediaError } from '../../ports/media.ts'
import { inspect } from './encode.ts'
import type { Engine } from './engine.ts'

const unasked = () => Promise.reject(new Error('not asked for'))
/** A program that looks at the file until it is killed. */
const endless: Engine = {
  name: 'endless',
  inspect: (_file, signal) =>
    new Promise((_, reject) => {
      signal!.addEventListener('abort', () => reject(new MediaError('cancelled', 'aborted')))
    }),
  encode: unasked,
  still: unasked,
  loudness: unasked,
  packets: unasked,
  silences: unasked,
}

describe('VIDEO-14 a file that the media program never comes to an end with', () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  afterEach(() => void timeout.mockRestore())

  test('is unreadable after a minute', async () => {
    const looking = inspect(endless, import.meta.filename)
    const told = expect(looking).rejects.toMatchObject({ reason: 'unreadable' })
    await expect.poll(() => timeout.mock.calls).toEqual([[60_000]])
    late.abort()
    await told
  })
})
