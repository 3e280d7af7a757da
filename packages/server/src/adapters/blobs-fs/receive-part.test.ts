import { createHash } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BLOCK,
  type Block,
  type Blocks,
  createBlocks,
  createPartFiles,
  PAGE,
  type PartFile,
} from './part-files.ts'
import { receivePart } from './receive-part.ts'

const PART = 4 * BLOCK
const never = new AbortController().signal
const opened = createPartFiles()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-parts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pathOf = (name: string) => join(folder, name)
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Bytes that are nowhere else the same. */
function content(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let at = 0, state = seed + 1; at < size; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}

/** As a line brings them: each piece is good until the next one is asked for. */
async function* pieces(bytes: Uint8Array, size = 262_144): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(size)
  for (let at = 0; at < bytes.byteLength; at += size) {
    const piece = bytes.subarray(at, at + size)
    memory.set(piece)
    yield memory.subarray(0, piece.byteLength)
    memory.fill(0xee)
  }
}

/** Counts what is taken and not given back. */
function countedBlocks(make: () => Block = createBlocks().take) {
  const free: Block[] = []
  const seen = new Set<Block>()
  const counted = { out: 0, seen }
  const blocks: Blocks = {
    take() {
      const block = free.pop() ?? make()
      seen.add(block)
      counted.out += 1
      return block
    },
    give(block) {
      counted.out -= 1
      free.push(block)
    },
  }
  return { blocks, counted }
}

/** Where no disk takes anything from: the system refuses it as one does that knows no writing past its cache. */
const unaligned = (): Block => new Uint8Array(new ArrayBuffer(BLOCK + 1), 1, BLOCK)

interface Arriving {
  offset?: number
  size?: number
  digest?: string
  signal?: AbortSignal
  by?: number
}

const { blocks: shared, counted: sharedCount } = countedBlocks()
const receive = (
  name: string,
  bytes: Uint8Array,
  { offset = 0, size = bytes.byteLength, digest = digestOf(bytes), signal = never, by }: Arriving = {},
  blocks = shared,
) =>
  opened.use(pathOf(name), file =>
    receivePart(file, { number: 1, offset, size, digest, pieces: pieces(bytes, by), signal }, blocks),
  )

describe('a part in blocks', () => {
  test.each([
    0,
    1,
    100,
    PAGE - 1,
    PAGE,
    PAGE + 1,
    262_144,
    BLOCK - 1,
    BLOCK,
    BLOCK + 1,
    BLOCK + PAGE,
    2 * BLOCK,
    3 * BLOCK + 5000,
    PART - 1,
    PART,
  ])('of %i bytes is on the disk as it came, and its digest is told', async size => {
    const bytes = content(size, size)
    for (const by of [262_144, 99_991, 3 * BLOCK]) {
      const name = `size ${size} ${by}`
      expect(await receive(name, bytes, { by })).toEqual({ size, digest: digestOf(bytes) })
      expect((await readFile(pathOf(name))).equals(bytes)).toBe(true)
    }
    expect(sharedCount.out).toBe(0)
  })

  test('leaves what lies beside it, also where it doesn’t begin with a page', async () => {
    for (const offset of [PAGE, PART, 4, PAGE + 1]) {
      const [around, bytes] = [content(offset + 2 * BLOCK, 1), content(BLOCK + 777, offset)]
      const name = `beside ${offset}`
      await receive(name, around)
      await receive(name, bytes, { offset })
      around.set(bytes, offset)
      expect((await readFile(pathOf(name))).equals(around)).toBe(true)
    }
  })

  test('writes nothing beyond what was announced, however much comes', async () => {
    const before = content(PART, 1)
    for (const size of [10, PAGE, BLOCK + 10_000]) {
      await receive(`long ${size}`, before)
      const told = await receive(`long ${size}`, content(3 * BLOCK + 1, 2), { size })
      expect(told.size).toBe(3 * BLOCK + 1)
      const after = await readFile(pathOf(`long ${size}`))
      expect(after.subarray(size).equals(before.subarray(size))).toBe(true)
    }
  })

  test('OPS-02 that is damaged leaves the bytes that lie there as they are, in whichever order they come', async () => {
    const [good, bad] = [content(PART - 5, 7), content(PART - 5, 8)]
    const digest = digestOf(good)
    await receive('late', good)
    expect(await receive('late', bad, { digest })).toEqual({ size: PART - 5, digest: digestOf(bad) })
    await receive('late', good.subarray(0, BLOCK), { size: PART - 5, digest })
    expect((await readFile(pathOf('late'))).equals(good)).toBe(true)
    await receive('early', bad, { digest })
    await receive('early', good)
    expect((await readFile(pathOf('early'))).equals(good)).toBe(true)
  })

  test('never mixes with others that come at the same time, and they use the same memory again', async () => {
    const { blocks, counted } = countedBlocks()
    for (let round = 0; round < 3; round++) {
      const parts = Array.from({ length: 8 }, (_, at) =>
        content(at === 7 ? BLOCK + 4321 : 2 * BLOCK, 10 * round + at),
      )
      const stop = new AbortController()
      const stopped = receive('left', content(PART, 99), { signal: stop.signal, by: 50_000 }, blocks)
      setImmediate(() => stop.abort(new Error('enough')))
      const told = await Promise.all([
        ...parts.map((bytes, at) =>
          receive('mixed', bytes, { offset: at * 2 * BLOCK, by: 77_777 + at }, blocks),
        ),
        stopped.catch(() => undefined),
      ])
      expect(told.slice(0, 8)).toEqual(
        parts.map(bytes => ({ size: bytes.byteLength, digest: digestOf(bytes) })),
      )
      expect((await readFile(pathOf('mixed'))).equals(Buffer.concat(parts))).toBe(true)
    }
    expect(counted.out).toBe(0)
    expect(counted.seen.size).toBeLessThanOrEqual(20)
  })
})

