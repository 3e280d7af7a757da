import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createChildren } from './child.ts'
import type { TestApi } from './titles/support.ts'

export interface Crashing {
  /** What events are about, and events of each: it is made, then edited. */
  titles: number
  edits: number
  /** Times that the server and the receiver are killed while they are at it. */
  kills: number
}

type Start = Awaited<ReturnType<typeof createChildren>>
type Receivers = Awaited<ReturnType<typeof createReceivers>>

/** Where servers and receivers live; before any test, so that both end with the last. */
export async function createKilled() {
  const [start, receiver] = [await createChildren('tenant'), await createReceivers()]
  return (crashing: Crashing): Promise<void> => deliverOverKills({ start, receiver }, crashing)
}

/**
 * HOOK-02: events reach a receiver that fails at random, while it and the server are killed with -9 in turn: each at least once, and those
 * of a title in their order.
 */
async function deliverOverKills(
  { start, receiver }: { start: Start; receiver: Receivers },
  { titles, edits, kills }: Crashing,
): Promise<void> {
  const networks = { KINORA_URL_CHECK_NETWORKS: '127.0.0.0/8,::1' }
  let server = await start(networks)
  const asked = { url: receiver.url, description: '', isActive: true }
  const eventTypes = ['title.created' as const, 'title.updated' as const]
  const { webhookId, secret } = await server.api.webhooks.create({ ...asked, eventTypes })
  await receiver.start(secret)
  const tags = await makeTitles(server.api, titles)
  const expected = titles * (edits + 1)
  const killed = { count: 0 }
  for (let nth = 1; nth <= edits; nth += 1) {
    await editAll(server.api, tags, nth)
    if (killed.count * edits >= nth * kills) continue
    killed.count += 1
    await server.kill()
    await receiver.kill()
    server = await start(networks)
    await receiver.start(secret)
  }
  for (let known = -1; receiver.ids().size < expected; ) {
    known = receiver.ids().size
    await until(`more than ${known} of ${expected} are delivered`, () => receiver.ids().size > known)
  }
  expect(receiver.ids().size).toBe(expected)
  for (const tag of tags) expect(receiver.versions(tag)).toEqual(upTo(edits + 1))
  const left = async () => (await server.api.webhooks.view({ webhookId })).waiting === 0
  await until('the server knows that all are delivered', left)
  await server.kill()
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, nth) => nth + 1)

async function makeTitles(api: TestApi, count: number): Promise<string[]> {
  const tags: string[] = []
  for (let nth = 0; nth < count; nth += 1)
    tags.push((await api.titles.create({ className: `Told ${nth}` })).tag)
  return tags
}

/** In a job: one event for each title. */
async function editAll(api: TestApi, tags: readonly string[], nth: number): Promise<void> {
  const edit = { skill: 1 + (nth % 9) }
  const { jobId } = await api['title-jobs'].create({ act: 'edit', edit, tags: [...tags] })
  const isDone = async () => (await api['title-jobs'].view({ jobId })).status !== 'Running'
  await until('the titles are edited', isDone)
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
  const run = async (port: number, secret: string): Promise<number> => {
    const started = spawn(process.execPath, [script, String(port), secret, file], {
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
  const port = await run(0, 'whsec_bm90aGluZyBpcyBzaWduZWQgYnkgdGhpcyE=')
  await kill()
  const taken = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map(line => line.split(' ') as [id: string, tag: string, version: string])
      : []
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    kill,
    start: (secret: string) => run(port, secret),
    ids: () => new Set(taken().map(([id]) => id)),
    /** In the order in which they came; one that came again directly after itself once. */
    versions: (tag: string) =>
      taken()
        .filter(([, of]) => of === tag)
        .map(([, , version]) => Number(version))
        .filter((version, at, all) => version !== all[at - 1]),
  }
}
