import type { Database } from '../ports/db.ts'
import { packagesWithOnly } from '../stored-subscriptions/index.ts'
import type { OfTenant } from './rows.ts'

/** What needs a collection to stay: the names of what it is the last one of (C-113). In the transaction of the deletion. */
export type Keeper = (scope: OfTenant, tx: Database, collectionTag: string) => Promise<readonly string[]>

export const collectionKeepers: readonly Keeper[] = [packagesWithOnly]

/** The names of all that hold it back. */
export async function keptBy(
  scope: OfTenant,
  tx: Database,
  collectionTag: string,
  keepers: readonly Keeper[] = collectionKeepers,
): Promise<string[]> {
  const names: string[] = []
  for (const keeper of keepers) names.push(...(await keeper(scope, tx, collectionTag)))
  return names
}
