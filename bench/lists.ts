import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, toWire } from '@kinora/core'
import { startPlatform } from '@kinora/server/platform'
import { grow } from '../packages/server/test/growth.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { run } from '../packages/server/test/titles/many.ts'
import type { Measured } from './measure.ts'
import { measure, send, signIn } from './search.ts'

/** Rows of each list, smallest first; the larger hold the smaller. */
const SIZES = (process.env.KINORA_BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)

const tenant = { tenantId: 'pulsehouse' }
const first = { page: 1, take: 50 }
const ofTenant = "tenant_id = 'pulsehouse'"
const newestMembers = `SELECT * FROM members WHERE ${ofTenant}`
const inOrder = `ORDER BY created_at DESC, kinora_numbers(name) COLLATE "und-x-icu", user_id LIMIT 50`
/** Of the name of member 7777. */
const part = 'd79c8788'

interface List {
  name: string
  /** Who asks; a tenant’s staff unless set. */
  by?: 'admin'
  call: () => ReturnType<typeof toWire>
  bare: string
  /** How much more the largest may take than the smallest; twice unless set. */
  growth?: number
}

const lists: List[] = [
  {
    name: 'members',
    call: () => toWire(contract.members.list, { ...tenant, ...first }),
    bare: `${newestMembers} ${inOrder}`,
  },
  {
    name: 'members, a part of one name',
    call: () => toWire(contract.members.list, { ...tenant, ...first, searchTerm: part }),
    bare: `${newestMembers} AND name ILIKE '%${part}%' ${inOrder}`,
    // It reads where each three letters of the part occur.
    growth: 4,
  },
  {
    name: 'audit entries',
    by: 'admin',
    call: () => toWire(contract.audit.list, first),
    bare: 'SELECT * FROM audit_entries ORDER BY at DESC, id DESC LIMIT 50',
  },
  {
    name: 'reviews',
    call: () => toWire(contract.reviews.list, first),
    bare: `SELECT r.*, t.class_name FROM reviews r JOIN titles t ON t.tag = r.title_tag WHERE r.${ofTenant}
      ORDER BY r.written_at DESC, r.review_id DESC LIMIT 50`,
  },
]

/** Issue 29 §4: the first page of lists that grow with the platform, on PostgreSQL, each beside the bare SQL of the same rows. */
export async function growingLists(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const cluster = await startPostgres('-c shared_buffers=2GB')
  const databaseUrl = await cluster.createDatabase()
  const platform = await startPlatform({
    ...{ port: 0, dataDir: folder, databaseUrl, logLevel: 'silent', demoClips: false },
  })
  const agent = new Agent({ keepAlive: true })
  try {
    const { db } = platform.deps
    const tokens = { tenant: await signIn(platform.url, 'tenant'), admin: await signIn(platform.url) }
    await grow(db, 'titles', [1, 1000])
    const measured = new Map<string, Measured[]>()
    let have = 0
    for (const rows of SIZES) {
      for (const noun of ['members', 'audit_entries', 'reviews'] as const)
        await grow(db, noun, [have + 1, rows])
      have = rows
      for (const { name, by = 'tenant', call, bare } of lists) {
        const page = await measure(`${name}, ${count(rows)} rows`, {
          ours: () => send(agent, platform.url, tokens[by], call()),
          bare: async () => void JSON.stringify(await run(db, bare)),
        })
        measured.set(name, [...(measured.get(name) ?? []), page])
      }
    }
    return lists.flatMap(list => [...measured.get(list.name)!, growthOf(list, measured.get(list.name)!)])
  } finally {
    agent.destroy()
    await platform.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const count = (rows: number) => rows.toLocaleString('en')

const growthOf = ({ name, growth = 2 }: List, pages: readonly Measured[]): Measured => ({
  name: `${name}: ${count(SIZES.at(-1)!)} rows`,
  ours: pages.at(-1)!.ours,
  peer: pages[0]!.ours,
  peerName: `${count(SIZES[0]!)} rows`,
  limit: growth,
  unit: 'ms',
})
