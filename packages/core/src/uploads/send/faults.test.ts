import { describe, expect, test } from 'vitest'
import fc from '../../../../../scripts/properties.ts'
import { type LineFault, lineFaults } from '../testing/line.ts'
import { createMemoryFile } from '../testing/memory.ts'
import { breathe, bytesOf, createWorld, kindOf } from '../testing/world.ts'

const target = { tag: 't1', role: 'video' } as const
const id = 'video:t1'
const acts = ['pause', 'offline', 'kill'] as const
type Trouble = LineFault | (typeof acts)[number]
const isAct = (trouble: Trouble): trouble is (typeof acts)[number] =>
  (acts as readonly string[]).includes(trouble)

const troubles = fc.array(
  fc.record({ at: fc.nat(24), what: fc.constantFrom<Trouble>(...lineFaults, ...acts) }),
  { maxLength: 7 },
)

interface Case {
  size: number
  plan: { at: number; what: Trouble }[]
  inFlight?: number
}

/** Uploads one file while things go wrong at the given sendings, and tells what came of it. */
async function survive({ size, plan, inFlight = 1 }: Case) {
  const byTurn = new Map(plan.map(({ at, what }) => [at, what]))
  let due: (typeof acts)[number] | undefined
  let acted = 0
  const world = createWorld({
    plan(sending) {
      const what = byTurn.get(sending)
      if (what === undefined || !isAct(what)) return what
      due = what
      acted++
      return undefined
    },
  })
  const content = bytesOf(size)
  let queue = world.open({ inFlight })
  expect(await queue.add([{ ...target, file: createMemoryFile(content, 'a.mp4') }])).toEqual([])
  const ended = (): boolean => ['complete', 'failed', 'broken', undefined].includes(kindOf(queue, id))
  while (!ended()) {
    await world.until(() => due !== undefined || ended())
    const act = due
    due = undefined
    if (act === 'pause') {
      queue.pause(id)
      await breathe()
      await queue.resume(id)
    } else if (act === 'offline') {
      world.network.set(false)
      await breathe()
      world.network.set(true)
    } else if (act !== undefined) {
      await queue.dispose()
      queue = world.open({ inFlight })
      await queue.restore()
    }
  }
  const state = queue.getSnapshot().items[0]?.state
  await queue.dispose()
  const result = {
    state,
    stored: world.server.bytesOf(target),
    sent: world.line.sent,
    faults: world.line.faults() + acted,
    mostOut: world.line.mostOut(),
  }
  return {
    ...result,
    encodings: world.server.calls.filter(call => call.startsWith('encode')).length,
    records: await world.records.list(),
  }
}

describe('UPLOAD-01 UPLOAD-04 UPLOAD-08 UPLOAD-29 an upload among faults', () => {
  test.each([...lineFaults, ...acts])('ends complete after: %s', async what => {
    const { state, sent, stored } = await survive({ size: 37, plan: [{ at: 2, what }] })
    expect(state?.kind).toBe('complete')
    expect(stored).toEqual(bytesOf(37))
    expect(sent.length - 5).toBeLessThanOrEqual(1)
  })

  test.each([
    ['a chunk', 16, 0],
    ['the samples by which it is known', 0, 1],
    ['the part that proves it is held already', 8, 0],
  ])('a disk that falls silent while %s is read: said, and read anew', async (_, silentAt, reads) => {
    const world = createWorld()
    const queue = world.open(silentAt === 8 ? { reuseAbove: 8 } : {})
    const memory = createMemoryFile(bytesOf(37), 'a.mp4')
    if (silentAt === 8) {
      expect(await queue.add([{ ...target, tag: 'before', file: memory }])).toEqual([])
      await world.until(() => queue.getSnapshot().items[0]?.state.kind === 'complete')
    }
    const sentBefore = world.line.sent.length
    let left = reads
    let isSilent = false
    const file = {
      ...memory,
      slice(start: number, end: number): Promise<Blob> {
        if (start !== silentAt || isSilent || left-- > 0) return memory.slice(start, end)
        isSilent = true
        return new Promise(() => undefined)
      },
    }
    expect(await queue.add([{ ...target, file }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'retrying')
    expect(queue.getSnapshot().items.find(item => item.id === id)?.state).toMatchObject({
      error: { code: 'timeout', issues: [{ code: 'upload.stalled', params: { seconds: 120 } }] },
    })
    await world.until(() => kindOf(queue, id) === 'complete')
    expect(isSilent).toBe(true)
    expect(world.server.bytesOf(target)).toEqual(bytesOf(37))
    expect(world.line.sent.length - sentBefore).toBe(silentAt === 8 ? 0 : 5)
    await queue.dispose()
  })

  test('a disk that is silent from the start: the file is refused with what to do, and the queue goes on', async () => {
    const world = createWorld()
    const queue = world.open()
    const memory = createMemoryFile(bytesOf(37), 'a.mp4')
    const silent = { ...memory, slice: () => new Promise<Blob>(() => undefined) }
    let told: unknown
    void queue.add([{ ...target, file: silent }]).then(issues => {
      told = issues
    })
    await world.until(() => told !== undefined)
    expect(told).toMatchObject([{ path: 'files.0', code: 'upload.unreadable' }])
    expect(await queue.add([{ ...target, file: memory }])).toEqual([])
    await world.until(() => kindOf(queue, id) === 'complete')
    await queue.dispose()
  })

  test('UPLOAD-02 stores the source exactly, once, with one chunk on the line, and sends at most one again for each fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), troubles, async (size, plan) => {
        const result = await survive({ size, plan })
        expect(result.state?.kind).toBe('complete')
        expect(result.stored).toEqual(bytesOf(size))
        expect(result.mostOut).toBe(1)
        expect(result.sent.length - Math.ceil(size / 8)).toBeLessThanOrEqual(result.faults)
        expect(result.encodings).toBe(1)
        expect(result.records).toEqual([])
      }),
      { numRuns: 60, seed: 20_261_120 },
    )
  })

  test('does so with several chunks in flight, at most as many again for each fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), troubles, async (size, plan) => {
        const result = await survive({ size, plan, inFlight: 3 })
        expect(result.state?.kind).toBe('complete')
        expect(result.stored).toEqual(bytesOf(size))
        expect(result.sent.length - Math.ceil(size / 8)).toBeLessThanOrEqual(result.faults * 3)
        expect(result.encodings).toBe(1)
      }),
      { numRuns: 40, seed: 20_261_121 },
    )
  })
})
