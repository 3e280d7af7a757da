import { TitleStatus as S } from '@kinora/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clip, sendFile, until, viewTitle } from './support.ts'
import { descendants, isRunning, programOf } from '../media/processes.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await createWorkshop({ stall: 3_000 })
})
afterAll(() => workshop.server.close())

/** Real children of this process that run ffmpeg. */
async function encoders(): Promise<number[]> {
  const children = await descendants(process.pid)
  const named = await Promise.all(children.map(async id => [id, await programOf(id)] as const))
  return named.filter(([, name]) => name === 'ffmpeg').map(([id]) => id)
}

/** Stops every ffmpeg that appears, as if it hung, until it is told to leave them alone. */
function stopAll() {
  const stopped = new Set<number>()
  let goOn = true
  const watching = (async () => {
    while (goOn) {
      for (const id of await encoders()) {
        if (stopped.has(id)) continue
        process.kill(id, 'SIGSTOP')
        stopped.add(id)
      }
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  return {
    stopped,
    async end() {
      goOn = false
      await watching
    },
  }
}

it('VIDEO-14, VIDEO-15 a hanging encoder is killed and tried again; in the end a person reads why and tries again', async () => {
  const { api } = workshop
  const { tag } = await api.titles.create({ className: 'Hangs' })
  await sendFile(api, tag, await clip({ seconds: 6, size: '640x360' }))
  workshop.steps.length = 0
  const hanging = stopAll()
  await api.titles.encodeVideo({ tag })
  expect(await workshop.settled(tag)).toMatchObject({
    status: S.Error,
    errorType: 'processing.stalled',
    jobID: null,
  })
  await hanging.end()
  expect(hanging.stopped.size).toBeGreaterThan(2)
  expect(await Promise.all([...hanging.stopped].map(isRunning))).not.toContain(true)
  await api.titles.retry({ tag })
  await until(
    () => viewTitle(api, tag),
    ({ status }) => status === S.Completed,
  )
}, 120_000)
