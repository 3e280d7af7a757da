import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createChildren } from './child.ts'
import { createPostgres, type databases } from './database.ts'
import type { TestApi } from './titles/support.ts'

export interface Crashing {
  /** What events are about, and events of each: it is made, then edited. */
  titles: number
  edits: number
  /** Times that the server and the receiver are killed while they are at it. */
  kills: number
  seed: number
}

type Start = Awaited<ReturnType<typeof createChildren>>
type Receivers = Awaited<ReturnType<typeof createReceivers>>
type Running = Awaited<ReturnType<Start>>

interface Setting {
  start: () => Promise<Running>
  receiver: Receivers
}

/** Where servers and receivers live; before any test, so that both end with the last. */
export async function createKilled(db: (typeof databases)[number]) {
  const [start, receiver] = [await createChildren('tenant'), await createReceivers()]
  return async (crashing: Crashing): Promise<void> => {
    const networks = { KINORA_URL_CHECK_NETWORKS: '127.0.0.0/8,::1' }
    const variables = { ...networks, ...(db === 'postgres' && { DATABASE_URL: await createPostgres() }) }
    await deliverOverKills({ start: () => start(variables), receiver }, crashing)
  }
}

/** From 0 to 1, the same for a seed in every run. */
const drawn = (seed: number, what: string): number =>
  createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE() / 2 ** 32

/**
 * HOOK-02: events reach a receiver that fails at random, while it and the server are killed with -9 in turn: each at least once, with one
 * id however often, and those of a title in their order. Another one, which never answers, holds up nobody and loses nothing.
 */
async function deliverOverKills(setting: Setting, { titles, edits, kills, seed }: Crashing): Promise<void> {
  const { start, receiver } = setting
  const began = performance.now()
  let server = await start()
  const eventTypes = ['title.created' as const, 'title.updated' as const]
  const add = (url: string) =>
    server.api.webhooks.create({ url, description: '', isActive: true, eventTypes })
  const { webhookId, secret } = await add(receiver.url)
  const hanging = (await add(receiver.hangs)).webhookId
  await receiver.start(secret, seed)
  const tags = await makeTitles(server.api, titles)
  const expected = titles * (edits + 1)
  let killed = 0
  for (let nth = 1; nth <= edits; nth += 1) {
    const jobId = await editAll(server.api, tags, nth)
    if (killed * edits < nth * kills) {
      killed += 1
      const moment = drawn(seed, `kill ${nth}`) * titles
      const isReached = async () => (await server.api['title-jobs'].view({ jobId })).counts.done >= moment
      await until('the moment of the kill', isReached)
      // In one or the other order: whichever is first leaves the other in the middle of something.
      const both = [server.kill, receiver.kill]
      for (const kill of drawn(seed, `order ${nth}`) < 0.5 ? both : both.toReversed()) await kill()
      server = await start()
      await receiver.start(secret, seed)
    }
    const isDone = async () => (await server.api['title-jobs'].view({ jobId })).status !== 'Running'
    await until('the titles are edited', isDone)
  }
  for (let known = -1; receiver.taken().ids.size < expected; ) {
    known = receiver.taken().ids.size
    await until(`more than ${known} of ${expected} are delivered`, () => receiver.taken().ids.size > known)
  }
  const waiting = async (id: string) => (await server.api.webhooks.view({ webhookId: id })).waiting
  await until('the server knows that all are delivered', async () => (await waiting(webhookId)) === 0)
  const { ids, versions, counts } = receiver.taken()
  expect([ids.size, counts.forged ?? 0]).toEqual([expected, 0])
  for (const tag of tags) expect(versions(tag)).toEqual(upTo(edits + 1))
  // Each version of a title came with one id, however often it came.
  expect(new Set(ids.values()).size).toBe(expected)
  expect(counts.held).toBeGreaterThan(0)
  expect(await waiting(hanging)).toBe(expected)
  await server.kill()
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`${JSON.stringify({ expected, killed, seconds, ...counts })}\n`)
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, nth) => nth + 1)

async function makeTitles(api: TestApi, count: number): Promise<string[]> {
  const tags: string[] = []
  for (let nth = 0; nth < count; nth += 1)
    tags.push((await api.titles.create({ className: `Told ${nth}` })).tag)
  return tags
}

/** In a job: one event for each title. */
async function editAll(api: TestApi, tags: readonly string[], nth: number): Promise<string> {
  const edit = { skill: 1 + (nth % 9) }
  const { jobId } = await api['title-jobs'].create({ act: 'edit', edit, tags: [...tags] })
  return jobId
}

const script = join(import.meta.dirname, 'webhook-receiver.ts')

/** A process of its own on one port, as often as wanted; what it took is in a file that outlives it. */
async function createReceivers() {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-receiver-'))
  const file = join(folder, 'taken')
  let child: ChildProcess | undefined
  const kill = async () => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = new Promise(resolve => ending.once('exit', resolve))
    ending.kill('SIGKILL')
    await ended
  }
  afterAll(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  const run = async (port: number, secret: string, seed: number): Promise<number> => {
    const started = spawn(process.execPath, [script, String(port), secret, file, String(seed)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    return new Promise((resolve, reject) => {
      started.once('exit', code => reject(new Error(`the receiver ended with ${code}`)))
      started.stdout!.on('data', (part: Buffer) => {
        const found = /listening on (\d+)/.exec(part.toString())?.[1]
        if (found !== undefined) resolve(Number(found))
      })
    })
  }
  const port = await run(0, 'whsec_bm90aGluZyBpcyBzaWduZWQgYnkgdGhpcyE=', 0)
  await kill()
  const notes = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map(line => line.split(' ') as [what: string, id: string, tag: string, version: string])
      : []
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    hangs: `http://127.0.0.1:${port}/hangs`,
    kill,
    start: (secret: string, seed: number) => run(port, secret, seed),
    taken() {
      const all = notes()
      const taken = all.filter(([what]) => what === 'taken')
      const counts: Record<string, number> = {}
      for (const [what] of all) counts[what] = (counts[what] ?? 0) + 1
      return {
        counts,
        /** What each id was about. */
        ids: new Map(taken.map(([, id, tag, version]) => [id, `${tag} ${version}`])),
        /** In the order in which they came; one that came again directly after itself once. */
        versions: (tag: string) =>
          taken
            .filter(([, , of]) => of === tag)
            .map(([, , , version]) => Number(version))
            .filter((version, at, list) => version !== list[at - 1]),
      }
    },
  }
}
