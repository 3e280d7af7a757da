import { describe, expect, test } from 'vitest'
import { createDigestClient } from './digest-client.ts'
import { digestPart } from './digest-part.ts'
import DigestWorker from './digest-worker.ts?worker'

const file = new File([Uint8Array.from({ length: 100_003 }, (_, at) => (at * 31) % 251)], 'a.mp4')

describe('UPLOAD-01 digests of parts', () => {
  test('a worker says the same as the page would, for several questions at once', async () => {
    const digest = createDigestClient(() => new DigestWorker())
    const parts = [
      [0, 65_536],
      [65_536, 100_003],
      [7, 7],
    ] as const
    const told = await Promise.all(parts.map(([start, end]) => digest(file, start, end)))
    expect(told).toEqual(await Promise.all(parts.map(([start, end]) => digestPart(file, start, end))))
  })

  test('parts of several files, asked for in turn', async () => {
    const digest = createDigestClient(() => new DigestWorker())
    const other = new File(['another file'], 'b.mp4')
    for (const [of, start, end] of [
      [file, 0, 10],
      [other, 0, 5],
      [file, 10, 20],
      [other, 5, 12],
      [other, 0, 12],
      [file, 20, 100_003],
    ] as const)
      expect(await digest(of, start, end)).toEqual(await digestPart(of, start, end))
  })

  test('a part that is not there is refused', async () => {
    const digest = createDigestClient(() => new DigestWorker())
    await expect(digest(file, 100_000, 100_010)).rejects.toThrow('cannot be read')
    expect(await digest(file, 0, 1)).toHaveLength(32)
  })

  test.each([
    ['cannot be loaded', () => new Worker('/there-is-no-such-worker.js')],
    ['never answers', () => new Worker(URL.createObjectURL(new Blob([''])))],
    [
      'is forbidden',
      () => {
        throw new DOMException('refused by the page’s rules', 'SecurityError')
      },
    ],
  ])('where the worker %s the page computes them', async (_, start) => {
    const digest = createDigestClient(start, 500)
    expect(await digest(file, 0, 10)).toEqual(await digestPart(file, 0, 10))
    expect(await digest(file, 5, 10)).toEqual(await digestPart(file, 5, 10))
  })
})
