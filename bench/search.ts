import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createSend, toWire } from '@kinora/core'
import { type Platform, startPlatform } from '@kinora/server/platform'
import { customPlanMark } from '../packages/server/src/ports/db.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { addManyTitles, run } from '../packages/server/test/titles/many.ts'
import { type Measured, median, time } from './measure.ts'
import { type Search, searches } from './title-filters.ts'

const ROWS = Number(process.env.KINORA_BENCH_TITLES ?? 20_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 30)
/** `postgres` starts a server, an address takes a database that is there; without it PGlite. */
const DATABASE = process.env.KINORA_BENCH_DATABASE
/** A data folder that stays, so that the next run needn't make its titles again. */
const FOLDER = process.env.KINORA_BENCH_FOLDER

/** What a page of the list holds, without the text that only serves the search. */
const columns = `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS list
  FROM information_schema.columns WHERE table_name = 'titles' AND column_name NOT IN ('search_text', 'sort_name')`

interface Bench {
  /** Sends a search and reads the whole answer, as bytes. */
  ask(filter: Search['filter'], page: number): Promise<void>
  /** The same page by hand: same driver, same connection, as JSON. */
  byHand(where: string, page: number): Promise<void>
  /** Saves another instructor of a title of the demo. */
  edit(instructor: string): Promise<void>
  /** The bare statement. */
  editByHand(instructor: string): Promise<void>
}

/** `KINORA_BENCH_FILTERS=nothing,category` leaves the others out. */
function chosen(): readonly Search[] {
  const names = process.env.KINORA_BENCH_FILTERS?.split(',')
  return names === undefined ? searches : searches.filter(({ name }) => names.includes(name))
}

/** Searches through the HTTP API, each beside the bare SQL that selects the same page, and a title saved. The API counts as well. */
export async function searching(): Promise<Measured[]> {
  const folder = FOLDER ?? mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = DATABASE === 'postgres' ? await startPostgres('-c shared_buffers=2GB') : undefined
  const databaseUrl = (await cluster?.createDatabase()) ?? DATABASE
  const platform = await startPlatform({
    port: 0,
    dataDir: folder,
    databaseUrl,
    logLevel: 'silent',
    demoClips: false,
  })
  try {
    const bench = await prepare(platform)
    const measured: Measured[] = []
    for (const search of chosen()) measured.push(await measurePage(bench, { ...search, page: 1 }))
    const last = Math.min(1000, Math.floor((ROWS * 0.98) / 100))
    const frequent = searches.find(({ name }) => name === 'provider')!
    measured.push(await measurePage(bench, { ...searches[0]!, page: last }))
    measured.push(await measurePage(bench, { ...frequent, page: Math.floor(last / 4) }))
    measured.push(await measureEdit(bench))
    return measured
  } finally {
    await platform.close()
    await cluster?.stop()
    if (FOLDER === undefined && existsSync(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

/** The titles, unless they are there, and a sign-in; the clips of the demo would keep both cores busy. */
async function prepare({ url, deps: { db } }: Platform): Promise<Bench> {
  const [row] = await run<{ count: number }>(db, 'SELECT count(*)::int AS count FROM titles')
  if ((row?.count ?? 0) < ROWS) await addManyTitles(db, ROWS)
  const token = await signIn(url)
  const agent = new Agent({ keepAlive: true })
  const [all] = await run<{ list: string }>(db, columns)
  return {
    ask: (filter, page) =>
      send(agent, url, token, toWire(contract.titles.search, { ...filter, page, take: 100 })),
    edit: instructor => send(agent, url, token, toWire(contract.titles.update, { tag: EDITED, instructor })),
    async editByHand(instructor) {
      await run(db, `UPDATE titles SET instructor = '${instructor}' WHERE tag = '${EDITED}'`)
    },
    async byHand(where, page) {
      const rows = await run(
        db,
        // Planned each time, as the API's is and as PGlite does by itself.
        `SELECT ${all!.list} FROM titles WHERE ${customPlanMark} NOT is_delete AND ${where}
          ORDER BY created_at DESC, tag DESC LIMIT 100 OFFSET ${(page - 1) * 100}`,
      )
      JSON.stringify(rows)
    },
  }
}

export async function signIn(baseUrl: string, role: 'admin' | 'tenant' = 'admin'): Promise<string> {
  let token = ''
  const tokens = { get: () => (token ? { token } : undefined), set() {}, clear() {} }
  const send = createSend({ baseUrl, fetch, tokens })
  const account = { email: `${role}@demo.kinora.test`, password: 'Kinora-demo-1' }
  token = (await send(contract.session.login, account)).token
  return token
}

/** Node's own client on one connection, so that the server is measured rather than what asks it. */
export function send(
  agent: Agent,
  url: string,
  token: string,
  wire: ReturnType<typeof toWire>,
): Promise<void> {
  const { method, target, headers, body } = wire
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { ...headers, authorization: `Bearer ${token}` } }
    const call = request(url + target, options, answer => {
      answer.on('data', () => undefined)
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`answered with ${answer.statusCode}`)),
      )
    })
    call.on('error', reject)
    call.end(body as string)
  })
}

/** The first rounds compile the program and fill caches. */
const WARMING = 50

const EDITED = 'demo-01'

const measurePage = (bench: Bench, { name, filter, where, page }: Search & { page: number }) =>
  measure(`${ROWS} titles, page ${page}: ${name}`, {
    ours: () => bench.ask(filter, page),
    bare: () => bench.byHand(where, page),
    limit: page === 1 ? 4 : undefined,
  })

/** It holds the row, reads what it refers to, checks the rules, and writes the title with its audit entry. */
function measureEdit(bench: Bench): Promise<Measured> {
  let nth = 0
  return measure(`${ROWS} titles: one saved`, {
    ours: () => bench.edit(`Instructor ${nth++}`),
    bare: () => bench.editByHand(`By hand ${nth++}`),
  })
}

interface Pair {
  ours: () => Promise<void>
  bare: () => Promise<void>
  limit?: number | undefined
}

export async function measure(name: string, { ours, bare, limit }: Pair): Promise<Measured> {
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    const [one, other] = [await time(ours), await time(bare)]
    if (round < 0) continue
    times.ours.push(one)
    times.bare.push(other)
  }
  const p95 = times.ours.sort((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1]!
  const most = 100
  return {
    ...{ name, ours: median(times.ours), peer: median(times.bare), peerName: 'bare SQL', limit, unit: 'ms' },
    detail: `p95 ${p95.toFixed(1)} ${p95 <= most ? 'within' : 'OVER'} ${most}, by hand ${median(times.bare).toFixed(1)}`,
  }
}
