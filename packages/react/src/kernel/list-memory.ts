import type { KeyValueStore } from '@kinora/core'

/** The key under which a tab remembers what was asked of its lists. */
export const LIST_MEMORY = 'kinora.lists'

interface ListMemory {
  userId: string
  /** Address parameters by list. */
  lists: Record<string, string>
}

/** What this account last asked of a list in this tab; nothing of another account's (AUTH-11, SESS-16). */
export function readListMemory(store: KeyValueStore, userId: string, list: string): string | undefined {
  return read(store, userId).lists[list]
}

export function writeListMemory(store: KeyValueStore, userId: string, list: string, params: string): void {
  const { lists } = read(store, userId)
  store.setItem(LIST_MEMORY, JSON.stringify({ userId, lists: { ...lists, [list]: params } }))
}

/** A store is open to everyone: whatever isn't a memory of this account counts as none. */
function read(store: KeyValueStore, userId: string): ListMemory {
  try {
    const memory = JSON.parse(store.getItem(LIST_MEMORY) ?? '{}') as Partial<ListMemory>
    const lists = Object.entries(memory.lists ?? {}).filter(([, params]) => typeof params === 'string')
    if (memory.userId === userId) return { userId, lists: Object.fromEntries(lists) }
  } catch {
    // As good as none.
  }
  return { userId, lists: {} }
}
