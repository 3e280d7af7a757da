import type { Title } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Database } from '../../ports/db.ts'
import { readTitles } from '../../stored-titles/index.ts'
import { toTitlePage } from '../view/view.ts'
import { searchPublished } from './search.ts'

type Site = Scope & { kind: 'tenant' }

/** The titles of these tags that a tenant may show: its own, and those that are published to it. Reads by `db` alone, so a transaction may ask. */
export async function findClassRows(scope: Site, db: Database, tags: readonly string[]) {
  const own = await readTitles(scope, db, tags)
  const known = new Set(own.map(({ tag }) => tag))
  const others = tags.filter(tag => !known.has(tag))
  if (others.length === 0) return own
  const search = { titleTags: others, tenantId: scope.tenantId, page: 1, take: others.length }
  return [...own, ...(await searchPublished(scope, db, search)).rows]
}

/** The same as people see them. */
export async function findClasses(
  { deps, scope }: { deps: Pick<Deps, 'db' | 'names' | 'clock'>; scope: Site },
  tags: readonly string[],
): Promise<Title[]> {
  if (tags.length === 0) return []
  const rows = await findClassRows(scope, deps.db, tags)
  return (await toTitlePage({ deps, scope }, { rows, total: rows.length }, whole)).data
}

const whole = { page: 1, take: -1 }
