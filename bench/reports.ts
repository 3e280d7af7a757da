import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { addToDays } from '../packages/server/src/playback/index.ts'
import type { Database } from '../packages/server/src/ports/db.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { run } from '../packages/server/test/titles/many.ts'
import { type Measured, median, time } from './measure.ts'

const RECORDS = Number(process.env.KINORA_BENCH_REPORT_PLAYS ?? 10_000_000)
const TITLES = Number(process.env.KINORA_BENCH_REPORT_TITLES ?? 2000)
const MEMBERS = Number(process.env.KINORA_BENCH_REPORT_MEMBERS ?? 50_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)
const days = { startDate: '2026-01-01', endDate: '2026-12-31' } as const

/** Content usage of a year as a spreadsheet, beside the one query that says the same of the records themselves. */
export async function reportingPlayback(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = await startPostgres()
  const databaseUrl = await cluster.createDatabase()
  const platform = await startPlatform({
    ...{ port: 0, dataDir: folder, databaseUrl, logLevel: 'silent', demoClips: false },
  })
  try {
    const { db } = platform.deps
    await play(db)
    const api = await signIn(platform.url)
    const results = { ours: [] as number[], peer: [] as number[], others: [] as number[] }
    let rows = 0
    let bytes = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      results.peer.push(
        await time(async () => {
          rows = (await db.transaction(tx => direct(tx))).length
        }),
      )
      let isOver = false
      const others = watch(api, () => isOver)
      results.ours.push(
        await time(async () => {
          const { body } = await api.reports.tenant({ ...days, type: 'contentUsage' })
          bytes = (await new Response(body as BodyInit).arrayBuffer()).byteLength
        }),
      )
      isOver = true
      results.others.push(await others)
    }
    const name = `content usage of ${RECORDS.toLocaleString('en')} plays, ${rows.toLocaleString('en')} rows as xlsx`
    const detail = `${(bytes / 1024).toFixed(0)} kB; the longest other call meanwhile ${Math.max(...results.others).toFixed(0)} ms`
    const [ours, peer] = [median(results.ours), median(results.peer)]
    return [{ name, ours, peer, peerName: 'one query over the records', unit: 'ms', detail }]
  } finally {
    await platform.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Plays of a year, some titles more than others. */
async function play(db: Database): Promise<void> {
  await run(
    db,
    `INSERT INTO titles (tag, class_name, provider_id, channel_id)
     SELECT 'bench-' || n, 'Class ' || n, 'ironside', 'ironside-strength' FROM generate_series(1, ${TITLES}) n`,
  )
  await run(
    db,
    `INSERT INTO playback_uploads (tracking_id, status, file_name, good, created_at, updated_at)
     VALUES ('bench', 'committed', 'bench.json', ${RECORDS}, now(), now())`,
  )
  await db.transaction(async tx => {
    await run(tx, 'SET LOCAL statement_timeout = 0')
    await run(
      tx,
      `INSERT INTO playback_records (tracking_id, nth, tenant_id, title_tag, user_id, started_at, seconds, completed)
        SELECT 'bench', n, (ARRAY['pulsehouse', 'nordicmove', 'oasiswellness'])[1 + n % 3],
          'bench-' || 1 + floor(${TITLES} * power(((n::bigint * 7919) % 99991) / 99991.0, 2))::integer,
          'm' || (n::bigint * 104729) % ${MEMBERS}, '2026-01-01Z'::timestamptz + (n::bigint * 15485863 % 31535999) * interval '1 second',
          n % 2400, n % 3 = 0
        FROM generate_series(1, ${RECORDS}) n`,
    )
    await addToDays(tx, 'bench')
  })
  await run(db, 'VACUUM ANALYZE playback_days')
  await run(db, 'VACUUM ANALYZE playback_records')
}

async function direct(tx: Database): Promise<unknown[]> {
  await run(tx, 'SET LOCAL statement_timeout = 0')
  return run(
    tx,
    `SELECT tenant_id, title_tag, count(*), count(DISTINCT user_id), sum(seconds) / 60, avg(completed::integer)
     FROM playback_records WHERE seconds >= 1 AND started_at >= '2026-01-01Z' AND started_at < '2027-01-01Z'
     GROUP BY 1, 2`,
  )
}

/** The longest that somebody else waited meanwhile, in milliseconds. */
async function watch(api: Awaited<ReturnType<typeof signIn>>, isOver: () => boolean): Promise<number> {
  let longest = 0
  while (!isOver()) {
    longest = Math.max(longest, await time(() => api.titles.search({ page: 1, take: 20 })))
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return longest
}

async function signIn(baseUrl: string) {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set() {}, clear() {} }
  const send = createSend({ baseUrl, fetch, tokens: store, timeout: 0 })
  tokens = await send(contract.session.login, {
    email: 'admin@demo.kinora.test',
    password: 'Kinora-demo-1',
  })
  return createApi(contract, send)
}
