import { titleJobs, titles } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { useToldRead } from './use-events.ts'

beforeAll(async () => void (await platformUrl()))

/** Milliseconds that no test lasts for: nothing is polled. */
const NEVER = 2 ** 31 - 1

/** What the account’s newest job has come to. */
function Newest({ every }: { every: number }) {
  const asked = { mine: true, take: 1, page: 1 }
  const options = { refetchInterval: every, toldBy: 'job title' }
  const job = useToldRead(titleJobs.list, asked, options).data?.data[0]
  return <output>{job === undefined ? 'none' : `${job.jobId} ${job.status}`}</output>
}

/** An act on one title, made elsewhere. */
async function actElsewhere(): Promise<string> {
  const { send } = (await kinoraAs('tenant')).session
  const { tag } = await send(titles.create, { className: 'Changed elsewhere' })
  const { jobId } = await send(titleJobs.create, { act: 'edit', edit: { skill: 4 }, tags: [tag] })
  return jobId
}

describe('HOOK-05 what is told is read again, and polled only where it isn’t told', () => {
  test('by events alone while the stream stands', async () => {
    const kinora = await kinoraAs('tenant')
    const screen = await renderWith(kinora, <Newest every={NEVER} />)
    await expect.poll(() => kinora.events.getSnapshot()).toBe(true)
    const jobId = await actElsewhere()
    await expect.element(screen.getByText(`${jobId} Done`)).toBeVisible()
  })

  test('by polls where the server has no stream', async () => {
    const answer: typeof fetch = async (url, init) =>
      String(url).includes('/events/stream') ? new Response(null, { status: 404 }) : fetch(url, init)
    const kinora = await kinoraAs('tenant', { fetch: answer })
    const screen = await renderWith(kinora, <Newest every={200} />)
    const jobId = await actElsewhere()
    await expect.element(screen.getByText(`${jobId} Done`)).toBeVisible()
    expect(kinora.events.getSnapshot()).toBe(false)
  })

  test('by polls where the stream is lost, and by events once it is back', async () => {
    const lines = new Set<AbortController>()
    let isGone = false
    const answer: typeof fetch = async (url, init) => {
      if (!String(url).includes('/events/stream')) return fetch(url, init)
      if (isGone) return new Response(null, { status: 503 })
      const line = new AbortController()
      lines.add(line)
      return fetch(url, { ...init, signal: AbortSignal.any([line.signal, init!.signal!]) })
    }
    const kinora = await kinoraAs('tenant', { fetch: answer })
    const screen = await renderWith(kinora, <Newest every={200} />)
    await expect.poll(() => kinora.events.getSnapshot()).toBe(true)
    isGone = true
    for (const line of lines) line.abort()
    await expect.poll(() => kinora.events.getSnapshot()).toBe(false)
    const polled = await actElsewhere()
    await expect.element(screen.getByText(`${polled} Done`)).toBeVisible()
    isGone = false
    await expect.poll(() => kinora.events.getSnapshot()).toBe(true)
    const told = await actElsewhere()
    await expect.element(screen.getByText(`${told} Done`)).toBeVisible()
  })
})
