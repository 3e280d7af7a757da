import { describe, expect, test } from 'vitest'
import { KinoraError } from '../../kernel/errors.ts'
import type { Lock, Transport } from '../ports.ts'
import {
  createMemoryFile,
  createMemoryFiles,
  createMemoryLock,
  createMemoryNetwork,
  createMemoryRecords,
} from '../testing/memory.ts'
import { breathe, bytesOf, createWorld, kindOf } from '../testing/world.ts'

const target = { tag: 't1', role: 'video' } as const
const id = 'video:t1'
const file = (seed = 1) => createMemoryFile(bytesOf(37, seed), 'a.mp4')
const turns = async (count = 30) => {
  for (let turn = 0; turn < count; turn++) await breathe()
}
const ended = (queue: Parameters<typeof kindOf>[0]) => ['complete', 'failed'].includes(kindOf(queue, id)!)

describe('UPLOAD-25 UPLOAD-04 a file takes the place of another, and its first chunk is interrupted', () => {
  test.each(['reset', 'restart', 'silence'] as const)('%s: it goes on all the same', async fault => {
    let from = Number.POSITIVE_INFINITY
    const world = createWorld({ plan: sending => (sending === from ? fault : undefined) })
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'complete')
    from = world.line.sent.length
    expect(await queue.add([{ ...target, file: file(2) }])).toEqual([])
    await world.until(() => ended(queue))
    expect(kindOf(queue, id)).toBe('complete')
    expect(world.server.bytesOf(target)).toEqual(bytesOf(37, 2))
    await queue.dispose()
  })

  test('paused and resumed', async () => {
    let from = Number.POSITIVE_INFINITY
    const world = createWorld({ plan: sending => (sending === from ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'complete')
    from = world.line.sent.length
    await queue.add([{ ...target, file: file(2) }])
    await world.until(() => world.line.sent.length > from)
    queue.pause(id)
    await breathe()
    await queue.resume(id)
    await world.until(() => ended(queue))
    expect(kindOf(queue, id)).toBe('complete')
    await queue.dispose()
  })

  test('killed: it knows still that it may take the place of what was unfinished', async () => {
    let silentAt = 2
    const world = createWorld({ plan: sending => (sending === silentAt ? 'silence' : undefined) })
    let queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => world.line.sent.length === 3)
    await queue.remove(id)
    silentAt = 3
    await queue.add([{ ...target, file: file(2) }])
    await world.until(() => world.line.sent.length === 4)
    await queue.dispose()
    queue = world.open()
    await queue.restore()
    await world.until(() => ended(queue))
    expect(kindOf(queue, id)).toBe('complete')
    await queue.dispose()
  })
})

/** Nobody is signed in while `isIn` says so. */
const guarded =
  (isIn: () => boolean) =>
  (transport: Transport): Transport => {
    const guard =
      <A extends unknown[], R>(call: (...asked: A) => Promise<R>) =>
      (...asked: A): Promise<R> =>
        isIn() ? call(...asked) : Promise.reject(new KinoraError('unauthorised'))
    const { state, chunk, watch } = transport
    return { ...transport, state: guard(state), chunk: guard(chunk), watch: guard(watch) }
  }

describe('UPLOAD-13 SESS-07 signed out while the network was gone', () => {
  test('nothing is sent before the next sign-in, which takes it up', async () => {
    let isIn = true
    const plan = (sending: number) => (sending === 2 ? ('silence' as const) : undefined)
    const world = createWorld({ plan, wrap: guarded(() => isIn) })
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => world.line.sent.length === 3)
    world.network.set(false)
    isIn = false
    world.signIn(undefined)
    queue.signedOut()
    await turns()
    world.network.set(true)
    await turns()
    expect(kindOf(queue, id)).toBe('paused')
    isIn = true
    world.signIn('u1')
    await queue.signedIn()
    await world.until(() => kindOf(queue, id) === 'complete')
    await queue.dispose()
  })

  test('one that was refused for want of a sign-in goes on with it', async () => {
    let isIn = true
    const world = createWorld({ wrap: guarded(() => isIn) })
    const queue = world.open()
    isIn = false
    await queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'failed')
    isIn = true
    await queue.signedIn()
    await world.until(() => kindOf(queue, id) === 'complete')
    await queue.dispose()
  })
})

