import { CHUNK_SIZE, retryPolicy, VideoStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createChildren, type StartedChild } from './child.ts'
import { hasPatroni, inPatroni, type Patroni, startPatroni } from './patroni.ts'
import { postgresWanted } from './postgres.ts'
import { chunkOf, clip, hash, padded, ready, viewTitle } from './titles/support.ts'

const draft = { ...ready, imageLink: null, IsAutoPublish: true }
const CHUNKS = 6

describe.skipIf(!hasPatroni || !postgresWanted)(`OPS-06 PostgreSQL under Patroni${inPatroni}`, () => {
  let patroni: Patroni
  let server: StartedChild
  beforeAll(async () => {
    const start = await createChildren('provider')
    patroni = await startPatroni()
    server = await start({ DATABASE_URL: patroni.url, KINORA_DEMO_CLIPS: 'off' })
  })
  afterAll(async () => {
    await server?.kill()
    await patroni?.stop()
  })

  /** As a client sends a film: whatever happens, it asks how far it is and goes on from there. */
  async function send(tag: string, file: Uint8Array<ArrayBuffer>, halfway: () => void) {
    await until('the film is complete', async () => {
      const state = await server.api.uploads.videoState({ tag }).catch(() => undefined)
      if (state?.complete) return true
      const next = Math.min(state?.nextChunk ?? 1, CHUNKS)
      if (next > CHUNKS / 2) halfway()
      await server.api.uploads.video(chunkOf(tag, file, next)).catch(() => undefined)
      return false
    })
  }

  /** Titles are made all the time and a film is sent, while it happens; what was confirmed must be there, and the film is processed. */
  async function goesOnThrough(what: string, happens: () => Promise<unknown>) {
    const made: string[] = []
    const seen = { failed: 0, isOver: false, happened: 0, back: 0 }
    const write = async () => {
      while (!seen.isOver) {
        const asked = performance.now()
        await server.api.titles.create({ ...draft, className: what }, { retryPolicy: retryPolicy.none }).then(
          ({ tag }) => {
            made.push(tag)
            if (seen.happened > 0 && asked > seen.happened) seen.back ||= performance.now()
          },
          () => (seen.failed += 1),
        )
      }
    }
    const writing = write()
    const file = padded(await clip(), (CHUNKS - 1) * CHUNK_SIZE + 1000)
    crypto.getRandomValues(file.subarray(-900))
    const { tag } = await server.api.titles.create({ ...draft, className: `${what} under way` })
    let happening: Promise<unknown> | undefined
    await send(tag, file, () => {
      happening ??= happens().then(() => (seen.happened = performance.now()))
    })
    await happening
    await until('titles are made again', () => seen.back > 0)
    seen.isOver = true
    await writing
    expect(await server.api.titles.verify({ tag })).toMatchObject({ sha256: hash(file), isIntact: true })
    await server.api.titles.encodeVideo({ tag })
    await until(
      'the film is processed',
      async () => (await viewTitle(server.api, tag)).videoStatus === VideoStatus.Completed,
    )
    const found = new Set<string>()
    for (let at = 0; at < made.length; at += 500)
      for (const title of (await server.api.titles.find({ titleTags: made.slice(at, at + 500) })).data)
        found.add(title.tag)
    expect(made.filter(each => !found.has(each))).toEqual([])
    const seconds = ((seen.back - seen.happened) / 1000).toFixed(1)
    console.info(`${what}: writes again after ${seconds} s; ${seen.failed} failed, ${made.length} confirmed`)
  }

  test('the machine of the primary is lost: its standby takes over', async () => {
    const lost = await patroni.primary()
    await goesOnThrough('Machine lost', () => patroni.killMachine(lost))
    expect(await patroni.primary()).not.toBe(lost)
    patroni.startMachine(lost)
    await patroni.whenInStep()
  })

  test('it comes back as a standby, and takes over when the other is lost', async () => {
    const lost = await patroni.primary()
    await goesOnThrough('Other machine lost', () => patroni.killMachine(lost))
    expect(await patroni.primary()).not.toBe(lost)
  })

  test('PostgreSQL alone is killed: its Patroni starts it again', async () => {
    const primary = await patroni.primary()
    await goesOnThrough('PostgreSQL killed', async () => patroni.killPostgres(primary))
  })
})
