import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEntries } from '../src/audit/rows.ts'
import { auditOf } from '../src/kernel/rows/audit.ts'
import type { OfTenant, Scope } from '../src/kernel/scope.ts'
import { listMembers } from '../src/members/rows.ts'
import type { Database } from '../src/ports/db.ts'
import { listReviews } from '../src/reviews/rows.ts'
import { searchTitles } from '../src/titles/search.ts'
import { openTestPostgres } from './database.ts'
import { type Cost, costOf, grow, nouns } from './growth.ts'
import { postgresWanted } from './postgres.ts'

const FEW = 10_000
const MANY = 1_000_000

const everyone: Scope = { kind: 'all' }
const tenant: OfTenant = { kind: 'tenant', tenantId: 'pulsehouse' }
const first = { page: 1, take: 50 }

/** A part of one name. */
const rare = createHash('md5').update('7777').digest('hex').slice(0, 16)

const lists: Record<string, (db: Database) => Promise<unknown>> = {
  titles: db => searchTitles(everyone, db, { ...first, dir: 'desc' }),
  members: db => listMembers(tenant, db, first),
  'members, a word of one': db => listMembers(tenant, db, { ...first, searchTerm: rare }),
  'audit entries of all': db => listEntries(everyone, db, first),
  'audit entries of a tenant': db => listEntries(tenant, db, first),
  'audit entries of a row': db => auditOf(everyone, db, { noun: 'titles', id: 'row-7', ...first }),
  'reviews of all': db => listReviews(everyone, db, first),
  'reviews of a tenant': db => listReviews(tenant, db, first),
}

describe.runIf(postgresWanted)('what a first page reads', () => {
  let database: Awaited<ReturnType<typeof openTestPostgres>>
  const few: Record<string, Cost> = {}
  const many: Record<string, Cost> = {}

  const look = async (costs: Record<string, Cost>) => {
    for (const [name, list] of Object.entries(lists)) costs[name] = await costOf(database.pool, list)
  }
  beforeAll(async () => {
    database = await openTestPostgres('seeded')
  })
  const all = Object.keys(nouns) as (keyof typeof nouns)[]
  for (const noun of all) beforeAll(() => grow(database.db, noun, [1, FEW]))
  beforeAll(() => look(few))
  for (const noun of all) {
    // Titles are dear to make, and a fifth shows a list that is read as a whole as well.
    const step = noun === 'titles' ? MANY / 25 : MANY / 5
    // A hook each: rows take their time.
    for (const nth of [0, 1, 2, 3, 4])
      beforeAll(() => grow(database.db, noun, [Math.max(FEW, nth * step) + 1, (nth + 1) * step]))
  }
  beforeAll(() => look(many))
  afterAll(() => database?.close())

  // A search by a part of a word reads where each three letters of it occur: 32 pages of 8 kB, and 128 among a million.
  const times = (name: string) => (name === 'members, a word of one' ? 4 : 2)
  test.each(Object.keys(lists))('%s: at most twice as much among a hundred times the rows', name => {
    expect(many[name]!.statements).toBeLessThanOrEqual(2 * few[name]!.statements)
    expect(many[name]!.buffers).toBeLessThanOrEqual(times(name) * few[name]!.buffers)
  })
})
