import type { Title } from '@kinora/core'
import type { Deps } from '../../deps.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readTitles } from '../../stored-titles/index.ts'
import { toTitlePage } from '../view/view.ts'
import { searchPublished } from './search.ts'

/** The titles of these tags that a tenant may show: its own, and those that are published to it. */
export async function findClasses(
  { deps, scope }: { deps: Pick<Deps, 'db' | 'names' | 'clock'>; scope: Scope & { kind: 'tenant' } },
  tags: readonly string[],
): Promise<Title[]> {
  if (tags.length === 0) return []
  const whole = { page: 1, take: -1 }
  const own = await readTitles(scope, deps.db, tags)
  const known = new Set(own.map(({ tag }) => tag))
  const others = tags.filter(tag => !known.has(tag))
  const shown =
    others.length === 0
      ? []
      : (await searchPublished(scope, deps.db, { titleTags: others, tenantId: scope.tenantId, ...whole }))
          .rows
  const rows = [...own, ...shown]
  return (await toTitlePage({ deps, scope }, { rows, total: rows.length }, whole)).data
}
