import type { KeyValueStore, Title, TitleDraft } from '@kinora/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useActingTenant, useKinora, useUser } from '../kernel/provider.tsx'
import { choose, type SheetState } from './sheet-state.ts'

/** Titles of one sheet at most. */
export const SHEET_MAX = 500

/** The fields with which a new class can begin. */
export type Defaults = Partial<
  Pick<
    TitleDraft,
    | 'providerId'
    | 'classCategoryId'
    | 'classSubCategoryId'
    | 'classLanguageCode'
    | 'channelId'
    | 'skill'
    | 'intensity'
    | 'equipmentIds'
    | 'focusAreaIds'
    | 'instructor'
  >
>

export interface Preset {
  name: string
  values: Defaults
}

/** What an account keeps of a sheet in this browser: its titles, and what isn't stored of them yet. */
export interface StoredSheet extends SheetState {
  tags: readonly string[]
}

/** How new classes begin. */
export interface StoredDefaults {
  /** A preset by its name, the last class that was described, or nothing. */
  begin: { kind: 'none' | 'last' } | { kind: 'preset'; name: string }
  last: Defaults
  presets: readonly Preset[]
  /** Whose the new titles are, where an administrator says so. */
  providerId: string | null
}

export const noSheet: StoredSheet = { tags: [], edits: {}, unread: {}, versions: {}, undo: [] }
export const noDefaults: StoredDefaults = { begin: { kind: 'last' }, last: {}, presets: [], providerId: null }

/** The values with which a new class begins. */
export function toBeginning({ begin, last, presets }: StoredDefaults): Defaults {
  if (begin.kind !== 'preset') return begin.kind === 'last' ? last : {}
  return presets.find(({ name }) => name === begin.name)?.values ?? {}
}

/** The fields of a class with which the next one may begin. */
export function toDefaults(title: Title): Defaults {
  const { classCategoryId, classSubCategoryId, classLanguageCode, channelId, skill, intensity } = title
  const { equipmentIds, focusAreaIds, instructor } = title
  const own = { classCategoryId, classSubCategoryId, classLanguageCode, channelId, skill, intensity }
  const set = { ...own, equipmentIds, focusAreaIds, instructor }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => !isEmpty(value)))
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A store is open to everyone: whatever can't be read counts as nothing. */
function parse<T extends object>(text: string | null, nothing: T): T {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return typeof kept === 'object' && kept !== null ? withoutUndo({ ...nothing, ...kept }) : nothing
  } catch {
    return nothing
  }
}

const keyOf = (name: string, userId: string, tenantId = ''): string =>
  `kinora.sheet.${name} ${userId} ${tenantId}`

/** Acts of an earlier visit aren’t taken back: the titles may have changed since. */
const withoutUndo = <T extends object>(value: T): T => ('undo' in value ? { ...value, undo: [] } : value)

/** Whether it is stored: where the store is full, what was entered stays on the page alone, and nothing else is dropped for it. */
function write(store: KeyValueStore, key: string, text: string): boolean {
  try {
    store.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** What another tab changed, taken over by this one. */
const takeOver = <T>(_ours: T, _before: T, after: T): T => after

/** A value that tabs of one browser share. */
interface SharedValue<T> {
  getSnapshot(): T
  change(change: (before: T) => T): void
  subscribe(listener: () => void): () => void
}

/**
 * Opens a value that other tabs change, too. What they have written since is merged in before anything is written, so that no tab
 * overwrites another's, whether it has heard of it or not.
 */
export function openStored<T extends object>(
  store: KeyValueStore,
  key: string,
  { nothing, merged }: { nothing: T; merged: (ours: T, before: T, after: T) => T },
): SharedValue<T> {
  let stored = store.getItem(key)
  let value = parse(stored, nothing)
  const listeners = new Set<() => void>()
  const become = (next: T) => {
    if (next === value) return
    value = next
    for (const listener of listeners) listener()
  }
  const takeIn = (): T => {
    const now = store.getItem(key)
    if (now === stored) return value
    const [before, after] = [parse(stored, nothing), parse(now, nothing)]
    stored = now
    return merged(value, before, after)
  }
  const onStorage = () => become(takeIn())
  return {
    getSnapshot: () => value,
    change(change) {
      const next = change(takeIn())
      const text = JSON.stringify(withoutUndo(next))
      if (text !== stored && write(store, key, text)) stored = text
      become(next)
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
  }
}

/** A value of this account in this browser (decision 0119), the same in all its tabs; another account or tenant has its own. */
export function useStored<T extends object>(
  name: 'intake' | 'edit' | 'defaults',
  nothing: T,
  merged: (ours: T, before: T, after: T) => T = takeOver,
): [T, (change: (before: T) => T) => void] {
  const { store } = useKinora()
  const { userId } = useUser()
  const key = keyOf(name, userId, useActingTenant()?.tenantId)
  const kept = useMemo(() => openStored(store, key, { nothing, merged }), [store, key, nothing, merged])
  const value = useSyncExternalStore(kept.subscribe, kept.getSnapshot)
  return useMemo(() => [value, kept.change], [value, kept])
}

/** Puts titles into the sheet that edits what exists, in place of those before; those with unsaved changes stay. */
export function useChooseForSheet(): (tags: readonly string[]) => void {
  const { store } = useKinora()
  const { userId } = useUser()
  const key = keyOf('edit', userId, useActingTenant()?.tenantId)
  return useCallback(
    tags => {
      const next = choose(parse(store.getItem(key), noSheet), tags)
      write(store, key, JSON.stringify({ ...next, tags: next.tags.slice(0, SHEET_MAX) }))
    },
    [store, key],
  )
}
