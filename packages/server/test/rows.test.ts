import { fold } from '@kinora/core'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenPostgres, openPostgres } from '../src/adapters/database/postgres.ts'
import { entity } from '../src/kernel/db/columns.ts'
import { alphabetical, contains, owned, ownedOrPlatform } from '../src/kernel/db/queries.ts'
import { type Author, auditOf } from '../src/kernel/rows/audit.ts'
import { brokenReference } from '../src/kernel/rows/constraints.ts'
import { crud } from '../src/kernel/rows/crud.ts'
import { secretFields } from '../src/kernel/rows/differences.ts'
import type { Scope } from '../src/kernel/scope.ts'
import type { Database } from '../src/ports/db.ts'
import { databases, openTestPglite, openTestPostgres, type TestDatabase } from './database.ts'
import { failure } from './refusals.ts'

/** A toy noun: what `crud` does is seen on it alone. */
const boats = pgTable('boats', {
  boatId: text('boat_id').primaryKey(),
  tenantId: text('tenant_id'),
  providerId: text('provider_id'),
  name: text().notNull(),
  isAfloat: boolean('is_afloat').notNull().default(true),
  password: text(),
  ...entity,
})
const rows = crud(boats, {
  noun: 'boats',
  id: 'boatId',
  sees: scope => ownedOrPlatform(scope, boats.tenantId),
  owns: scope => owned(scope, boats),
  order: [asc(boats.name)],
  toDraft: ({ name, isAfloat, password }) => ({ name, isAfloat, password }),
  toEntity: ({ boatId, tenantId, name, isAfloat, version }) => ({
    boatId,
    tenantId,
    name,
    isAfloat,
    version,
  }),
})

const pulse: Scope = { kind: 'tenant', tenantId: 'pulsehouse' }
const oasis: Scope = { kind: 'tenant', tenantId: 'oasiswellness' }
const ironside: Scope = { kind: 'provider', providerId: 'ironside' }
const now = new Date('2026-11-20T09:00:00.000Z')
const nina: Author = { userId: 'nina', displayName: 'Nina Vogt', client: 'portal', now }
const omar: Author = {
  userId: 'omar',
  displayName: 'Omar Said',
  client: 'cli',
  now: new Date('2026-11-20T10:00:00.000Z'),
}

