import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { SubscriptionDraft, type SubscriptionFailure } from './schema.ts'

/** SUBS-03, SUBS-08, C-114: what is wrong with the fields that are there, the first of each. */
export function checkSubscription(draft: Partial<SubscriptionDraft>): Issue[] {
  const seen = new Set<string>()
  return checkWith(SubscriptionDraft.partial(), draft).filter(({ path }) => {
    const field = path.split('.')[0]!
    return !seen.has(field) && seen.add(field)
  })
}

/** SUBS-07: what became of each that was to be deleted: the answer names those alone that stayed. */
export const toRemovals = (
  ids: readonly string[],
  failed: readonly SubscriptionFailure[],
): { id: string; failure: SubscriptionFailure | undefined }[] => {
  const failures = new Map(failed.map(each => [each.id, each]))
  return [...new Set(ids)].map(id => ({ id, failure: failures.get(id) }))
}
