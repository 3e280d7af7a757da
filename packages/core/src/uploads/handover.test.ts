import { describe, expect, it } from 'vitest'
import { sha256, toHex } from './fingerprint.ts'
import { createMemoryFile } from './testing/memory.ts'
import { bytesOf, createKept, createWorld, kindOf } from './testing/world.ts'

const file = (seed = 1, size = 40) => createMemoryFile(bytesOf(size, seed), 'a.mp4')
const target = { tag: 't1', role: 'video' } as const
const id = 'video:t1'
const second = { tag: 't2', role: 'video' } as const
const nameOf = async (bytes: Uint8Array<ArrayBuffer> | undefined) => bytes && toHex(await sha256(bytes))

/** Three of five chunks are sent, two are acknowledged, then the machine is gone. */
async function begun() {
  const world = createWorld({ plan: sending => (sending === 2 ? 'silence' : undefined) })
  const queue = world.open()
  await queue.add([{ ...target, file: file() }])
  await world.until(() => world.line.sent.length === 3)
  await queue.dispose()
  return world
}

describe('UPLOAD-04, UPLOAD-25 begun on one machine, finished on another', () => {
  it('the same file goes on where the server stands, also in the hands of a colleague', async () => {
    const world = await begun()
    world.signIn('u2')
    const queue = world.open({}, createKept())
    expect(await queue.add([{ ...target, file: file(), goOn: true }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 3, 4, 5])
    expect(world.server.bytesOf(target)).toEqual(bytesOf(40, 1))
    await queue.dispose()
  })

  it('another file is refused with its text, and nothing of what the server holds is lost', async () => {
    const world = await begun()
    const queue = world.open({}, createKept())
    for (const other of [file(2), file(1, 41)]) {
      const refused = await queue.add([{ ...target, file: other, goOn: true }])
      expect(refused).toMatchObject([{ path: 'files.0', code: 'upload.otherFile' }])
    }
    expect(await world.server.state(target)).toMatchObject({ nextChunk: 3, totalSize: 40 })
    expect(await queue.add([{ ...target, file: file(), goOn: true }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    await queue.dispose()
  })

  it('C-25 without the wish to go on, another file takes the place of what was begun', async () => {
    const world = await begun()
    const queue = world.open({}, createKept())
    await queue.add([{ ...target, file: file(2) }])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.server.bytesOf(target)).toEqual(bytesOf(40, 2))
    await queue.dispose()
  })

  it('what another kind of client began under a name of its own is known by its content', async () => {
    const world = createWorld()
    const foreign = { identifier: 'their-own-name', fileName: 'b.mp4', totalSize: 40, totalNumberOfChunks: 5 }
    const first = bytesOf(40, 1).slice(0, 8)
    const digest = toHex(await sha256(first))
    await world.server.chunk(target, { ...foreign, chunkNumber: 1, digest, file: new Blob([first]) })
    const queue = world.open()
    expect(await queue.add([{ ...target, file: file(), goOn: true }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([2, 3, 4, 5])
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

  it('is not sent again: the other title has it, and the item says so', async () => {
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

  it('a file that only looks the same is sent whole', async () => {
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

  it('the server is not asked about small files', async () => {
    const world = createWorld()
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.server.calls).not.toContain('offer')
    await queue.dispose()
  })
})
