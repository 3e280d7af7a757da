import type { MemberRowState } from '@kinora/core'
import type { ImportedSubscription, MemberRow } from '@kinora/core/bulk'

type ItemName = Pick<ImportedSubscription, 'title' | 'productId'>

/** Names a subscription of a member within a tenant. */
export const toItemKey = (externalUserId: string, { title, productId }: ItemName): string =>
  JSON.stringify([externalUserId, title, productId])

/** What a database said that it wrote: members by external id, subscriptions by key. */
export interface Written {
  added: ReadonlySet<string>
  changed: ReadonlySet<string>
  items: ReadonlySet<string>
}

interface Member {
  externalUserId: string
  name: string
  email: string
}

/** Rows as they are written: a member and a subscription once each, as the last row says it (C-131). */
export function mergePortion(rows: readonly MemberRow[]) {
  const members = new Map<string, Member>()
  const items = new Map<string, ImportedSubscription & Pick<Member, 'externalUserId'>>()
  const first = new Map<string, MemberRow>()
  const last = new Map<string, MemberRow>()
  for (const row of rows) {
    if (!('record' in row)) continue
    const { externalUserId, name, email, subscription } = row.record
    if (!first.has(externalUserId)) first.set(externalUserId, row)
    last.set(externalUserId, row)
    members.set(externalUserId, { externalUserId, name, email })
    if (subscription !== undefined)
      items.set(toItemKey(externalUserId, subscription), { externalUserId, ...subscription })
  }
  /** A member is added by the first of its rows, and changed by the last. */
  const stateOf = (row: MemberRow, written: Written): MemberRowState => {
    if (!('record' in row)) return 'refused'
    const { externalUserId: id, subscription } = row.record
    if (written.added.has(id) && first.get(id) === row) return 'added'
    const isChanged = written.changed.has(id) && last.get(id) === row
    const hasItem = subscription !== undefined && written.items.has(toItemKey(id, subscription))
    return isChanged || hasItem ? 'updated' : 'unchanged'
  }
  return { members: [...members.values()], items: [...items.values()], stateOf }
}
