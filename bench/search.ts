import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, contract, createApi, createSend, type KinoraContract } from '@kinora/core'
import { type Platform, startPlatform } from '@kinora/server/platform'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { addManyTitles, run } from '../packages/server/test/titles/many.ts'
import { type Measured, median, time } from './measure.ts'
import { type Search, searches } from './title-filters.ts'

type Db = Platform['deps']['db']

const ROWS = Number(process.env.KINORA_BENCH_TITLES ?? 20_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 9)
/** `postgres` starts a server, an address takes a database that is there; without it PGlite. */
const DATABASE = process.env.KINORA_BENCH_DATABASE

/** Searches through the HTTP API, each beside the bare SQL that selects the same page and counts. */
export async function searching(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = DATABASE === 'postgres' ? await startPostgres('-c shared_buffers=2GB') : undefined
  const databaseUrl = (await cluster?.createDatabase()) ?? DATABASE
  const platform = await startPlatform({ port: 0, dataDir: folder, databaseUrl, logLevel: 'silent' })
  try {
    const { db } = platform.deps
    const [row] = await run<{ count: number }>(db, 'SELECT count(*)::int AS count FROM titles')
    if ((row?.count ?? 0) < ROWS) await addManyTitles(db, ROWS)
    const api = await signIn(platform.url)
    const measured: Measured[] = []
    for (const search of searches) measured.push(await measure(api, db, { ...search, page: 1 }))
    const last = Math.min(1000, Math.floor((ROWS * 0.98) / 100))
    measured.push(await measure(api, db, { ...searches[0]!, page: last }))
    return measured
  } finally {
    await platform.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(baseUrl: string): Promise<Api<KinoraContract>> {
  let token = ''
  const tokens = { get: () => (token ? { token } : undefined), set() {}, clear() {} }
  const send = createSend({ baseUrl, fetch, tokens })
  const account = { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }
  token = (await send(contract.session.login, account)).token
  return createApi(contract, send)
}

async function measure(
  api: Api<KinoraContract>,
  db: Db,
  { name, filter, where, page }: Search & { page: number },
): Promise<Measured> {
  const from = `FROM titles WHERE NOT is_delete AND ${where}`
  const select = `SELECT * ${from} ORDER BY created_at DESC, tag DESC LIMIT 100 OFFSET ${(page - 1) * 100}`
  const times = { ours: [] as number[], page: [] as number[], both: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await time(() => api.titles.search({ ...filter, page, take: 100 }))
    const alone = await time(() => run(db, select))
    const counted = await time(() => run(db, `SELECT count(*) ${from}`))
    if (round === 0) continue
    times.ours.push(ours)
    times.page.push(alone)
    times.both.push(alone + counted)
  }
  const p95 = times.ours.sort((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1]!
  return {
    name: `${ROWS} titles, page ${page}: ${name}`,
    ours: median(times.ours),
    peer: median(times.both),
    peerName: 'bare SQL',
    limit: 2,
    unit: 'ms',
    detail: `p95 ${p95.toFixed(1)}, bare page ${median(times.page).toFixed(1)}, bare count ${(median(times.both) - median(times.page)).toFixed(1)}`,
  }
}
