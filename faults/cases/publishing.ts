import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { newTenant, type PublishingJob } from '@kinora/core'
import { addManyTitles, run } from '../../packages/server/test/titles/many.ts'
import type { FaultCase } from '../cases.ts'
import type { Rig } from '../rig.ts'
import { inDatabase } from '../stored.ts'

const TITLES = Number(process.env.KINORA_FAULT_PUBLISHED_TITLES ?? 50_000)
const TENANTS = Number(process.env.KINORA_FAULT_PUBLISHED_TENANTS ?? 20)
const KILLS = 3
/** One in so many titles is a favourite of every tenant, which goes with it. */
const FAVOURITE_EVERY = 50
export const CHANNEL = 'ironside-strength'
type AdminApi = ReturnType<Rig['apiOf']>

/** Tenants that have nothing of the channel, and its titles, which are on no site. */
export async function prepare(
  rig: Rig,
  api: AdminApi,
  { count, titles }: { count: number; titles: number },
): Promise<string[]> {
  const tenants: string[] = []
  for (let nth = 1; nth <= count; nth += 1) {
    const added = await api.tenants.create({
      ...newTenant,
      ...{ name: `Site ${nth}`, customerNumber: `S-${nth}`, email: `site${nth}@sites.test` },
      ...{ password: 'Kinora-site-1', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
      ...{ languageCodes: ['en-GB'], languageTag: 'en-GB', activatedProducts: ['Web'] },
    })
    tenants.push(added.tenantId)
  }
  await inDatabase(rig, async db => {
    await run(db, `DELETE FROM channel_tenants WHERE channel_tag = '${CHANNEL}'`)
    await run(db, `UPDATE titles SET channel_id = NULL, tenants = '{}' WHERE channel_id = '${CHANNEL}'`)
    // C-136: one that names what belongs to a tenant wouldn't arrive.
    const named = `class_category_id = NULL, class_sub_category_id = NULL, equipment_ids = '{}', focus_area_ids = '{}', label_ids = '{}'`
    const common = `provider_id = 'ironside', tenant_id = NULL, channel_id = '${CHANNEL}', tenants = '{}', status = 4, is_delete = false`
    await addManyTitles(db, titles, `${named}, ${common}`)
    await run(
      db,
      `INSERT INTO favourites (tenant_id, title_tag)
      SELECT tenant_id, 'many-' || lpad(n::text, 7, '0') FROM tenants, generate_series(1, ${titles}, ${FAVOURITE_EVERY}) AS n
      WHERE tenant_id = ANY('{${tenants.join()}}')`,
    )
  })
  return tenants
}

/** Kills the server while the job runs, each time some way further on, and gives what the job came to. */
async function killedToItsEnd(rig: Rig, api: AdminApi, jobId: string): Promise<PublishingJob> {
  const view = () => api.publishing.view({ jobId })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const goal = Math.floor((kill * TENANTS) / (KILLS + 1))
    let job = await view()
    while (job.status === 'Running' && job.counts.done < goal) {
      await wait(50)
      job = await view()
    }
    if (job.status !== 'Running') break
    // Somewhere in the transaction of a tenant.
    await wait(rig.random.between(0, 3000))
    await rig.restart()
  }
  for (;;) {
    const job = await view()
    if (job.status !== 'Running') return job
    await wait(200)
  }
}

/** How long other calls take meanwhile, in milliseconds; those that a kill breaks don't count. */
async function whileOthersAsk<T>(rig: Rig, work: Promise<T>): Promise<{ result: T; times: number[] }> {
  const times: number[] = []
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  // Heard of once the loop has ended.
  ended.catch(() => undefined)
  while (!isOver) {
    const begun = performance.now()
    const answer = await rig.api.titles.search({ take: 20 }).catch(() => undefined)
    if (answer !== undefined) times.push(performance.now() - begun)
    await wait(100)
  }
  return { result: await ended, times }
}

