import { type ChannelRecord, isClubOnly, type PublishingChange } from '@kinora/core'

/** A channel and a tenant. */
export interface PublishingCell {
  tag: string
  tenantId: string
}

/** What has been ticked and unticked, by cell; it stays while one changes between the matrix and its lists. */
export type PublishingDraft = ReadonlyMap<string, boolean>

/** One that was never ticked. */
export const noDraft: PublishingDraft = new Map()

/** What is published now and what is to be. */
export interface PublishingPlan {
  isPublished(cell: PublishingCell): boolean
  isWanted(cell: PublishingCell): boolean
  /** Club only: it can be unpublished but not published (C-102, C-129). */
  canTick(cell: PublishingCell): boolean
  /** Cells that are to be the other way round. */
  count: { publish: number; unpublish: number }
  /** CHAN-13: the same, tenant by tenant. */
  changes: PublishingChange[]
}

/** Reads a draft against what is stored: a cell that somebody else has changed meanwhile is no change any more. */
export function toPlan(
  draft: PublishingDraft,
  all: readonly ChannelRecord[],
  sites: readonly { tenantId: string }[],
): PublishingPlan {
  const published = new Map(all.map(({ tag, tenants }) => [tag, new Set(tenants)]))
  const closed = new Set(all.filter(({ Availability }) => isClubOnly(Availability)).map(({ tag }) => tag))
  const isPublished = ({ tag, tenantId }: PublishingCell) => published.get(tag)?.has(tenantId) === true
  const isWanted = (cell: PublishingCell) => draft.get(keyOf(cell)) ?? isPublished(cell)
  const changes = toChanges({ isPublished, isWanted }, draft, { all, sites })
  return {
    isPublished,
    isWanted,
    canTick: cell => isPublished(cell) || !closed.has(cell.tag),
    changes,
    count: {
      publish: changes.reduce((sum, { publish }) => sum + publish.length, 0),
      unpublish: changes.reduce((sum, { unpublish }) => sum + unpublish.length, 0),
    },
  }
}

/** The draft with these cells ticked or unticked; those that can’t be stay. */
export function tickCells(
  draft: PublishingDraft,
  { isPublished, canTick }: Pick<PublishingPlan, 'isPublished' | 'canTick'>,
  { cells, isTicked }: { cells: readonly PublishingCell[]; isTicked: boolean },
): PublishingDraft {
  const next = new Map(draft)
  for (const cell of cells.filter(canTick)) {
    if (isPublished(cell) === isTicked) next.delete(keyOf(cell))
    else next.set(keyOf(cell), isTicked)
  }
  return next
}

/** Only what was touched is looked at: a matrix of a thousand by a thousand has a million cells. */
function toChanges(
  { isPublished, isWanted }: Pick<PublishingPlan, 'isPublished' | 'isWanted'>,
  draft: PublishingDraft,
  { all, sites }: { all: readonly ChannelRecord[]; sites: readonly { tenantId: string }[] },
): PublishingChange[] {
  if (draft.size === 0) return []
  return sites.flatMap(({ tenantId }) => {
    const changed = all
      .map(({ tag }) => ({ tag, tenantId }))
      .filter(cell => draft.has(keyOf(cell)) && isWanted(cell) !== isPublished(cell))
    if (changed.length === 0) return []
    const tags = (isTicked: boolean) =>
      changed.filter(cell => isWanted(cell) === isTicked).map(({ tag }) => tag)
    return [{ tenantId, publish: tags(true), unpublish: tags(false) }]
  })
}

/** Neither id has a line break in it. */
const keyOf = ({ tag, tenantId }: PublishingCell): string => `${tag}\n${tenantId}`
