import { describe, expect, test } from 'vitest'
import { describeUpload } from '../machine/progress.ts'
import type { FileRole } from '../schema.ts'
import { createMemoryFile } from '../testing/memory.ts'
import { breathe, bytesOf, createWorld, kindOf } from '../testing/world.ts'

const entry = (
  tag: string,
  { size = 20, seed = 1, name = `${tag}.mp4`, role = 'video' as FileRole } = {},
) => ({
  tag,
  role,
  file: createMemoryFile(bytesOf(size, seed), name),
})

describe('CONST-15 UPLOAD-02 UPLOAD-03 the queue', () => {
  test('uploads one file after the other, each sent whole before the next begins', async () => {
    const world = createWorld()
    const queue = world.open()
    const seen = new Set<string>()
    queue.subscribe(() => {
      const sending = queue
        .getSnapshot()
        .items.filter(item => ['starting', 'uploading'].includes(item.state.kind))
      seen.add(sending.map(item => item.tag).join('+'))
    })
    expect(await queue.add([entry('t1'), entry('t2'), entry('t2', { role: 'trailer' })])).toEqual([])
    await world.until(() => queue.getSnapshot().items.every(({ state }) => state.kind === 'complete'))
    expect([...seen].filter(tags => tags.includes('+'))).toEqual([])
    expect(world.line.mostOut()).toBe(1)
    expect(world.server.calls).toEqual(['encode video:t1', 'encode video:t2', 'encode trailer:t2'])
    expect(world.server.bytesOf({ tag: 't1', role: 'video' })).toEqual(bytesOf(20, 1))
    expect([await world.records.list(), world.files.stored.size]).toEqual([[], 0])
    await queue.dispose()
  })

  test('C-142 sends five while none is encoded yet, and whoever closes the page then loses nothing', async () => {
    const world = createWorld()
    world.server.setCourse([
      ...Array.from({ length: 50 }, () => ({ kind: 'working', phase: 'encoding' }) as const),
      { kind: 'done' },
    ])
    const tags = ['t1', 't2', 't3', 't4', 't5']
    const evening = world.open()
    await evening.add(tags.map(tag => entry(tag)))
    const kinds = (queue: typeof evening) => tags.map(tag => kindOf(queue, `video:${tag}`))
    await world.until(() => world.server.calls.length === 5)
    expect(kinds(evening)).toEqual(tags.map(() => 'processing'))
    expect(world.server.calls).toEqual(tags.map(tag => `encode video:${tag}`))
    expect(world.line.mostOut()).toBe(1)
    await evening.dispose()
    const sent = world.line.sent.length
    const morning = world.open()
    await morning.restore()
    await world.until(() => kinds(morning).every(kind => kind === 'complete'))
    expect(world.line.sent).toHaveLength(sent)
    await morning.dispose()
  })

  test('a waiting one can be paused, and the others go on; resumed, it waits for its turn', async () => {
    const world = createWorld({ plan: sending => (sending === 1 || sending === 3 ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([entry('t1'), entry('t2'), entry('t3')])
    await world.until(() => world.line.sent.length > 1)
    expect(queue.pause('video:t2')).toBeUndefined()
    queue.pause('video:t1')
    await world.until(() => kindOf(queue, 'video:t3') === 'uploading' && world.line.sent.length > 3)
    expect(kindOf(queue, 'video:t2')).toBe('paused')
    expect(await queue.resume('video:t1')).toBeUndefined()
    expect(kindOf(queue, 'video:t1')).toBe('waiting')
    queue.pause('video:t3')
    await world.until(() => kindOf(queue, 'video:t1') === 'complete')
    expect(['video:t2', 'video:t3'].map(id => kindOf(queue, id))).toEqual(['paused', 'paused'])
    await queue.resume('video:t3')
    await queue.resume('video:t2')
    await world.until(() => kindOf(queue, 'video:t2') === 'complete')
    expect(world.server.bytesOf({ tag: 't1', role: 'video' })).toEqual(bytesOf(20, 1))
    await queue.dispose()
  })

  test('tells of chunks five times a second at most, and of the last one even when the line falls silent', async () => {
    const world = createWorld({ plan: sending => (sending === 8 ? 'silence' : undefined) })
    const queue = world.open()
    const told: number[] = []
    queue.subscribe(() => {
      const { items } = queue.getSnapshot()
      if (items[0]?.state.kind === 'uploading') told.push(items[0].state.nextChunk)
    })
    await queue.add([entry('t1', { size: 80 })])
    await world.until(() => told.at(-1) === 9)
    expect(told.length).toBeLessThan(9)
    await queue.dispose()
  })

  test('gives snapshots that never change, and the same one until something does', async () => {
    const world = createWorld()
    const queue = world.open()
    const before = queue.getSnapshot()
    await queue.add([entry('t1')])
    const after = queue.getSnapshot()
    expect([before.items.length, after.items.length, queue.getSnapshot() === after]).toEqual([0, 1, true])
    await queue.dispose()
  })
})

describe('VAL-12 UPLOAD-26 before the first byte', () => {
  test('refuses six files at once, and tells which of five can’t be uploaded', async () => {
    const world = createWorld()
    const queue = world.open()
    const six = Array.from({ length: 6 }, (_, index) => entry(`t${index}`))
    expect(await queue.add(six)).toMatchObject([{ code: 'validation.tooManyFiles', params: { max: 5 } }])
    const lost = entry('t2')
    lost.file.lose()
    const issues = await queue.add([entry('t0'), entry('t1', { name: 'a.png' }), lost])
    expect(issues.map(issue => [issue.path, issue.code])).toEqual([
      ['files.1', 'upload.unreadable'],
      ['files.2', 'upload.unreadable'],
    ])
    expect(queue.getSnapshot().items.map(item => item.tag)).toEqual(['t0'])
    await queue.dispose()
  })
})

describe('UPLOAD-08 UPLOAD-09 offline', () => {
  test('pauses with its text, and goes on from the pending chunk', async () => {
    const world = createWorld({ plan: sending => (sending === 2 ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([entry('t1', { size: 40 })])
    await world.until(() => world.line.sent.length === 3)
    world.network.set(false)
    const { state } = queue.getSnapshot().items[0]!
    expect(state).toMatchObject({
      kind: 'paused',
      reason: 'offline',
      from: { position: { nextChunk: 3, total: 5, sentBytes: 16 } },
    })
    expect(describeUpload(state)).toEqual({ headline: 'upload.waitingForNetwork' })
    world.network.set(true)
    await world.until(() => kindOf(queue, 'video:t1') === 'complete')
    expect(world.line.sent).toEqual([1, 2, 3, 3, 4, 5])
    await queue.dispose()
  })
})

describe('CONST-12 UPLOAD-21 UPLOAD-22 cancel', () => {
  test('tells the server, and the next file starts 3 s later', async () => {
    const world = createWorld({ plan: sending => (sending === 1 ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([entry('t1'), entry('t2')])
    await world.until(() => world.line.sent.length === 2)
    const cancelledAt = world.clock.now()
    expect(queue.cancel('video:t1')).toBeUndefined()
    for (let turn = 0; turn < 5; turn++) await breathe()
    expect([kindOf(queue, 'video:t1'), kindOf(queue, 'video:t2')]).toEqual(['cancelled', 'waiting'])
    expect(world.server.calls).toEqual(['cancel video:t1'])
    await world.until(() => kindOf(queue, 'video:t2') !== 'waiting')
    expect(world.clock.now() - cancelledAt).toBe(3000)
    await world.until(() => kindOf(queue, 'video:t2') === 'complete')
    expect(await queue.resume('video:t1')).toBeUndefined()
    await world.until(() => kindOf(queue, 'video:t1') === 'complete')
    expect(queue.cancel('video:t1')).toMatchObject({ code: 'upload.notPossible' })
    await queue.dispose()
  })

  test('UPLOAD-23 removing an upload stops and forgets it, and the rest goes on after 3 s', async () => {
    const world = createWorld({ plan: sending => (sending === 1 ? 'silence' : undefined) })
    const queue = world.open()
    await queue.add([entry('t1'), entry('t2')])
    await world.until(() => world.line.sent.length === 2)
    const removedAt = world.clock.now()
    await queue.remove('video:t1')
    await world.until(() => kindOf(queue, 'video:t2') === 'starting')
    expect(world.clock.now() - removedAt).toBe(3000)
    expect((await world.records.list()).map(record => record.tag)).toEqual(['t2'])
    expect(world.server.calls).toEqual([])
    await queue.dispose()
  })
})

describe('UPLOAD-24 another user', () => {
  test('cancels before a byte is sent in the new name', async () => {
    const world = createWorld({ plan: sending => (sending === 1 ? 'reset' : undefined) })
    const queue = world.open()
    await queue.add([entry('t1')])
    await world.until(() => kindOf(queue, 'video:t1') === 'retrying')
    world.signIn('u2')
    await world.until(() => kindOf(queue, 'video:t1') === 'cancelled')
    expect(describeUpload(queue.getSnapshot().items[0]!.state)).toEqual({ headline: 'upload.otherUser' })
    expect([world.line.sent, world.server.calls]).toEqual([[1, 2], []])
    await queue.dispose()
  })
})

describe('CONST-08 UPLOAD-07 UPLOAD-12 processing', () => {
  test('shows normalisation and encoding, asking every 3 s', async () => {
    const world = createWorld()
    const working = (phase: 'encoding' | 'normalising') => ({ kind: 'working', phase }) as const
    world.server.setCourse([working('normalising'), working('encoding'), { kind: 'done' }])
    const queue = world.open()
    const phases: string[] = []
    queue.subscribe(() => {
      const state = queue.getSnapshot().items[0]?.state
      if (state?.kind === 'processing' && phases.at(-1) !== state.phase) phases.push(state.phase)
    })
    await queue.add([entry('t1')])
    const startedAt = world.clock.now()
    await world.until(() => kindOf(queue, 'video:t1') === 'complete')
    expect(phases).toEqual(['encoding', 'normalising', 'encoding'])
    expect(world.clock.now() - startedAt).toBe(6000)
    await queue.dispose()
  })

  test('VIDEO-07 asks for a trailer every 1.5 s', async () => {
    const world = createWorld()
    const working = { kind: 'working', phase: 'encoding' } as const
    world.server.setCourse([working, working, { kind: 'done' }])
    const queue = world.open()
    await queue.add([entry('t1', { role: 'trailer' })])
    const startedAt = world.clock.now()
    await world.until(() => kindOf(queue, 'trailer:t1') === 'complete')
    expect(world.clock.now() - startedAt).toBe(3000)
    await queue.dispose()
  })

  test('UPLOAD-17 VIDEO-14 ends as "Processing failed" with the server’s reason', async () => {
    const world = createWorld()
    world.server.setCourse([{ kind: 'failed', issue: { path: 'file', code: 'processing.noVideo' } }])
    const queue = world.open()
    await queue.add([entry('t1')])
    await world.until(() => kindOf(queue, 'video:t1') === 'failed')
    const text = describeUpload(queue.getSnapshot().items[0]!.state)
    expect(text).toMatchObject({
      headline: 'upload.processingFailed',
      reason: { issues: [{ code: 'processing.noVideo' }] },
    })
    await queue.dispose()
  })
})