describe('memory for blocks', () => {
  test('begins with a page, is never handed out twice and is used again', () => {
    const blocks = createBlocks()
    const taken = Array.from({ length: 40 }, () => blocks.take())
    for (const [at, block] of taken.entries()) block.fill(at)
    expect(taken.every((block, at) => block[0] === at && block[BLOCK - 1] === at)).toBe(true)
    expect(taken.every(block => block.byteOffset % PAGE === 0 && block.byteLength === BLOCK)).toBe(true)
    for (const block of taken) blocks.give(block)
    const places = new Set(taken)
    expect(taken.every(() => places.has(blocks.take()))).toBe(true)
  })
})

describe('a disk that doesn’t take blocks past the system’s cache', () => {
  test('has the same bytes in the end, also of parts that come at the same time', async () => {
    const { blocks } = countedBlocks(unaligned)
    const parts = Array.from({ length: 6 }, (_, at) => content(2 * BLOCK, at))
    const told = await Promise.all(
      parts.map((bytes, at) => receive('unfit', bytes, { offset: at * 2 * BLOCK }, blocks)),
    )
    expect(told.map(({ digest }) => digest)).toEqual(parts.map(digestOf))
    expect((await readFile(pathOf('unfit'))).equals(Buffer.concat(parts))).toBe(true)
  })

  test('is asked once; what it refuses for another reason is said', async () => {
    await opened.use(pathOf('asked'), async file => {
      const isTaken = await file.writeDirect(unaligned().subarray(0, PAGE), 0)
      // Some file systems take whatever comes.
      expect(await file.writeDirect(createBlocks().take().subarray(0, PAGE), 0)).toBe(isTaken)
    })
  })
})

describe('a part that ends early', () => {
  /** Holds back what is written until it is let go, and counts what is going on. */
  function held(file: PartFile) {
    const state = { going: 0, begun: 0, release: (): void => {} }
    const open = new Promise<void>(resolve => {
      state.release = resolve
    })
    const writeDirect: PartFile['writeDirect'] = async (...asked) => {
      state.going += 1
      state.begun += 1
      await open
      return file.writeDirect(...asked).finally(() => {
        state.going -= 1
      })
    }
    return { file: { ...file, writeDirect }, state }
  }

  test.each([
    ['small pieces', 65_536],
    ['one large piece', PART],
  ])('in %s: nothing is being written once it has rejected, and no block is begun', async (_name, by) => {
    const { blocks, counted } = countedBlocks()
    await opened.use(pathOf(`early ${by}`), async real => {
      const { file, state } = held(real)
      const stop = new AbortController()
      let isOver = false
      const part = {
        number: 1,
        offset: 0,
        size: PART,
        digest: digestOf(content(PART, 3)),
        pieces: pieces(content(PART, 3), by),
        signal: stop.signal,
      }
      const work = receivePart(file, part, blocks).catch((error: unknown) => {
        isOver = true
        return error
      })
      await expect.poll(() => state.going).toBe(1)
      stop.abort(new Error('another one has it'))
      for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
      expect([isOver, state.going]).toEqual([false, 1])
      state.release()
      expect(await work).toEqual(new Error('another one has it'))
      expect([state.going, state.begun, counted.out]).toEqual([0, 1, 0])
    })
  })

  test('by an error of the disk gives its blocks back once nobody writes them', async () => {
    const { blocks, counted } = countedBlocks()
    const path = pathOf('closed')
    const handle = await open(path, 'w+')
    const file: PartFile = {
      handle,
      writeDirect: async () => false,
      sync: () => handle.datasync(),
      close: () => handle.close(),
    }
    await handle.close()
    const part = {
      number: 1,
      offset: 0,
      size: PART,
      digest: digestOf(content(PART, 3)),
      pieces: pieces(content(PART, 3)),
      signal: never,
    }
    await expect(receivePart(file, part, blocks)).rejects.toMatchObject({ code: 'EBADF' })
    expect(counted.out).toBe(0)
  })
})
