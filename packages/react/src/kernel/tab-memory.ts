import type { KeyValueStore } from '@kinora/core'
import type { Stored } from './use-draft-form.ts'

/** The key under which a tab keeps what isn't saved yet. */
export const KEPT_DRAFTS = 'kinora.drafts'

/** What was typed, and what the form stood on then. */
export interface KeptDraft<D> {
  base: Stored<D>
  values: D
}

interface Kept {
  userId: string
  drafts: Record<string, KeptDraft<object>>
}

/** What this account left unsaved in a form of this tab; nothing of another account's (decision 0060). */
export function readKeptDraft<D extends object>(
  store: KeyValueStore,
  userId: string,
  { form, like }: { form: string; like: D },
): KeptDraft<D> | undefined {
  const kept = readDrafts(store, userId).drafts[form]
  // One that an older portal wrote has other fields.
  const fits = [kept?.values, kept?.base?.values].every(values => fieldsOf(values) === fieldsOf(like))
  return fits ? (kept as unknown as KeptDraft<D>) : undefined
}

/** Keeps a draft, or forgets the one that is kept. */
export function writeKeptDraft(
  store: KeyValueStore,
  userId: string,
  { form, kept }: { form: string; kept: KeptDraft<object> | undefined },
): void {
  const { [form]: _, ...others } = readDrafts(store, userId).drafts
  const drafts = kept === undefined ? others : { ...others, [form]: withoutNaN(kept) }
  if (Object.keys(drafts).length === 0) store.removeItem(KEPT_DRAFTS)
  else store.setItem(KEPT_DRAFTS, JSON.stringify({ userId, drafts }))
}

/** JSON has no NaN, which stands for what was typed and is no number: such a field is kept as it was before. */
function withoutNaN({ base, values }: KeptDraft<object>): KeptDraft<object> {
  const known = base.values as Record<string, unknown>
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    Number.isNaN(value) ? known[name] : value,
  ])
  return { base, values: Object.fromEntries(fields) }
}

const fieldsOf = (values: object | undefined): string =>
  Object.keys(values ?? {})
    .sort()
    .join(' ')

/** A store is open to everyone: whatever isn't a draft of this account counts as none. */
function readDrafts(store: KeyValueStore, userId: string): Kept {
  try {
    const kept = JSON.parse(store.getItem(KEPT_DRAFTS) ?? '{}') as Partial<Kept>
    if (kept.userId === userId && typeof kept.drafts === 'object')
      return { userId, drafts: { ...kept.drafts } }
  } catch {
    // As good as none.
  }
  return { userId, drafts: {} }
}

/** The key under which a tab remembers what was asked of its lists. */
export const LIST_MEMORY = 'kinora.lists'

interface ListMemory {
  userId: string
  /** Address parameters by list. */
  lists: Record<string, string>
}

/** What this account last asked of a list in this tab; nothing of another account's (AUTH-11, SESS-16). */
export function readListMemory(store: KeyValueStore, userId: string, list: string): string | undefined {
  return readLists(store, userId).lists[list]
}

export function writeListMemory(store: KeyValueStore, userId: string, list: string, params: string): void {
  const { lists } = readLists(store, userId)
  store.setItem(LIST_MEMORY, JSON.stringify({ userId, lists: { ...lists, [list]: params } }))
}

/** A store is open to everyone: whatever isn't a memory of this account counts as none. */
function readLists(store: KeyValueStore, userId: string): ListMemory {
  try {
    const memory = JSON.parse(store.getItem(LIST_MEMORY) ?? '{}') as Partial<ListMemory>
    const lists = Object.entries(memory.lists ?? {}).filter(([, params]) => typeof params === 'string')
    if (memory.userId === userId) return { userId, lists: Object.fromEntries(lists) }
  } catch {
    // As good as none.
  }
  return { userId, lists: {} }
}
