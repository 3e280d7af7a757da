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
  const kept = read(store, userId).drafts[form]
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
  const { [form]: _, ...others } = read(store, userId).drafts
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
function read(store: KeyValueStore, userId: string): Kept {
  try {
    const kept = JSON.parse(store.getItem(KEPT_DRAFTS) ?? '{}') as Partial<Kept>
    if (kept.userId === userId && typeof kept.drafts === 'object')
      return { userId, drafts: { ...kept.drafts } }
  } catch {
    // As good as none.
  }
  return { userId, drafts: {} }
}
