import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Api, contract, createApi, createSend, type KinoraContract, type Tokens } from '@kinora/core'
import { createUploader } from '@kinora/core/uploader'
import { startPlatform } from '@kinora/server/platform'
import { createRandom } from '../faults/random.ts'
import { startServers } from '../faults/servers.ts'
import { openPostgres } from '../packages/server/src/adapters/database/postgres.ts'
import { makeClip } from '../packages/server/test/media/clips.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { addManyTitles, run } from '../packages/server/test/titles/many.ts'
import type { Measured } from './measure.ts'

const TITLES = Number(process.env.KINORA_BENCH_TITLES ?? 100_000)
const PEOPLE = 50
/** Seconds of each stretch, and milliseconds that a person looks at what came. */
const STRETCH = Number(process.env.KINORA_BENCH_SECONDS ?? 30)
const [LEAST, MOST] = [500, 2500]
const words = ['yoga', 'flow', 'strength', 'ride', 'morning', 'core', 'hips', 'many']
const password = 'Kinora-demo-1'

/**
 * Issue 29: fifty people at once on a large catalogue, beside one person, and while a film is encoded: two web servers behind HAProxy
 * with a worker, and the one process with its embedded database that people begin with.
 */
export async function crowding(): Promise<Measured[]> {
  return [...(await onServers()), ...(await onOneProcess())]
}

async function onServers(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = await startPostgres()
  const databaseUrl = await cluster.createDatabase()
  const servers = await startServers(folder, { DATABASE_URL: databaseUrl, KINORA_DEMO_PASSWORD: password })
  try {
    const database = openPostgres({ url: databaseUrl, connections: 2, statementTimeout: 0 })
    await addManyTitles(database.db, TITLES)
    await run(database.db, 'ANALYZE titles')
    await database.close()
    return await measure('servers', { url: servers.url, folder })
  } finally {
    await servers.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onOneProcess(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const options = { port: 0, dataDir: join(folder, 'data'), logLevel: 'silent', demoClips: false } as const
  const platform = await startPlatform(options)
  try {
    await addManyTitles(platform.deps.db, TITLES)
    return await measure('one process', { url: platform.url, folder })
  } finally {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(name: string, { url, folder }: { url: string; folder: string }): Promise<Measured[]> {
  const person = await signIn(url)
  const { api } = person
  // Plans and caches are those of a server that has run for a while.
  await stretch(api, 5, 5)
  const alone = await stretch(api, 1, STRETCH)
  const crowd = await stretch(api, PEOPLE, STRETCH)
  const isEncoded = await encode(person, folder)
  const encoding = await stretch(api, PEOPLE, STRETCH)
  const still = (await isEncoded()) ? 'it had ended before' : 'all the while'
  const asAlone = { peer: alone.at(0.99), peerName: 'one person', unit: 'ms' }
  const asCrowd = { peer: crowd.at(0.99), peerName: 'the same without it', limit: 1.1, unit: 'ms' }
  return [
    {
      name: `${name}: 99 % of calls of ${PEOPLE} people, ${TITLES} titles`,
      ours: crowd.at(0.99),
      ...asAlone,
      detail: crowd.detail,
    },
    {
      name: '… the middle one',
      ours: crowd.at(0.5),
      peer: alone.at(0.5),
      peerName: 'one person',
      unit: 'ms',
    },
    {
      name: '… while a film is encoded',
      ours: encoding.at(0.99),
      ...asCrowd,
      detail: `${encoding.detail}; ${still}`,
    },
  ]
}

/** So many people for so many seconds: each asks, looks at what came, and asks for something else. */
async function stretch(api: Api<KinoraContract>, people: number, seconds: number) {
  const end = Date.now() + seconds * 1000
  const before = busy()
  const taken: number[] = []
  const failed: string[] = []
  const calls = await Promise.all(
    Array.from({ length: people }, async (_, nth) => {
      const random = createRandom(nth + 1)
      let count = 0
      while (Date.now() < end) {
        await wait(random.between(LEAST, MOST))
        const start = performance.now()
        const answered = await ask(api, random.between(1, 4), random.between(0, 1e6)).catch(String)
        taken.push(performance.now() - start)
        if (typeof answered === 'string') failed.push(answered)
        else count += 1
      }
      return count
    }),
  )
  taken.sort((a, b) => a - b)
  const detail = `${taken.length} calls, ${failed.length} failed${failed.length > 0 ? ` (${failed[0]})` : ''}, each person at least ${Math.min(...calls)}, ${Math.round((busy() - before) / taken.length)} ms of the machine's processors a call`
  return { detail, at: (part: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))]! }
}

/** Milliseconds that processors have worked since the machine started, all programs together. */
const busy = (): number => cpus().reduce((sum, { times: { user, nice, sys } }) => sum + user + nice + sys, 0)

/** A page of the list, a search, a title, or a change of one. */
async function ask({ titles }: Api<KinoraContract>, kind: number, number: number): Promise<unknown> {
  if (kind === 1) return titles.search({ page: 1 + (number % 20) })
  if (kind === 2) return titles.search({ query: words[number % words.length]! })
  const { data } = await titles.search({ page: 1 + (number % 5) })
  const { tag } = data[number % data.length]!
  if (kind === 3) return titles.find({ titleTags: [tag] })
  return titles.update({ tag, instructor: `Instructor ${number}` })
}

/** A film twice as long as a stretch is uploaded and its encoding begun; says whether it has ended. */
async function encode({ baseUrl, token, api }: SignedIn, folder: string): Promise<() => Promise<boolean>> {
  const path = join(folder, 'film.mp4')
  await makeClip(path, { seconds: 2 * STRETCH, size: '1280x720' })
  const uploader = createUploader({ baseUrl, getToken: async () => token })
  const { tag } = await uploader.add(new File([await readFile(path)], 'film.mp4'), { title: 'A film' }).sent
  // It would wait for the film beyond the end of the servers.
  await uploader.close()
  const step = async () => (await api.titles.find({ titleTags: [tag] })).data[0]?.processing?.step
  while ((await step()) !== 'encode') await wait(200)
  return async () => (await step()) === undefined
}

interface SignedIn {
  baseUrl: string
  token: string
  api: Api<KinoraContract>
}

async function signIn(baseUrl: string): Promise<SignedIn> {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens: store }))
  tokens = await api.session.login({ email: 'provider@demo.kinora.test', password })
  return { baseUrl, token: tokens.token, api }
}