describe.each(databases)('rows on %s', kind => {
  let database: TestDatabase
  let db: Database
  beforeAll(async () => {
    database = kind === 'postgres' ? await openTestPostgres() : await openTestPglite()
    db = database.db
    await database.exclusive(run =>
      run(`CREATE TABLE boats (boat_id text PRIMARY KEY, tenant_id text, provider_id text, name text NOT NULL,
        is_afloat boolean NOT NULL DEFAULT true, password text, version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(), created_by text,
        updated_at timestamptz NOT NULL DEFAULT now(), updated_by text)`),
    )
  })
  afterAll(() => database.close())

  const launch = (name: string) =>
    rows.insert(pulse, db, { values: { tenantId: 'pulsehouse', name }, by: nina })
  const auditFor = async (scope: Scope, id: string) =>
    (await auditOf(scope, db, { noun: 'boats', id, page: 1, take: 50 })).data

  test('C-136 a broken foreign key says which column names the row, and whether it is the row that goes', async () => {
    await database.exclusive(run =>
      run('CREATE TABLE sails (sail_id text PRIMARY KEY, boat_id text NOT NULL REFERENCES boats)'),
    )
    const broken = (work: Promise<unknown>) => work.then(() => undefined, brokenReference)
    const { boatId } = await launch('Dory')
    expect(await broken(db.execute(sql`INSERT INTO sails VALUES ('jib', ' ')`))).toEqual({
      ...{ column: 'boat_id', isStillNamed: false },
    })
    await db.execute(sql`INSERT INTO sails VALUES ('jib', ${boatId})`)
    const goes = db.transaction(tx => tx.execute(sql`DELETE FROM boats WHERE boat_id = ${boatId}`))
    expect(await broken(goes)).toEqual({ column: 'boat_id', isStillNamed: true })
    expect(await broken(db.execute(sql`INSERT INTO sails VALUES ('jib', ${boatId})`))).toBeUndefined()
  })

  describe('TITLE-14 text in the database', () => {
    const query = async <T>(statement: SQL) =>
      ((await db.execute(statement)) as unknown as { rows: T[] }).rows
    const points = sql`generate_series(1, 65535) AS point WHERE point < 12544 OR point > 64255`
    const letter = sql`'x' || chr(point) || 'y'`

    test('is folded as core folds it, letter by letter', async () => {
      const rows = await query<{ point: number; folded: string }>(
        sql`SELECT point, kinora_fold(${letter}) AS folded FROM ${points}`,
      )
      const odd = rows.filter(({ point, folded }) => {
        const text = `x${String.fromCharCode(point)}y`
        // A letter that is newer than the database stays as it is there.
        return folded !== fold(text) && folded !== text
      })
      expect(odd).toEqual([])
      // Those that people write are known to every version.
      const known = rows.filter(({ point }) => point < 0x1c80)
      expect(known.filter(({ point, folded }) => folded !== fold(`x${String.fromCharCode(point)}y`))).toEqual(
        [],
      )
    })

    test.runIf(kind === 'postgres')('is folded alike under collations of libc and of ICU', async () => {
      const [made] = await query<{ functions: string }>(
        sql`SELECT string_agg(pg_get_functiondef(oid), ';' ORDER BY proname DESC) AS functions FROM pg_proc
          WHERE proname IN ('kinora_fold', 'kinora_fold_letters')`,
      )
      const digest = sql.raw(
        "md5(string_agg(kinora_fold('x' || chr(point) || 'y'), '' ORDER BY point)) AS digest",
      )
      const here = await query(sql`SELECT ${digest} FROM ${points}`)
      for (const locale of ["LOCALE 'C.UTF-8'", "LOCALE_PROVIDER icu ICU_LOCALE 'tr' LOCALE 'C.UTF-8'"]) {
        await db.execute(sql.raw(`CREATE DATABASE elsewhere TEMPLATE template0 ${locale}`))
        const url = (database as OpenPostgres).url.replace(/[^/]+$/, 'elsewhere')
        const elsewhere = openPostgres({ url, connections: 1 })
        await elsewhere.exclusive(run => run('DROP EXTENSION IF EXISTS pg_trgm'))
        for (const one of made!.functions.split(/;(?=CREATE OR)/)) await elsewhere.exclusive(run => run(one))
        const there = await elsewhere.db.execute(sql`SELECT ${digest} FROM ${points}`)
        expect([locale, (there as unknown as { rows: object[] }).rows]).toEqual([locale, here])
        await elsewhere.close()
        await db.execute(sql.raw('DROP DATABASE elsewhere'))
      }
    })

    test('is found by words in any column, and stands in order by the value of numbers', async () => {
      const found = async (words: string) =>
        (
          await query<{ a: string }>(
            sql`SELECT a FROM (VALUES ('Übung 10', 'Zoë'), ('Ubung 2', 'zoe'), ('Straße', NULL), ('İzmir', 'x')) AS t (a, b)
              WHERE ${contains(words, sql`a`, sql`b`) ?? sql`true`} ORDER BY ${alphabetical(sql`a`)}`,
          )
        ).map(({ a }) => a)
      expect(await found('zoe UBUNG')).toEqual(['Ubung 2', 'Übung 10'])
      expect(await found('strasse')).toEqual(['Straße'])
      expect(await found('izmir')).toEqual(['İzmir'])
      expect(await found('%')).toEqual([])
      expect(await found(' ')).toEqual(['İzmir', 'Straße', 'Ubung 2', 'Übung 10'])
    })
  })

  describe('scope (C-14, C-84)', () => {
    test('shows the own rows and the platform’s, in order and by the page', async () => {
      for (const name of ['Cedar', 'Aspen', 'Birch'])
        await rows.insert(oasis, db, { values: { tenantId: 'oasiswellness', name }, by: nina })
      await db.insert(boats).values({ boatId: 'of-all', name: 'Alder' })
      const names = async (scope: Scope, page: number, take: number) =>
        (await rows.list(scope, db, { page, take })).data.map(boat => boat.name)
      expect(await names(oasis, 1, -1)).toEqual(['Alder', 'Aspen', 'Birch', 'Cedar'])
      expect(await names(oasis, 2, 3)).toEqual(['Cedar'])
      expect(await rows.list(oasis, db, { page: 1, take: 3 })).toMatchObject({
        totalRecords: 4,
        totalPages: 2,
      })
      expect(await names(ironside, 1, -1)).toEqual(['Alder'])
      expect(await names({ kind: 'unchosen' }, 1, -1)).toEqual(['Alder'])
    })

    test('another side’s row looks like one that doesn’t exist; one of the platform may be seen, not changed', async () => {
      const { boatId: id } = await launch('Own')
      const set = { name: 'Taken' }
      for (const scope of [oasis, ironside]) {
        expect((await failure(rows.read(scope, db, id))).code).toBe('notFound')
        expect((await failure(rows.update(scope, db, { id, set, by: omar }))).code).toBe('notFound')
        expect((await failure(rows.remove(scope, db, { id, by: omar }))).code).toBe('notFound')
        expect(await auditFor(scope, id)).toEqual([])
        expect((await rows.read(scope, db, 'of-all')).name).toBe('Alder')
        expect((await failure(rows.update(scope, db, { id: 'of-all', set, by: omar }))).code).toBe(
          'forbidden',
        )
        expect((await failure(rows.remove(scope, db, { id: 'of-all', by: omar }))).code).toBe('forbidden')
      }
      const unchosen = await failure(rows.update({ kind: 'unchosen' }, db, { id, set, by: omar }))
      expect(unchosen.detail).toBe('Please choose a tenant to start.')
      expect(
        (await rows.update({ kind: 'all' }, db, { id: 'of-all', set: { name: 'Alder II' }, by: omar }))
          .version,
      ).toBe(2)
      expect((await rows.read(pulse, db, id)).name).toBe('Own')
    })

    test('nobody adds a row for somebody else', async () => {
      const values = { tenantId: 'oasiswellness', name: 'Smuggled' }
      expect((await failure(rows.insert(pulse, db, { values, by: nina }))).code).toBe('notFound')
      expect(
        (await rows.list(oasis, db, { page: 1, take: -1, where: eq(boats.name, 'Smuggled') })).data,
      ).toEqual([])
    })
  })

  describe('versions', () => {
    test('a write that names no version goes through, and every write that changes something counts', async () => {
      const { boatId: id, version } = await launch('Counted')
      expect(version).toBe(1)
      expect((await rows.update(pulse, db, { id, set: { name: 'Two' }, by: nina })).version).toBe(2)
      expect(
        (await rows.update(pulse, db, { id, set: { name: 'Three', isAfloat: undefined }, by: nina })).version,
      ).toBe(3)
      const [row] = await db.select().from(boats).where(eq(boats.boatId, id))
      expect(row).toMatchObject({ isAfloat: true, createdBy: 'nina', updatedBy: 'nina', updatedAt: now })
    })

    test('a write that changes nothing is none, whatever version it names: an answer that was lost may be asked for again', async () => {
      const { boatId: id } = await launch('Same')
      const change = { id, set: { name: 'Other' }, version: 1, by: nina }
      expect((await rows.update(pulse, db, change)).version).toBe(2)
      expect((await rows.update(pulse, db, change)).version).toBe(2)
      expect(await auditFor(pulse, id)).toHaveLength(2)
    })

    test('one that names an older version is refused with what was written since, field by field', async () => {
      const { boatId: id } = await launch('First')
      await rows.update(pulse, db, { id, set: { name: 'Second', isAfloat: false }, by: nina })
      await rows.update(pulse, db, { id, set: { name: 'Third', isAfloat: true }, by: omar })
      const refused = await failure(
        rows.update(pulse, db, { id, set: { name: 'Mine' }, version: 1, by: nina }),
      )
      expect([refused.code, refused.status]).toEqual(['outdated', 409])
      expect(refused.changes).toEqual([
        { path: 'name', before: 'First', after: 'Third', by: 'Omar Said', at: '2026-11-20T10:00:00.000Z' },
      ])
      expect((await failure(rows.remove(pulse, db, { id, version: 2, by: nina }))).changes).toMatchObject([
        { path: 'name', before: 'Second', after: 'Third' },
        { path: 'isAfloat', before: false, after: true },
      ])
      expect(await rows.update(pulse, db, { id, set: { name: 'Mine' }, version: 3, by: nina })).toMatchObject(
        { name: 'Mine', version: 4 },
      )
    })

    test('of two that write at once from the same version one wins', async () => {
      const { boatId: id } = await launch('Raced')
      const names = Array.from({ length: 6 }, (_, index) => `Racer ${index}`)
      const all = await Promise.allSettled(
        names.map(name => rows.update(pulse, db, { id, set: { name }, version: 1, by: nina })),
      )
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of all)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'outdated' })
      const { name, version } = await rows.read(pulse, db, id)
      expect([names.includes(name), version]).toEqual([true, 2])
      const unversioned = await Promise.all(
        names.map(each => rows.update(pulse, db, { id, set: { name: `${each}!` }, by: nina })),
      )
      expect(new Set(unversioned.map(boat => boat.version))).toEqual(new Set([3, 4, 5, 6, 7, 8]))
    })
  })

  describe('audit', () => {
    test('says who wrote what, when and from where, the newest first and by the page', async () => {
      const { boatId: id } = await launch('Told')
      await rows.update(pulse, db, { id, set: { name: 'Retold' }, by: omar })
      await rows.remove(pulse, db, { id, by: nina })
      const common = { noun: 'boats', rowId: id, tenantId: 'pulsehouse', providerId: null }
      expect(await auditFor(pulse, id)).toMatchObject([
        {
          ...common,
          verb: 'remove',
          version: 2,
          changes: expect.arrayContaining([{ path: 'name', before: 'Retold', after: null }]),
        },
        {
          ...{
            ...common,
            verb: 'update',
            version: 2,
            changes: [{ path: 'name', before: 'Told', after: 'Retold' }],
          },
          ...{ userId: 'omar', displayName: 'Omar Said', client: 'cli', at: omar.now },
        },
        { ...common, verb: 'create', version: 1, userId: 'nina', client: 'portal' },
      ])
      const second = await auditOf(pulse, db, { noun: 'boats', id, page: 2, take: 1 })
      expect([second.data.map(entry => entry.verb), second.totalRecords, second.totalPages]).toEqual([
        ['update'],
        3,
        3,
      ])
      expect(await auditFor({ kind: 'all' }, id)).toHaveLength(3)
    })

    test('never holds a secret', async () => {
      expect(secretFields).toContain('password')
      const values = { tenantId: 'pulsehouse', name: 'Safe', password: 'open sesame' }
      const { boatId: id } = await rows.insert(pulse, db, { values, by: nina })
      expect(
        (await rows.update(pulse, db, { id, set: { password: 'close sesame' }, by: nina })).version,
      ).toBe(2)
      const outdated = await failure(rows.update(pulse, db, { id, set: { name: 'X' }, version: 1, by: nina }))
      await rows.remove(pulse, db, { id, by: nina })
      const told = await auditFor(pulse, id)
      expect(told.map(entry => entry.verb)).toEqual(['remove', 'update', 'create'])
      expect(JSON.stringify([told, outdated.changes])).not.toMatch(/sesame|password/)
    })

    test('is no more than the write: both or neither', async () => {
      const { boatId: id } = await launch('Whole')
      const broken = db.transaction(async tx => {
        await rows.update(pulse, tx, { id, set: { name: 'Half' }, by: nina })
        throw new Error('given up')
      })
      await expect(broken).rejects.toThrow('given up')
      expect((await rows.read(pulse, db, id)).version).toBe(1)
      expect(await auditFor(pulse, id)).toHaveLength(1)
    })
  })
})
