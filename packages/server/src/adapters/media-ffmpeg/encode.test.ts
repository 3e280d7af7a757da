import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancelledBy } from '../../ports/media.ts'
import { inspect } from './encode.ts'
import type { Engine } from './engine.ts'

const unasked = () => Promise.reject(new Error('not asked for'))
/** A program that looks at the file until it is killed. */
const endless: Engine = {
  name: 'endless',
  inspect: (_file, signal) =>
    new Promise((_, reject) => {
      signal!.addEventListener('abort', () => reject(cancelledBy(signal!)))
    }),
  encode: unasked,
  still: unasked,
  loudness: unasked,
  packets: unasked,
  silences: unasked,
}

const limit = new DOMException('The operation was aborted due to timeout', 'TimeoutError')

describe('VIDEO-14, C-137 a file that the media program does not come to an end with', () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  afterEach(() => void timeout.mockRestore())

  test('is not called unreadable after a minute, but looked at by another try', async () => {
    const looking = inspect(endless, import.meta.filename)
    const told = expect(looking).rejects.toMatchObject({ reason: 'failed', retryable: true, cause: limit })
    await expect.poll(() => timeout.mock.calls).toEqual([[60_000]])
    late.abort(limit)
    await told
  })

  test('says so too where the limit is that of whoever asks', async () => {
    const looking = inspect(endless, import.meta.filename, AbortSignal.abort(limit))
    await expect(looking).rejects.toMatchObject({ reason: 'cancelled', cause: limit })
  })
})
