import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { probeMedia } from './probe-media.ts'

/** The frames of an AAC file, of which all reads from `silentFrom` on give nothing. */
class Silent extends Blob {
  readonly #from: number
  #reads = 0
  constructor(bytes: Uint8Array<ArrayBuffer>, from: number) {
    super([bytes])
    this.#from = from
  }
  override slice(start?: number, end?: number): Blob {
    const part = super.slice(start, end)
    this.#reads += 1
    if (this.#reads < this.#from) return part
    return Object.assign(part, { arrayBuffer: () => new Promise<ArrayBuffer>(() => undefined) })
  }
}

const adts = (frames: number) =>
  Uint8Array.from(
    { length: frames * 100 },
    (_, at) => [0xff, 0xf1, 0x50, 0x80, 0x0c, 0x9f, 0xfc][at % 100] ?? 0,
  )

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('UPLOAD-26 a file that falls silent while it is checked', () => {
  test.each([1, 2, 3])('at its read no. %i: said to be unreadable, not damaged', async from => {
    const told = probeMedia(new Silent(adts(40_000), from))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await told).toEqual({ issue: { path: 'file', code: 'upload.unreadable' } })
  })
})
