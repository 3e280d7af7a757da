import type { KeyValueStore, Title, TitleDraft } from '@kinora/core'
import { useCallback, useMemo, useState } from 'react'
import { useActingTenant, useKinora, useUser } from '../kernel/provider.tsx'
import type { SheetState } from './sheet-state.ts'

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
export interface KeptSheet extends SheetState {
  tags: readonly string[]
}

/** How new classes begin. */
export interface KeptDefaults {
  /** A preset by its name, the last class that was described, or nothing. */
  begin: { kind: 'none' | 'last' } | { kind: 'preset'; name: string }
  last: Defaults
  presets: readonly Preset[]
  /** Whose the new titles are, where an administrator says so. */
  providerId: string | null
}

export const noSheet: KeptSheet = { tags: [], edits: {}, unread: {}, undo: [] }
export const noDefaults: KeptDefaults = { begin: { kind: 'last' }, last: {}, presets: [], providerId: null }

/** The values with which a new class begins. */
export function toBeginning({ begin, last, presets }: KeptDefaults): Defaults {
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
function read<T extends object>(store: KeyValueStore, key: string, nothing: T): T {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? { ...nothing, ...kept } : nothing
  } catch {
    return nothing
  }
}

const keyOf = (name: string, userId: string, tenantId = ''): string =>
  `kinora.sheet.${name} ${userId} ${tenantId}`

/** A value of this account in this browser (decision 0119); another account or tenant has its own. */
export function useKept<T extends object>(
  name: 'intake' | 'edit' | 'defaults',
  nothing: T,
): [T, (change: (before: T) => T) => void] {
  const { store } = useKinora()
  const { userId } = useUser()
  const key = keyOf(name, userId, useActingTenant()?.tenantId)
  const [value, setValue] = useState(() => read(store, key, nothing))
  const change = useCallback(
    (next: (before: T) => T) =>
      setValue(before => {
        const after = next(before)
        if (after !== before) store.setItem(key, JSON.stringify(after))
        return after
      }),
    [store, key],
  )
  return useMemo(() => [value, change], [value, change])
}

/** Puts titles into the sheet that edits what exists, in place of those before. */
export function useChooseForSheet(): (tags: readonly string[]) => void {
  const { store } = useKinora()
  const { userId } = useUser()
  const key = keyOf('edit', userId, useActingTenant()?.tenantId)
  return useCallback(
    tags => store.setItem(key, JSON.stringify({ ...noSheet, tags: tags.slice(0, SHEET_MAX) })),
    [store, key],
  )
}
