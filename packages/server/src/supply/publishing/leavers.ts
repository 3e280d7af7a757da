import type { Leaving, LeavingKind } from '@kinora/core'
import type { SQL } from 'drizzle-orm'
import { countPlacesOf, namePlacesOf, removePlacesOf } from '../../collections/index.ts'
import { countFavouritesOf, removeFavouritesOf } from '../../favourites/index.ts'
import type { Database } from '../../ports/db.ts'
import { countMappingsOf, nameMappingsOf, removeMappingsOf } from '../../stored-documents/index.ts'

/** Titles that leave a tenant, as a query of their tags; all tenants where `tenantId` is null. */
export interface LeavingTitles {
  tenantId: string | null
  tags: SQL
}

/** What goes with titles that leave a site (CHAN-12). A noun that names titles for a site has one. */
export interface Leaver {
  kind: LeavingKind
  count(db: Database, titles: LeavingTitles): Promise<number>
  /** What it is called that they leave, for who is asked before; nothing where it has no name. */
  names?(db: Database, titles: LeavingTitles): Promise<string[]>
  /** In the transaction of the act, before the titles themselves leave; gives how many went. */
  remove(tx: Database, titles: LeavingTitles): Promise<number>
}

/** FAV-04, COLL-14, DOC-04 */
export const contentLeavers: readonly Leaver[] = [
  { kind: 'favourites', count: countFavouritesOf, remove: removeFavouritesOf },
  { kind: 'collections', count: countPlacesOf, names: namePlacesOf, remove: removePlacesOf },
  { kind: 'documents', count: countMappingsOf, names: nameMappingsOf, remove: removeMappingsOf },
]

/** One after the other: they are in one transaction. */
export async function eachLeaver(
  leavers: readonly Leaver[],
  act: (leaver: Leaver) => Promise<number>,
): Promise<Leaving[]> {
  const found: Leaving[] = []
  for (const leaver of leavers) found.push({ kind: leaver.kind, count: await act(leaver) })
  return found.filter(({ count }) => count > 0)
}

/** C-103: the same before it happens, by name where it has one. */
export async function foresee(
  leavers: readonly Leaver[],
  db: Database,
  titles: LeavingTitles,
): Promise<Leaving[]> {
  const found = await eachLeaver(leavers, leaver => leaver.count(db, titles))
  const named: Leaving[] = []
  for (const leaving of found) {
    const names = await leavers.find(({ kind }) => kind === leaving.kind)?.names?.(db, titles)
    named.push(names === undefined ? leaving : { ...leaving, names })
  }
  return named
}

/** The counts of several parts, kind by kind. */
export function addUp(parts: readonly Leaving[]): Leaving[] {
  const totals = new Map<LeavingKind, number>()
  for (const { kind, count } of parts) totals.set(kind, (totals.get(kind) ?? 0) + count)
  return [...totals].map(([kind, count]) => ({ kind, count }))
}
