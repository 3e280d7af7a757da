import { isSecretName, type KeyValueStore } from '@kinora/core'
import { DRAFTS_KEY } from './tab-storage.ts'
import type { Stored } from './use-draft-form.ts'

/** What was typed, and the base on which it was typed. */
export interface AutosavedDraft<D> {
  base: Stored<D>
  values: D
}

interface AutosavedDrafts {
  userId: string
  drafts: Record<string, AutosavedDraft<object>>
}

/** The autosaved draft of this account for a form of this tab; nothing of another account's (decision 0060). */
export function readAutosave<D extends object>(
  store: KeyValueStore,
  userId: string,
  { form, like }: { form: string; like: D },
): AutosavedDraft<D> | undefined {
  const kept = readDrafts(store, userId).drafts[form]
  // One that an older portal wrote has other fields.
  const fits = [kept?.values, kept?.base?.values].every(values => fieldsOf(values) === fieldsOf(like))
  return fits ? (kept as unknown as AutosavedDraft<D>) : undefined
}

/** Autosaves a draft, or removes the one that is autosaved. */
export function writeAutosave(
  store: KeyValueStore,
  userId: string,
  { form, kept }: { form: string; kept: AutosavedDraft<object> | undefined },
): void {
  const { [form]: _, ...others } = readDrafts(store, userId).drafts
  const drafts = kept === undefined ? others : { ...others, [form]: storable(kept) }
  if (Object.keys(drafts).length === 0) store.removeItem(DRAFTS_KEY)
  else store.setItem(DRAFTS_KEY, JSON.stringify({ userId, drafts }))
}

/** What a tab may not or can't hold is kept as it was before: a secret, a file, and NaN, which stands for what is no number. */
function storable({ base, values }: AutosavedDraft<object>): AutosavedDraft<object> {
  const known = base.values as Record<string, unknown>
  const isHeld = (name: string, value: unknown) =>
    !isSecretName(name) && !Number.isNaN(value) && !(value instanceof Blob)
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    isHeld(name, value) ? value : known[name],
  ])
  return { base, values: Object.fromEntries(fields) }
}

const fieldsOf = (values: object | undefined): string =>
  Object.keys(values ?? {})
    .sort()
    .join(' ')

/** A store is open to everyone: whatever isn't a draft of this account counts as none. */
function readDrafts(store: KeyValueStore, userId: string): AutosavedDrafts {
  try {
    const kept = JSON.parse(store.getItem(DRAFTS_KEY) ?? '{}') as Partial<AutosavedDrafts>
    if (kept.userId === userId && typeof kept.drafts === 'object')
      return { userId, drafts: { ...kept.drafts } }
  } catch {
    // As good as none.
  }
  return { userId, drafts: {} }
}
