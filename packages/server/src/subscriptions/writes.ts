import { assertNoIssues, type Issue, type Subscription, type SubscriptionDraft } from '@kinora/core'
import { lockCollections } from '../collections/index.ts'
import { checkPictures, retainPictures, toPictures } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { subscriptionRows } from './rows.ts'

/** SUBS-04, VAL-T1 */
const covers = { imageLink: 'subscriptionCover' } as const

/** API-118: stored whole, or not at all. */
export async function insertSubscription(
  draft: SubscriptionDraft,
  context: Context<OfTenant>,
): Promise<string> {
  const { scope, deps } = context
  const set = normalise(draft) as SubscriptionDraft & { imageLink: string }
  const pictures = toPictures(covers, set)
  const wrong = await checkPictures(pictures, context)
  return deps.db.transaction(async tx => {
    const unknown = await unknownCollections(scope, tx, set.collectionTags)
    const gone = await retainPictures(tx, context, pictures)
    assertNoIssues([...unknown, ...(wrong.length > 0 ? wrong : gone)])
    const values = { ...set, tenantId: scope.tenantId, activatedOnce: set.isActive }
    const row = await subscriptionRows.insert(scope, tx, { values, by: authorOf(context) })
    return row.subsPackageId
  })
}

interface Change {
  id: string
  version: number | undefined
  set: Partial<SubscriptionDraft>
}

/** API-120: what is left out stays. That it may not be changed is reported before what is wrong with the change. */
export async function updateSubscription(
  { id, version, set: sent }: Change,
  context: Context<OfTenant>,
): Promise<Subscription> {
  const { scope, deps } = context
  await subscriptionRows.assertOwned(scope, deps.db, id)
  const { imageLink, ...set } = normalise(sent)
  const wrong = await checkPictures(toPictures(covers, { imageLink }), context)
  return deps.db.transaction(async tx => {
    // Lock order: collections before the package, as the deletion of one does.
    const unknown = await unknownCollections(scope, tx, set.collectionTags)
    const before = await subscriptionRows.lock(scope, tx, id)
    const gone = await retainPictures(tx, context, toPictures(covers, { imageLink }, before))
    assertNoIssues([...unknown, ...(wrong.length > 0 ? wrong : gone)])
    return subscriptionRows.update(scope, tx, {
      id,
      version,
      by: authorOf(context),
      set: {
        ...set,
        ...(imageLink != null && { imageLink }),
        ...(set.isActive && { activatedOnce: true }),
      },
    })
  })
}

/** SUBS-07 */
export async function removeSubscription(id: string, context: Context<OfTenant>): Promise<void> {
  const { scope, deps } = context
  await deps.db.transaction(async tx => {
    const before = await subscriptionRows.lock(scope, tx, id)
    await retainPictures(tx, context, toPictures(covers, { imageLink: null }, before))
    await subscriptionRows.remove(scope, tx, { id, by: authorOf(context) })
  })
}

/** SUBS-03: tags that name no collection of the tenant; the others stay until the transaction ends. */
async function unknownCollections(
  scope: OfTenant,
  tx: Database,
  tags: readonly string[] = [],
): Promise<Issue[]> {
  const held = tags.length === 0 ? new Set() : await lockCollections(scope, tx, tags)
  return tags.flatMap((tag, index) =>
    held.has(tag) ? [] : [unknownReference(`collectionTags.${index}`, 'Collection', tag)],
  )
}

/** Texts without blanks around them, each collection once. */
const normalise = <D extends Partial<SubscriptionDraft>>(draft: D): D => ({
  ...draft,
  ...(draft.title !== undefined && { title: draft.title.trim() }),
  ...(draft.description !== undefined && { description: draft.description.trim() }),
  ...(draft.pricingTableId !== undefined && { pricingTableId: draft.pricingTableId.trim() }),
  ...(draft.collectionTags && { collectionTags: [...new Set(draft.collectionTags)] }),
})
