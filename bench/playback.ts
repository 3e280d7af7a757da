import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { run } from '../packages/server/test/titles/many.ts'
import { type Measured, median, time } from './measure.ts'

const RECORDS = Number(process.env.KINORA_BENCH_PLAYS ?? 100_000)
const ROUNDS = Number(process.env.KINORA_BENCH_ROUNDS ?? 3)

/** The commit of an upload of playback data, beside a bare sum of the same rows into a new table. */
export async function committingPlayback(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = await startPostgres()
  const databaseUrl = await cluster.createDatabase()
  const options = { port: 0, dataDir: folder, databaseUrl, logLevel: 'silent', demoClips: false } as const
  const platform = await startPlatform(options)
  try {
    const { db } = platform.deps
    const tags = await run<{ tag: string }>(db, 'SELECT tag FROM titles WHERE NOT is_delete')
    const api = await signIn(platform.url)
    const before = (await api.playback.recount({})).records
    const results = { sent: [] as number[], ours: [] as number[], peer: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = new File([plays(tags, round)], 'plays.json')
      let trackingId = ''
      results.sent.push(
        await time(async () => {
          ;({ trackingId } = await api.playback.upload({ file }))
        }),
      )
      const sum = `CREATE TEMP TABLE sums_${round} AS SELECT tenant_id, title_tag, started_at::date, count(*), sum(seconds)
        FROM playback_records WHERE tracking_id = '${trackingId}' GROUP BY 1, 2, 3`
      results.peer.push(await time(() => run(db, sum)))
      results.ours.push(await time(() => api.playback.commit({ trackingId })))
    }
    const { differences, records } = await api.playback.recount({})
    if (differences.length > 0 || records - before !== RECORDS * ROUNDS)
      throw new Error('the recount differs')
    const name = `playback data, ${RECORDS.toLocaleString('en')} records committed`
    const perSecond = Math.round(RECORDS / (median(results.sent) / 1000))
    const detail = `sent and stored at ${perSecond.toLocaleString('en')} records a second`
    const [ours, peer] = [median(results.ours), median(results.peer)]
    return [{ name, ours, peer, peerName: 'GROUP BY into a table', unit: 'ms', detail }]
  } finally {
    await platform.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(baseUrl: string) {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set() {}, clear() {} }
  const send = createSend({ baseUrl, fetch, tokens: store, timeout: 0 })
  const account = { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }
  tokens = await send(contract.session.login, account)
  return createApi(contract, send)
}

/** A month of plays of every title; each round's differ. */
const plays = (tags: readonly { tag: string }[], round: number): string =>
  Array.from({ length: RECORDS }, (_, nth) =>
    JSON.stringify({
      ...{ tenantId: 'pulsehouse', titleTag: tags[nth % tags.length]!.tag, userId: `u${nth % 5000}` },
      startedAt: new Date(Date.UTC(2026, 9, 1) + ((nth * 25_919) % 2_592_000) * 1000).toISOString(),
      ...{ secondsWatched: (nth % 3600) + round / 10, completed: nth % 3 === 0 },
    }),
  ).join('\n')
