import type { KeyValueStore } from '@kinora/core'

/** The key of `sessionStorage` under which a tab autosaves drafts. */
export const DRAFTS_KEY = 'kinora.drafts'

/** The key of `sessionStorage` under which a tab stores the state of its lists. */
export const LIST_STATES_KEY = 'kinora.lists'

interface StoredListStates {
  userId: string
  /** Address parameters by list. */
  lists: Record<string, string>
}

/** What this account last asked of a list in this tab; nothing of another account's (AUTH-11, SESS-16). */
export function readStoredListState(store: KeyValueStore, userId: string, list: string): string | undefined {
  return readLists(store, userId).lists[list]
}

export function storeListState(store: KeyValueStore, userId: string, list: string, params: string): void {
  const { lists } = readLists(store, userId)
  store.setItem(LIST_STATES_KEY, JSON.stringify({ userId, lists: { ...lists, [list]: params } }))
}

/** A store is open to everyone: whatever isn't a memory of this account counts as none. */
function readLists(store: KeyValueStore, userId: string): StoredListStates {
  try {
    const memory = JSON.parse(store.getItem(LIST_STATES_KEY) ?? '{}') as Partial<StoredListStates>
    const lists = Object.entries(memory.lists ?? {}).filter(([, params]) => typeof params === 'string')
    if (memory.userId === userId) return { userId, lists: Object.fromEntries(lists) }
  } catch {
    // As good as none.
  }
  return { userId, lists: {} }
}
