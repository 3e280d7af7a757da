import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { retryDelay } from '../../kernel/retry.ts'
import { createMeter, groupsOf, markerOf } from '../machine/progress.ts'
import { withStallTimeout } from '../machine/stall.ts'
import { createFakeClock } from '../testing/clock.ts'
import { createMemoryFile } from '../testing/memory.ts'
import { bytesOf } from '../testing/world.ts'
import { digestOfDigests, fingerprint, sha256 } from './fingerprint.ts'
import { createChunkReader } from './reader.ts'

const hash = (...parts: Uint8Array[]) => parts.reduce((sum, part) => sum.update(part), createHash('sha256'))
const video = { tag: 't1', role: 'video' } as const

describe('UPLOAD-25 the identifier of an upload', () => {
  const name = (content: Uint8Array<ArrayBuffer>, target: Parameters<typeof fingerprint>[1] = video) =>
    fingerprint(createMemoryFile(content, 'a.mp4'), target)

  test('is the same for the same file under any name and from anybody, and another for another title, role, size or content', async () => {
    const content = bytesOf(2_000_000)
    const changed = content.slice()
    changed[1_000_000] = changed[1_000_000]! ^ 1
    const others = await Promise.all([
      name(content, { ...video, tag: 't2' }),
      name(content, { ...video, role: 'trailer' }),
      name(content.slice(0, -1)),
      name(changed),
    ])
    const first = await name(content)
    expect(await fingerprint(createMemoryFile(content, 'b.mp4'), video)).toBe(first)
    expect(new Set([first, ...others]).size).toBe(5)
  })

  test('the digest of digests is SHA-256 over the binary digests in order', async () => {
    const [one, two] = [await sha256(bytesOf(5)), await sha256(bytesOf(6))]
    expect(await digestOfDigests([one, two])).toBe(hash(one, two).digest('hex'))
    expect(await digestOfDigests([])).toBe(hash().digest('hex'))
  })

  test('UPLOAD-01 chunks are cut at the size, the last one shorter, and a file that shrank is unreadable', async () => {
    const file = createMemoryFile(bytesOf(20), 'a.mp4')
    const reader = createChunkReader(file, 8)
    expect([reader.total, [1, 2, 3].map(reader.sizeOf), reader.positionAt(4).sentBytes]).toEqual([
      3,
      [8, 8, 4],
      20,
    ])
    expect((await reader.read(3)).digest).toBe(hash(bytesOf(20).slice(16)).digest('hex'))
    const shrunk = createChunkReader({ ...file, size: 30 }, 8)
    await expect(shrunk.read(4)).rejects.toMatchObject({ issues: [{ code: 'upload.unreadable' }] })
  })
})

describe('UPLOAD-05 UPLOAD-10 C-60 C-61 progress', () => {
  test('CONST-15 CONST-33 counts groups of four and shows the markers', () => {
    expect([1, 4, 5, 8, 9].map(groupsOf)).toEqual([1, 1, 2, 2, 3])
    const uploading = { kind: 'uploading', nextChunk: 1, total: 9, sentBytes: 0, faults: 0 } as const
    const processing = {
      kind: 'processing',
      phase: 'encoding',
      digest: '',
      encoded: true,
      faults: 0,
    } as const
    const states = [uploading, processing, { kind: 'complete', digest: '' }, { kind: 'broken' }] as const
    expect(states.map(markerOf)).toEqual([80, 99, 100, undefined])
  })

  test('UPLOAD-11 tells percent, speed and seconds left from the bytes that moved', () => {
    const clock = createFakeClock()
    const meter = createMeter(clock, 10_000, 1000)
    const state = { kind: 'uploading', nextChunk: 1, total: 10, sentBytes: 0, faults: 0 } as const
    meter.reset(0)
    for (let second = 1; second <= 5; second++) {
      clock.advance(1000)
      meter.move(second * 1000)
    }
    expect(meter.progress(state)).toMatchObject({
      percent: 50,
      speed: 1000,
      secondsLeft: 5,
      groups: { done: 2, total: 3 },
    })
  })
})

describe('UPLOAD-13 a read that is given up', () => {
  test('lets its memory go once it ends after all', async () => {
    let give = (): void => undefined
    let released = 0
    const bytes = bytesOf(8)
    const part = { bytes, blob: new Blob([bytes]), release: () => void released++ }
    const hold = () =>
      new Promise<typeof part>(resolve => {
        give = () => resolve(part)
      })
    const reader = createChunkReader({ ...createMemoryFile(bytesOf(16), 'a.mp4'), hold }, 8)
    const stop = new AbortController()
    const digest = reader.digestOf(1, stop.signal)
    await new Promise(resolve => setTimeout(resolve))
    stop.abort()
    await expect(digest).rejects.toMatchObject({ code: 'aborted' })
    give()
    await expect.poll(() => released).toBe(1)
  })
})

describe('UPLOAD-08 delays and stalls', () => {
  test('spreads retries over the upper half of a doubling delay', () => {
    expect([retryDelay(1, 0), retryDelay(3, 0), retryDelay(3, 1), retryDelay(30, 1)]).toEqual([
      250, 1000, 2000, 30_000,
    ])
    expect([retryDelay(1, 0, 3_000_000), retryDelay(1, 1, 3_000_000)]).toEqual([3_600_000, 3_600_000])
  })

  test('gives up on a call in which nothing moves, sooner where progress is reported', async () => {
    const clock = createFakeClock()
    const limits = { stallAfter: 30_000, silentAfter: 120_000 }
    const never = () => new Promise<never>(() => undefined)
    const options = { signal: new AbortController().signal }
    const silent = withStallTimeout(clock, limits, options, never)
    clock.advance(120_000)
    await expect(silent).rejects.toMatchObject({
      code: 'timeout',
      issues: [{ code: 'upload.stalled', params: { seconds: 120 } }],
    })
    const stalled = withStallTimeout(clock, limits, options, ({ onProgress }) => {
      onProgress?.(5)
      return never()
    })
    clock.advance(30_000)
    await expect(stalled).rejects.toMatchObject({ issues: [{ params: { seconds: 30 } }] })
  })
})
