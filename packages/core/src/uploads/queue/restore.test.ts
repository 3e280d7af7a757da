import { describe, expect, test, vi } from 'vitest'
import { KinoraError } from '../../kernel/errors.ts'
import { createMessages } from '../../kernel/messages.ts'
import { en } from '../../messages/en.ts'
import type { Processing, Transport } from '../ports.ts'
import { createKilledWorld, file, id, target } from '../testing/killed.ts'
import { createMemoryFile } from '../testing/memory.ts'
import { breathe, bytesOf, createWorld, kindOf } from '../testing/world.ts'

describe('B-25 UPLOAD-04 UPLOAD-06 SESS-10 after a reload', () => {
  test('the record says where it stood, and the upload goes on there', async () => {
    const world = await createKilledWorld()
    const [record] = await world.records.list()
    expect(record).toMatchObject({ progress: 40, tag: 't1', uploadingChunkNumber: 3, totalNumberOfChunks: 5 })
    expect(record?.identifier).toMatch(/^[0-9a-f]{64}$/)
    const queue = world.open()
    const asked = vi.spyOn(world.server, 'state')
    await queue.restore()
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 3, 4, 5])
    // Where the upload stands is asked once; no chunk is asked for before it is sent.
    expect(asked).toHaveBeenCalledOnce()
    await queue.dispose()
  })

  test('what was being processed is watched again without its file', async () => {
    const world = createWorld()
    world.server.setCourse([{ kind: 'working', phase: 'encoding' }])
    const first = world.open()
    await first.add([{ ...target, file: file() }])
    await world.until(() => kindOf(first, id) === 'processing' && world.server.calls.length === 1)
    await breathe()
    await first.dispose()
    world.files.stored.clear()
    const queue = world.open()
    await queue.restore()
    expect(kindOf(queue, id)).toBe('processing')
    await queue.dispose()
  })
})

describe('SESS-11 no room to keep the file', () => {
  test('the upload goes to its end, its item says that the file won’t outlive the page', async () => {
    const world = createWorld()
    world.files.put = async () => {
      throw new KinoraError('storageFull')
    }
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    expect(queue.getSnapshot().items[0]?.kept).toBe(false)
    await world.until(() => kindOf(queue, id) === 'complete')
    await queue.dispose()
  })
})

describe('UPLOAD-25 SESS-08 C-07 broken', () => {
  test('a missing file or the clear flag makes it broken; the same file mends it', async () => {
    const world = await createKilledWorld()
    world.files.stored.clear()
    const queue = world.open()
    await queue.restore()
    expect(kindOf(queue, id)).toBe('broken')
    expect(await queue.resume(id)).toMatchObject({ code: 'upload.broken' })
    expect(await queue.reupload(id, file(2))).toMatchObject([{ code: 'upload.otherFile' }])
    expect(kindOf(queue, id)).toBe('broken')
    expect(await queue.reupload(id, file())).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 3, 4, 5])
    await queue.dispose()
  })

  test('another file is taken when the person says replace, from chunk 1', async () => {
    const world = await createKilledWorld()
    const queue = world.open()
    await queue.restore({ cleared: true })
    expect(kindOf(queue, id)).toBe('broken')
    expect(await queue.reupload(id, file(2), { replace: true })).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 1, 2, 3, 4, 5])
    expect(world.server.bytesOf(target)).toEqual(bytesOf(40, 2))
    await queue.dispose()
  })

  test('E-4, UPLOAD-18 C-07 only one broken file at once; any other collision is another upload', async () => {
    const world = createWorld({ plan: () => 'silence' })
    const first = world.open()
    await first.add([
      { ...target, file: file() },
      { tag: 't2', role: 'video', file: file() },
    ])
    await first.dispose()
    world.files.stored.clear()
    const queue = world.open()
    await queue.restore()
    expect(await queue.reupload(id, file())).toEqual([])
    const { issue } = createMessages(en)
    const another = 'Another upload is going on.'
    expect((await queue.reupload('video:t2', file())).map(issue)).toEqual([
      'You can upload only one broken file at once.',
    ])
    expect((await queue.reupload(id, file())).map(issue)).toEqual([another])
    expect((await queue.add([{ ...target, file: file() }])).map(issue)).toEqual([another])
    await queue.dispose()
  })
})