describe('UPLOAD-19 SESS-15 a tab whose upload has failed', () => {
  test('takes over where another went on with it and died', async () => {
    let mode: 'fail' | 'silent' | 'well' = 'fail'
    const wrap = (transport: Transport): Transport => ({
      ...transport,
      chunk(at, chunk, options) {
        if (mode === 'fail' && chunk.chunkNumber === 3) return Promise.reject(new KinoraError('storageFull'))
        if (mode !== 'silent' || chunk.chunkNumber !== 4) return transport.chunk(at, chunk, options)
        return new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(new Error())))
      },
    })
    const world = createWorld({ wrap })
    const first = world.open()
    await first.add([{ ...target, file: file() }])
    await world.until(() => kindOf(first, id) === 'failed')
    mode = 'silent'
    const second = world.open()
    await second.signedIn()
    await second.resume(id)
    await world.until(() => second.getSnapshot().items[0]?.progress.sentBytes === 24)
    world.clock.advance(600)
    await turns()
    expect(first.getSnapshot().blocked).toBe('session.otherTab')
    mode = 'well'
    await second.dispose()
    await world.until(() => kindOf(first, id) === 'complete')
    await first.dispose()
  })
})

describe('UPLOAD-19 a queue that is disposed of', () => {
  const slow = (): Lock => {
    const lock = createMemoryLock()
    return {
      ...lock,
      async acquire(name) {
        await turns(2)
        return lock.acquire(name)
      },
    }
  }
  test('holds no lock, also where it was asking for it', async () => {
    const world = createWorld()
    const own = {
      ...{ network: createMemoryNetwork(), records: createMemoryRecords() },
      ...{ files: createMemoryFiles(), lock: slow() },
    }
    const one = world.open({}, own)
    const restoring = one.restore()
    await one.dispose()
    await restoring
    await one.signedIn()
    const two = world.open({}, own)
    expect(await two.add([{ ...target, file: file() }])).toEqual([])
    await two.dispose()
  })
})

describe('UPLOAD-03 a file added while another act ends', () => {
  test('starts, whenever that is', async () => {
    for (let microtasks = 0; microtasks < 40; microtasks++) {
      const world = createWorld()
      const queue = world.open()
      void queue.reupload('nothing', file())
      for (let at = 0; at < microtasks; at++) await Promise.resolve()
      expect(await queue.add([{ ...target, file: file() }])).toEqual([])
      await world.until(() => kindOf(queue, id) === 'complete')
      await queue.dispose()
    }
  })
})

describe('SESS-11 files that nobody goes on with', () => {
  test('one that is kept only after its upload has ended is let go', async () => {
    const world = createWorld()
    const files = createMemoryFiles()
    let finish = (): void => undefined
    const put: typeof files.put = async (...kept) => {
      await new Promise<void>(resolve => {
        finish = resolve
      })
      await files.put(...kept)
    }
    const own = {
      ...{ network: createMemoryNetwork(), records: createMemoryRecords() },
      ...{ lock: createMemoryLock(), files: { ...files, put } },
    }
    const queue = world.open({}, own)
    void queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'complete')
    finish()
    await turns()
    expect([...files.stored.keys()]).toEqual([])
    await queue.dispose()
  })

  test('one that is given while its upload is removed is not kept', async () => {
    const world = createWorld({ plan: sending => (sending === 1 ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => world.line.sent.length === 2)
    queue.cancel(id)
    await turns()
    const mending = queue.reupload(id, file())
    for (let at = 0; at < 3; at++) await Promise.resolve()
    await queue.remove(id)
    await mending
    await turns()
    expect([...world.files.stored.keys()]).toEqual([])
    await queue.dispose()
  })
})

describe('UPLOAD-09 UPLOAD-13 a silent disk', () => {
  test('holds up nobody who cancels', async () => {
    const world = createWorld({ plan: sending => (sending === 3 ? 'silence' : undefined) })
    let queue = world.open()
    const memory = file()
    await queue.add([{ ...target, file: memory }])
    await world.until(() => world.line.sent.length === 4)
    await queue.dispose()
    let asked = 0
    const slice: typeof memory.slice = (start, end) => {
      if (start !== 8) return memory.slice(start, end)
      asked += 1
      return new Promise(() => undefined)
    }
    world.files.stored.set(id, { ...memory, slice })
    queue = world.open()
    await queue.restore()
    await world.until(() => asked > 0)
    queue.cancel(id)
    await turns()
    expect(world.server.calls).toContain(`cancel ${id}`)
    await queue.dispose()
  })
})
