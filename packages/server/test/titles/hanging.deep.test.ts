import { TitleStatus as S } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { descendants, isRunning, programOf } from '../media/processes.ts'
import { clip, sendFile, until, viewTitle } from './support.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await createWorkshop()
})
afterAll(() => workshop.server.close())

/** Real children of this process that run ffmpeg. */
async function encoders(): Promise<number[]> {
  const children = await descendants(process.pid)
  const named = await Promise.all(children.map(async id => [id, await programOf(id)] as const))
  return named.filter(([, name]) => name === 'ffmpeg').map(([id]) => id)
}

/** Stops the first ffmpeg that appears, as if it hung. */
async function stopOne(): Promise<number> {
  const [id] = await until(encoders, ids => ids.length > 0)
  process.kill(id!, 'SIGSTOP')
  return id!
}

describe('VIDEO-14, VIDEO-15 processing that hangs', () => {
  test('is noticed: the stopped encoder is killed and the job tried again, to a good end', async () => {
    const { api, steps, timing } = workshop
    const { tag } = await api.titles.create({ className: 'Hangs once' })
    await sendFile(api, tag, await clip({ seconds: 6, size: '640x360' }))
    steps.length = 0
    timing.stall = 8_000
    await api.titles.encodeVideo({ tag })
    const stopped = await stopOne()
    timing.stall = 600_000
    expect(await workshop.settled(tag)).toMatchObject({ status: S.Completed, errorType: null })
    expect(await isRunning(stopped)).toBe(false)
    expect(steps.filter(step => step === 'ladder').length).toBeGreaterThan(1)
  })

  test('ends as Error with a reason after its last try, and a person tries again', async () => {
    const { api, timing } = workshop
    const tag = await workshop.uploaded()
    workshop.gate('ladder')
    timing.stall = 300
    await api.titles.encodeVideo({ tag })
    const failed = await workshop.settled(tag)
    expect(failed).toMatchObject({ status: S.Error, errorType: 'processing.stalled', jobID: null })
    workshop.before = async () => {}
    timing.stall = 600_000
    await api.titles.retry({ tag })
    await until(
      () => viewTitle(api, tag),
      ({ status }) => status === S.Completed,
    )
  })
})