/** What is stored of the channel: which tenants its titles have, and so on. */
function stored(rig: Rig) {
  return inDatabase(rig, async db => {
    const one = async <T>(statement: string) => (await run<T>(db, statement))[0]!
    return {
      sites: await run<{ tenants: string[]; count: number }>(
        db,
        `SELECT sorted.tenants, count(*)::int AS count FROM titles,
          LATERAL (SELECT array(SELECT unnest(tenants) ORDER BY 1) AS tenants) AS sorted
        WHERE channel_id = '${CHANNEL}' GROUP BY 1`,
      ),
      given: await one<{ count: number }>(
        `SELECT count(*)::int AS count FROM channel_tenants WHERE channel_tag = '${CHANNEL}'`,
      ),
      favourites: await one<{ count: number }>(
        `SELECT count(*)::int AS count FROM favourites WHERE title_tag LIKE 'many-%'`,
      ),
      entries: await run<{ verb: string; count: number }>(
        db,
        `SELECT verb, count(*)::int AS count FROM audit_entries
        WHERE noun = 'channels' AND row_id = '${CHANNEL}' GROUP BY verb ORDER BY verb`,
      ),
    }
  })
}

const figures = (times: readonly number[]): string => {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return `${times.length} other calls in ${at(0.5)} ms, 95 % in ${at(0.95)} ms, the slowest ${at(1)} ms`
}

export const publishingCases: readonly FaultCase[] = [
  {
    roles: ['video'],
    own: {},
    name: `CHAN-12, CHAN-13 a channel of ${TITLES} titles published to ${TENANTS} tenants and taken back, the server killed -9 ${KILLS} times in each: every title once for every tenant, then for none`,
    async run(rig) {
      const api = rig.apiOf('admin@demo.kinora.test')
      const tenants = await prepare(rig, api, { count: TENANTS, titles: TITLES })
      const alone = await whileOthersAsk(rig, wait(3000))
      const favourites = Math.ceil(TITLES / FAVOURITE_EVERY)
      const start = (change: object) => api.publishing.setChannel({ tag: CHANNEL, ...change })
      const faults: string[] = []
      const carriedOut = async (change: object) => {
        const { job } = await start(change)
        const begun = performance.now()
        const { result, times } = await whileOthersAsk(rig, killedToItsEnd(rig, api, job.jobId))
        assert.deepEqual([result.status, result.counts.done], ['Done', TENANTS])
        for (let kill = 1; kill <= KILLS; kill += 1) faults.push('kill -9 of the server')
        return { job: result, told: `${Math.round((performance.now() - begun) / 1000)} s, ${figures(times)}` }
      }

      const published = await carriedOut({ tenantIdsToPublish: tenants })
      assert.ok(published.job.results.every(({ arriving, leaving }) => arriving === TITLES && leaving === 0))
      assert.deepEqual(await stored(rig), {
        sites: [{ tenants: [...tenants].sort(), count: TITLES }],
        given: { count: TENANTS },
        favourites: { count: favourites * TENANTS },
        entries: [{ verb: 'publish', count: TENANTS }],
      })

      const taken = await carriedOut({ tenantIdsToUnPublish: tenants })
      const leaves = [{ kind: 'favourites', count: favourites }]
      for (const item of taken.job.results)
        assert.deepEqual([item.arriving, item.leaving, item.with], [0, TITLES, leaves])
      assert.deepEqual(await stored(rig), {
        sites: [{ tenants: [], count: TITLES }],
        given: { count: 0 },
        favourites: { count: 0 },
        entries: [
          { verb: 'publish', count: TENANTS },
          { verb: 'unpublish', count: TENANTS },
        ],
      })
      const told = [
        `alone: ${figures(alone.times)}`,
        `published: ${published.told}`,
        `taken back: ${taken.told}`,
      ]
      return { faults, resent: 0, measured: told.join('; ') }
    },
  },
]
