import { KinoraError, type Page, type PageInput } from '@kinora/core'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../ports/db.ts'
import { exactly, readPage } from '../db/pages.ts'

import type { Scope } from '../scope.ts'
import { type Author, assertVersion, auditOf, nameIn, newTag, recordWrite, stamp, stampNew } from './audit.ts'
import { differences } from './differences.ts'
import { notFound } from './refusals.ts'

/** A table with the columns of `entity`. */
type EntityTable = PgTable & Record<'version' | 'createdAt' | 'updatedAt', PgColumn>
type Row<T extends EntityTable> = T['$inferSelect'] & { version: number }
type Key<T extends EntityTable> = keyof T['$inferSelect'] & keyof T & string
type Stamps = 'version' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'

/** What `crud` must know of a noun. */
interface Noun<T extends EntityTable, K extends Key<T>, E> {
  /** Its name in the contract: audit entries are found by it. */
  noun: string
  id: K
  /** The rows that a scope may change. */
  owns(scope: Scope): SQL | undefined
  /** Those that it may see; the ones that it owns unless given. */
  sees?(scope: Scope): SQL | undefined
  /** Rows that are alike in it come by their id. */
  order: readonly SQL[]
  /** Whose its history is; that of its columns `tenantId` and `providerId` unless given. */
  owner?(row: Row<T>): Owner
  /** What people know it by, where that isn’t called a name or a title. */
  calls?(row: Row<T>): string
  /** What people write of a row, by the names of the contract: it is versioned and recorded, nothing else is. */
  toDraft(row: Row<T>): object
  toEntity(row: Row<T>): E
}

export interface Change {
  id: string
  /** The version that the caller has seen; without one the write goes through. */
  version?: number | undefined
  by: Author
}

/** Reads and writes of a plain noun (CRUD). What needs other SQL is written by hand, with the same pieces. */
export function crud<T extends EntityTable, K extends Key<T>, E>(table: T, noun: Noun<T, K, E>) {
  const { owns, sees = owns, order, toDraft, toEntity } = noun
  const plain: PgTable = table
  const id = table[noun.id] as PgColumn
  const nameOf = (row: Row<T>) => ({
    noun: noun.noun,
    id: String(row[noun.id]),
    owner: noun.owner?.(row) ?? (row as Owner),
    name: noun.calls?.(row) ?? nameIn(toDraft(row)),
  })
  const find = (db: Database, where: SQL | undefined) => db.select().from(plain).where(where).$dynamic()

  /** The row, row-locked until the transaction ends. One that may be seen but not changed is `forbidden`. */
  async function lock(scope: Scope, tx: Database, value: string): Promise<Row<T>> {
    const [row] = await find(tx, and(eq(id, value), owns(scope))).for('update')
    if (row !== undefined) return row as Row<T>
    throw await refusal(scope, tx, value)
  }

  /** The row as the scope sees it, or `notFound`. */
  async function see(scope: Scope, db: Database, value: string): Promise<Row<T>> {
    const [row] = await find(db, and(eq(id, value), sees(scope)))
    if (row === undefined) throw notFound()
    return row as Row<T>
  }

  async function refusal(scope: Scope, db: Database, value: string): Promise<KinoraError> {
    const isSeen = (await find(db, and(eq(id, value), sees(scope)))).length > 0
    return isSeen ? new KinoraError('forbidden') : notFound()
  }

  const assertKnown = (scope: Scope, tx: Database, { row, known }: { row: Row<T>; known?: number }) => {
    const fields = Object.keys(toDraft(row))
    return assertVersion(scope, tx, { ...nameOf(row), current: row.version, known, fields })
  }

  return {
    /** What the contract calls the id. */
    key: noun.id,

    lock,

    /** That the row may not be changed is reported before what is wrong with the change. */
    async assertOwned(scope: Scope, db: Database, value: string): Promise<void> {
      if ((await find(db, and(eq(id, value), owns(scope)))).length === 0)
        throw await refusal(scope, db, value)
    },

    /** One page in the noun’s order; everything where `take` is not positive. */
    async list(
      scope: Scope,
      db: Database,
      { page, take, where }: PageInput & { where?: SQL | undefined },
    ): Promise<Page<E>> {
      const wanted = and(sees(scope), where)
      const rows = find(db, wanted).orderBy(...order, asc(id))
      const found = await readPage(rows, exactly(db.$count(plain, wanted)), { page, take })
      return { ...found, data: (found.data as Row<T>[]).map(toEntity) }
    },

    /** The entity, or `notFound`. */
    async read(scope: Scope, db: Database, value: string): Promise<E> {
      return toEntity(await see(scope, db, value))
    },

    /** What people did to a row that the scope sees, the newest first, while the caller’s side owned it. */
    async history(scope: Scope, db: Database, { id: value, ...page }: PageInput & { id: string }) {
      const row = await see(scope, db, value)
      return auditOf(scope, db, { ...nameOf(row), ...page })
    },

    /** Adds a row under a new id. One that its writer couldn’t change is `forbidden`. */
    insert(
      scope: Scope,
      db: Database,
      { values, by }: { values: Omit<T['$inferInsert'], Stamps | K>; by: Author },
    ): Promise<E> {
      return db.transaction(async tx => {
        const value = newTag()
        await tx.insert(plain).values({ ...values, [noun.id]: value, ...stampNew(by.now, by.userId) })
        const row = await lock(scope, tx, value)
        const changes = differences({}, toDraft(row))
        await recordWrite(tx, by, { ...nameOf(row), verb: 'create', version: row.version, changes })
        return toEntity(row)
      })
    },

    /** Changes a row. One that already is as it is to be stays untouched, so that a repeated call is no second write. */
    update(
      scope: Scope,
      db: Database,
      { id: value, version, by, set }: Change & { set: Partial<Omit<T['$inferInsert'], Stamps | K>> },
    ): Promise<E> {
      return db.transaction(async tx => {
        const before = await lock(scope, tx, value)
        const given = Object.fromEntries(Object.entries(set).filter(([, field]) => field !== undefined))
        const changes = differences(toDraft(before), toDraft({ ...before, ...given }))
        if (changes.length === 0) return toEntity(before)
        await assertKnown(scope, tx, { row: before, known: version })
        const next = before.version + 1
        const same = and(eq(id, value), eq(table.version, before.version))
        const [after] = await tx
          .update(plain)
          .set({ ...given, version: next, ...stamp(by.now, by.userId) })
          .where(same)
          .returning()
        if (after === undefined) throw new KinoraError('conflict')
        await recordWrite(tx, by, { ...nameOf(after as Row<T>), verb: 'update', version: next, changes })
        return toEntity(after as Row<T>)
      })
    },

    remove(scope: Scope, db: Database, { id: value, version, by }: Change): Promise<void> {
      return db.transaction(async tx => {
        const before = await lock(scope, tx, value)
        await assertKnown(scope, tx, { row: before, known: version })
        await tx.delete(plain).where(eq(id, value))
        const changes = differences(toDraft(before), {})
        await recordWrite(tx, by, { ...nameOf(before), verb: 'remove', version: before.version, changes })
      })
    },
  }
}

interface Owner {
  tenantId?: string | null
  providerId?: string | null
}

/** Keeps of a row what a schema names. A column that the schema needs and the table lacks doesn't compile. */
export function picked<S extends z.ZodObject>(schema: S): (row: z.output<S>) => z.output<S> {
  const fields = Object.keys(schema.shape)
  return row =>
    Object.fromEntries(fields.map(field => [field, row[field as keyof typeof row]])) as z.output<S>
}
