import { describe, expect, test } from 'vitest'
import { sha256, toHex } from '../file/fingerprint.ts'
import type { FileSource } from '../ports.ts'
import { createKilledWorld, file, id, target } from '../testing/killed.ts'
import { createMemoryDigests, createMemoryFile } from '../testing/memory.ts'
import { bytesOf, createStored, createWorld, kindOf } from '../testing/world.ts'

const second = { tag: 't2', role: 'video' } as const
const nameOf = async (bytes: Uint8Array<ArrayBuffer> | undefined) => bytes && toHex(await sha256(bytes))

describe('UPLOAD-04, UPLOAD-25 begun on one machine, finished on another', () => {
  test('the same file goes on where the server stands, also in the hands of a colleague', async () => {
    const world = await createKilledWorld()
    world.signIn('u2')
    const queue = world.open({}, createStored())
    expect(await queue.add([{ ...target, file: file(), resume: true }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 3, 4, 5])
    expect(world.server.bytesOf(target)).toEqual(bytesOf(40, 1))
    await queue.dispose()
  })

  test('another file is refused with its text, and nothing of what the server holds is lost', async () => {
    const world = await createKilledWorld()
    const queue = world.open({}, createStored())
    for (const other of [file(2), file(1, 41)]) {
      const refused = await queue.add([{ ...target, file: other, resume: true }])
      expect(refused).toMatchObject([{ path: 'files.0', code: 'upload.otherFile' }])
    }
    expect(await world.server.state(target)).toMatchObject({ nextChunk: 3, totalSize: 40 })
    expect(await queue.add([{ ...target, file: file(), resume: true }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    await queue.dispose()
  })

  test('C-25 without the wish to go on, another file takes the place of what was begun', async () => {
    const world = await createKilledWorld()
    const queue = world.open({}, createStored())
    await queue.add([{ ...target, file: file(2) }])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.server.bytesOf(target)).toEqual(bytesOf(40, 2))
    await queue.dispose()
  })

  test('what another kind of client began under a name of its own is known by its content', async () => {
    const world = createWorld()
    const foreign = { identifier: 'their-own-name', fileName: 'b.mp4', totalSize: 40, totalNumberOfChunks: 5 }
    const first = bytesOf(40, 1).slice(0, 8)
    const digest = toHex(await sha256(first))
    await world.server.chunk(target, { ...foreign, chunkNumber: 1, digest, file: new Blob([first]) })
    const queue = world.open()
    expect(await queue.add([{ ...target, file: file(), resume: true }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([2, 3, 4, 5])
    await queue.dispose()
  })
})

describe('UPLOAD-04, UPLOAD-25 going on after a kill where digests were kept', () => {
  const chunkSize = 300_000
  /** Samples are taken of the first, the middle and the last part: a byte of the second chunk is in none of them. */
  const content = (changed = 0) => {
    const bytes = bytesOf(8 * chunkSize, 5)
    bytes[chunkSize + 10] = bytes[chunkSize + 10]! ^ changed
    return bytes
  }

  /** Four of eight chunks are acknowledged, then the process is gone. */
  async function killed() {
    const world = createWorld({ chunkSize, plan: sending => (sending === 4 ? 'silence' : undefined) })
    const digests = createMemoryDigests()
    const queue = world.open({ reuseAbove: Number.POSITIVE_INFINITY })
    await queue.add([{ ...target, file: { ...createMemoryFile(content(), 'a.mp4'), digests } }])
    await world.until(() => world.line.sent.length === 5)
    await queue.dispose()
    const reads: number[] = []
    const watched = (bytes: Uint8Array<ArrayBuffer>): FileSource => {
      const file = createMemoryFile(bytes, 'a.mp4')
      const slice = (start: number, end: number) => {
        if (end - start === chunkSize) reads.push(start / chunkSize + 1)
        return file.slice(start, end)
      }
      return { ...file, slice, digests }
    }
    const goOn = async (file: FileSource) => {
      const queue = world.open({ reuseAbove: Number.POSITIVE_INFINITY }, createStored())
      await queue.add([{ ...target, file }])
      return queue
    }
    return { world, digests, reads, watched, goOn }
  }

  test('the next chunk goes out before one of those before is read again; all are read before the last', async () => {
    const { world, digests, reads, watched, goOn } = await killed()
    const queue = await goOn(watched(content()))
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 4, 5, 5, 6, 7, 8])
    expect(reads[0]).toBe(5)
    expect(new Set(reads)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    expect(await nameOf(world.server.bytesOf(target))).toBe(await nameOf(content()))
    expect(await digests.load()).toEqual([])
    await queue.dispose()
  })

  test('a file that only looks untouched is refused before it is whole', async () => {
    const { world, watched, goOn } = await killed()
    const queue = await goOn(watched(content(1)))
    await world.until(() => kindOf(queue, id) === 'failed')
    expect(queue.getSnapshot().items[0]?.state).toMatchObject({
      error: { issues: [{ code: 'upload.otherFile' }] },
    })
    expect(await world.server.state(target)).toMatchObject({ complete: false })
    expect(world.line.sent).not.toContain(8)
    await queue.dispose()
  })

  test('what was kept wrongly costs a reading, not the upload', async () => {
    const { world, digests, watched, goOn } = await killed()
    digests.keep(2, new Uint8Array(32))
    const queue = await goOn(watched(content()))
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 4, 5, 5, 6, 7, 8])
    await queue.dispose()
  })
})

describe('a file that the platform holds already', () => {
  const chunkSize = 262_144
  const large = () => bytesOf(4 * chunkSize, 3)

  async function held() {
    const world = createWorld({ chunkSize })
    const queue = world.open({ reuseAbove: 0 })
    await queue.add([{ ...target, file: createMemoryFile(large(), 'a.mp4') }])
    await world.until(() => kindOf(queue, id) === 'complete')
    return { world, queue }
  }

  test('is not sent again: the other title has it, and the item says so', async () => {
    const { world, queue } = await held()
    await queue.add([{ ...second, file: createMemoryFile(large(), 'b.mp4') }])
    await world.until(() => kindOf(queue, 'video:t2') === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 4])
    expect(await nameOf(world.server.bytesOf(second))).toBe(await nameOf(large()))
    const [one, two] = queue.getSnapshot().items.map(item => item.state)
    expect(one).not.toHaveProperty('reused')
    expect(two).toMatchObject({ kind: 'complete', reused: true })
    await queue.dispose()
  })

  test('a file that only looks the same is sent whole', async () => {
    const { world, queue } = await held()
    const other = large()
    other[300_000] = other[300_000]! ^ 1
    await queue.add([{ ...second, file: createMemoryFile(other, 'b.mp4') }])
    await world.until(() => kindOf(queue, 'video:t2') === 'complete')
    expect(world.server.calls.filter(call => call === 'prove')).toHaveLength(1)
    expect(world.line.sent).toEqual([1, 2, 3, 4, 1, 2, 3, 4])
    expect(await nameOf(world.server.bytesOf(second))).toBe(await nameOf(other))
    await queue.dispose()
  })

  test('the server is not asked about small files', async () => {
    const world = createWorld()
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.server.calls).not.toContain('offer')
    await queue.dispose()
  })
})