describe('UPLOAD-06 SESS-11 a file that the browser keeps but does not hand out by itself', () => {
  /** Two uploads whose files are there, but locked until a person allows it; one answer frees both. */
  async function locked() {
    const world = createWorld({ plan: sending => (sending === 0 ? 'silence' : undefined) })
    const first = world.open()
    await first.add([
      { ...target, file: file() },
      { tag: 't2', role: 'video', file: file() },
    ])
    await world.until(() => world.line.sent.length === 1)
    await first.dispose()
    const keeper = { allowed: false }
    const { get } = world.files
    world.files.get = async id => (keeper.allowed ? get(id) : 'locked')
    world.files.unlock = async id => world.files.get(id)
    const queue = world.open()
    await queue.restore()
    return { world, queue, keeper }
  }

  test('waits for the person, who is told when the browser still refuses; the record stays as it was', async () => {
    const { world, queue } = await locked()
    expect([kindOf(queue, id), kindOf(queue, 'video:t2')]).toEqual(['locked', 'locked'])
    expect(await queue.resume(id)).toMatchObject({ code: 'upload.stillLocked' })
    expect((await world.records.list()).map(record => record.status)).not.toContain('broken')
    await queue.dispose()
  })

  test('goes on with every file that one answer frees', async () => {
    const { world, queue, keeper } = await locked()
    keeper.allowed = true
    expect(await queue.resume(id)).toBeUndefined()
    await world.until(() => kindOf(queue, id) === 'complete' && kindOf(queue, 'video:t2') === 'complete')
    await queue.dispose()
  })

  test('is broken once the file turns out to be gone', async () => {
    const { world, queue } = await locked()
    world.files.get = async () => undefined
    await queue.resume(id)
    expect(kindOf(queue, id)).toBe('broken')
    await queue.dispose()
  })
})

describe('SESS-15 UPLOAD-19 another tab', () => {
  test('is told to close, and takes over when the owner goes', async () => {
    const world = createWorld({ plan: sending => (sending === 2 ? 'silence' : undefined) })
    const owner = world.open()
    await owner.add([{ ...target, file: file() }])
    await world.until(() => world.line.sent.length === 3)
    const other = world.open()
    await other.restore()
    expect(other.getSnapshot()).toMatchObject({ items: [], blocked: 'session.otherTab' })
    expect(await other.add([{ tag: 't2', role: 'video', file: file() }])).toMatchObject([
      { code: 'session.otherTab' },
    ])
    await owner.dispose()
    await world.until(() => kindOf(other, id) === 'complete')
    expect(other.getSnapshot().blocked).toBeUndefined()
    expect(world.server.bytesOf(target)).toEqual(bytesOf(40, 1))
    await other.dispose()
  })

  test('is told while it lies idle, opened before the upload began, and takes over as well', async () => {
    const world = createWorld({ plan: sending => (sending === 3 ? 'silence' : undefined) })
    const [idle, owner] = [world.open(), world.open()]
    await idle.restore()
    expect(idle.getSnapshot().blocked).toBeUndefined()
    await owner.add([{ ...target, file: file() }])
    await world.until(() => idle.getSnapshot().blocked === 'session.otherTab')
    await world.until(() => idle.getSnapshot().elsewhere?.percent === 80)
    expect(idle.getSnapshot().elsewhere).toEqual({ open: 1, percent: 80 })
    await owner.dispose()
    await world.until(() => kindOf(idle, id) === 'complete')
    expect(idle.getSnapshot().blocked).toBeUndefined()
    await idle.dispose()
  })

  test('C-142 isn’t held up by a tab whose files are only processed; that one goes on looking', async () => {
    const world = createWorld()
    world.server.setCourse([...Array(6).fill({ kind: 'working', phase: 'encoding' }), { kind: 'done' }])
    const [one, other] = [world.open(), world.open()]
    await one.add([{ ...target, file: file() }])
    await world.until(() => kindOf(one, id) === 'processing')
    expect(await other.add([{ tag: 't2', role: 'video', file: file() }])).toEqual([])
    expect([kindOf(one, id), other.getSnapshot().blocked]).toEqual(['processing', undefined])
    await world.until(() => kindOf(other, 'video:t2') === 'complete' && kindOf(one, id) === 'complete')
    expect(one.getSnapshot().blocked).toBeUndefined()
    await one.dispose()
    await other.dispose()
  })

  test.each([{ kind: 'done' }, { kind: 'cancelled' }, { kind: 'replaced' }] as const)(
    'leaves record and file of what another tab has begun in its place: $kind',
    async end => {
      let told: Processing = { kind: 'working', phase: 'encoding' }
      const world = createWorld({
        plan: sending => (sending === 7 ? 'silence' : undefined),
        wrap: transport => ({ ...transport, watch: async () => told }),
      })
      const [one, other] = [world.open(), world.open()]
      await one.add([{ ...target, file: file() }])
      await world.until(() => kindOf(one, id) === 'processing')
      await world.until(() => kindOf(other, id) === 'processing')
      world.clock.advance(1)
      other.cancel(id)
      const next = { ...target, file: createMemoryFile(bytesOf(40, 2), 'other.mp4') }
      expect(await other.add([next])).toEqual([])
      await world.until(() => kindOf(other, id) === 'uploading' && world.line.sent.length === 8)
      told = end
      await world.until(() => kindOf(one, id) !== 'processing')
      await breathe()
      expect(await world.records.load(id)).toMatchObject({ fileName: 'other.mp4', status: 'uploading' })
      expect(await world.files.get(id)).toBe(next.file)
      await one.dispose()
      await other.dispose()
    },
  )

  test('lets go of the uploads once nothing is left to do', async () => {
    const world = createWorld()
    const [one, other] = [world.open(), world.open()]
    await one.add([{ ...target, file: file() }])
    await world.until(() => kindOf(one, id) === 'complete')
    expect(await other.add([{ tag: 't2', role: 'video', file: file() }])).toEqual([])
    await world.until(() => kindOf(other, 'video:t2') === 'complete')
    await one.dispose()
    await other.dispose()
  })
})

