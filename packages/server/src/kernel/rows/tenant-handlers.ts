import type { Page, PageInput, SearchInput } from '@kinora/core'
import { and, type SQL } from 'drizzle-orm'
import type { Database } from '../../ports/db.ts'
import type { Context } from '../handlers.ts'
import type { OfTenant } from '../scope.ts'
import { type Author, authorOf } from './audit.ts'

interface RowWrite {
  id: string
  version?: number | undefined
  by: Author
}

/** The part of `crud` that these handlers call; `D` is what people write. */
interface Rows<E, D, K> {
  key: K
  list(scope: OfTenant, db: Database, page: PageInput & { where?: SQL | undefined }): Promise<Page<E>>
  assertOwned(scope: OfTenant, db: Database, id: string): Promise<void>
  insert(scope: OfTenant, db: Database, write: { values: D & { tenantId: string }; by: Author }): Promise<E>
  update(scope: OfTenant, db: Database, write: RowWrite & { set: Partial<NoInfer<D>> }): Promise<E>
  remove(scope: OfTenant, db: Database, write: RowWrite): Promise<void>
}

interface Options<D> {
  /** The rows that a list is asked for fulfil all of these. */
  where?(asked: SearchInput): readonly (SQL | undefined)[]
  /** What a schema can't check or tidy; an update has some of the fields. */
  prepare?(draft: Partial<NoInfer<D>>, scope: OfTenant, db: Database): Promise<Partial<NoInfer<D>>>
}

type One<K extends string> = { tenantId: string } & Record<K, string>

/** `list`, `create`, `update` and `remove` of a plain noun of a tenant; a verb of its own stands beside them. */
export function tenantHandlers<E, D extends object, K extends keyof E & string>(
  rows: Rows<E, D, K>,
  { where = () => [], prepare = async draft => draft }: Options<D>,
) {
  const { key } = rows
  return {
    list(asked: SearchInput, { scope, deps: { db } }: Context<OfTenant>): Promise<Page<E>> {
      const { page, take } = asked
      return rows.list(scope, db, { page, take, where: and(...where(asked)) })
    },
    async create(draft: D & { tenantId: string }, context: Context<OfTenant>): Promise<Pick<E, K>> {
      const { scope, db, by } = open(context)
      const values = { ...draft, ...(await prepare(draft, scope, db)) }
      const row = await rows.insert(scope, db, { values, by })
      return { [key]: row[key] } as Pick<E, K>
    },
    async update(
      { version, ...sent }: Partial<D> & One<K> & { version?: number | undefined },
      context: Context<OfTenant>,
    ): Promise<E> {
      const { scope, db, by } = open(context)
      const { tenantId: _, [key]: id, ...set } = sent
      await rows.assertOwned(scope, db, id)
      return rows.update(scope, db, { id, version, set: await prepare(set as Partial<D>, scope, db), by })
    },
    async remove(row: One<K>, context: Context<OfTenant>) {
      const { scope, db, by } = open(context)
      await rows.remove(scope, db, { id: row[key], by })
      return { status: 200 }
    },
  }
}

const open = (context: Context<OfTenant>) => ({
  scope: context.scope,
  db: context.deps.db,
  by: authorOf(context),
})
