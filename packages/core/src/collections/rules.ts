import * as z from 'zod'
import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { machine } from '../kernel/machine.ts'
import { type Collection, CollectionDraft } from './schema.ts'

export const CollectionStatus = z.enum(['inactive', 'active', 'featured'])
export type CollectionStatus = z.infer<typeof CollectionStatus>

/**
 * E-11, COLL-05: a featured one can’t be deactivated, an inactive one not featured. `unfeature` is also what happens to the
 * former one when another is featured (COLL-07).
 */
export const collectionStatus = machine<
  CollectionStatus,
  'activate' | 'deactivate' | 'feature' | 'unfeature'
>({
  inactive: { activate: 'active' },
  active: { deactivate: 'inactive', feature: 'featured' },
  featured: { unfeature: 'active' },
})

/** The state that the flags make. */
export const toCollectionStatus = ({
  active,
  isFeaturedCollection,
}: Pick<Collection, 'active' | 'isFeaturedCollection'>): CollectionStatus =>
  isFeaturedCollection ? 'featured' : active ? 'active' : 'inactive'

/** COLL-02, COLL-03: what is wrong with the fields that are there. */
export const checkCollection = (draft: Partial<CollectionDraft>): Issue[] =>
  checkWith(CollectionDraft.partial(), draft)

/** What an active collection without classes is refused with (COLL-04). */
export const noClasses: Issue = { path: 'collectionItems', code: 'collection.minimum' }

/** COLL-04, C-112: what is stored may be empty as long as it is inactive. */
export const checkClasses = ({ active, classes }: { active: boolean; classes: number }): Issue[] =>
  active && classes === 0 ? [noClasses] : []

/** COLL-05: a featured one stays active. */
export const checkDeactivation = (
  before: Pick<Collection, 'active' | 'isFeaturedCollection'>,
  active: boolean,
): Issue[] =>
  before.active && !active && !collectionStatus.can(toCollectionStatus(before), 'deactivate')
    ? [{ path: 'active', code: 'collection.featuredStays' }]
    : []

/** COLL-06: an inactive one can’t be featured nor be the class of the day. */
export const checkHighlight = (
  { active }: Pick<Collection, 'active'>,
  path: 'isFeaturedCollection' | 'isClassOfDayCollection',
): Issue[] => (active ? [] : [{ path, code: 'collection.highlightInactive' }])

/** The part of an order that a move has changed: the rows between the first and the last place that differ. */
export function changedPart(before: readonly string[], after: readonly string[]): string[] {
  const differs = (id: string, index: number) => id !== before[index]
  const first = after.findIndex(differs)
  return first < 0 ? [] : after.slice(first, after.findLastIndex(differs) + 1)
}

/** Those that are named share their places in the order given; the others keep theirs. Unknown ids throw nothing and move nothing. */
export function reordered(stored: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(stored)
  const next = wanted.filter(id => known.has(id))
  const named = new Set(next)
  let at = 0
  return stored.map(id => (named.has(id) ? next[at++]! : id))
}

/** The ids that stand twice, as issues of the list. */
export const checkOnce = (ids: readonly string[], path: string): Issue[] => {
  const seen = new Set<string>()
  return ids.flatMap((id, index): Issue[] => {
    const isTwice = seen.has(id)
    seen.add(id)
    return isTwice ? [{ path: `${path}.${index}`, code: 'collection.twice', params: { id } }] : []
  })
}