describe('UPLOAD-24 AUTH-13 a session that ended', () => {
  test('stops the whole queue until someone signs in, and loses nothing', async () => {
    let signedIn = true
    const guard = (transport: Transport): Transport => ({
      ...transport,
      chunk: (...call) =>
        signedIn ? transport.chunk(...call) : Promise.reject(new KinoraError('unauthorised')),
    })
    const world = createWorld({ wrap: guard })
    const queue = world.open()
    signedIn = false
    await queue.add([
      { ...target, file: file() },
      { tag: 't2', role: 'video', file: file() },
    ])
    await world.until(() => kindOf(queue, id) === 'failed')
    expect([kindOf(queue, 'video:t2'), queue.getSnapshot().blocked]).toEqual(['waiting', 'error.401'])
    signedIn = true
    await queue.resume(id)
    await world.until(() => kindOf(queue, 'video:t2') === 'complete' && kindOf(queue, id) === 'complete')
    await queue.dispose()
  })
})

describe('AUTH-20 UPLOAD-13 a sign-in that ended in mid-upload', () => {
  test('rests, starts nothing else, and goes on by itself after the next sign-in', async () => {
    const world = createWorld({ plan: sending => (sending === 1 ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([
      { ...target, file: file() },
      { tag: 't2', role: 'video', file: file() },
    ])
    await world.until(() => world.line.sent.length === 2)
    queue.signedOut()
    expect(queue.getSnapshot().items[0]?.state).toMatchObject({ kind: 'paused', reason: 'signedOut' })
    await breathe()
    expect(world.line.sent).toEqual([1, 2])
    await queue.signedIn()
    await world.until(() => kindOf(queue, id) === 'complete' && kindOf(queue, 'video:t2') === 'complete')
    expect(world.line.sent).toEqual([1, 2, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    await queue.dispose()
  })
})

describe('UPLOAD-17 a file refused as a whole', () => {
  test('is not sent again when the answer that refused it was lost', async () => {
    let lost = 0
    const world = createWorld({
      wrap: transport => ({
        ...transport,
        async chunk(at, chunk, options) {
          if (chunk.chunkNumber < 5) return transport.chunk(at, chunk, options)
          lost++
          world.server.forget(at)
          throw new KinoraError('offline')
        },
        watch: async () => ({ kind: 'failed', issue: { path: 'file', code: 'validation.aspectRatio' } }),
      }),
    })
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await world.until(() => kindOf(queue, id) === 'failed')
    const state = queue.getSnapshot().items[0]?.state
    expect(state).toMatchObject({ phase: 'upload', error: { issues: [{ code: 'validation.aspectRatio' }] } })
    expect([lost, world.line.sent]).toEqual([1, [1, 2, 3, 4]])
    await queue.dispose()
  })
})

describe('SESS-08 another user on the same page', () => {
  test('breaks the uploads that are still listed, too', async () => {
    const world = createWorld({ plan: () => 'silence' })
    const queue = world.open()
    await queue.add([{ ...target, file: file() }])
    await queue.restore({ cleared: true })
    expect(kindOf(queue, id)).toBe('broken')
    await queue.dispose()
  })
})
