import type { KeyValueStore } from '@kinora/core'

/** Where one goes again; kept in this tab, for each person by themselves. */
export interface Visit {
  href: string
  label: string
}

const KEPT = 5
const keyOf = (userId: string) => `kinora.recent.${userId}`

/** What was chosen lately, the latest first; whatever was written there by others counts as nothing. */
export function readRecent(store: Pick<KeyValueStore, 'getItem'>, userId: string): Visit[] {
  try {
    const found: unknown = JSON.parse(store.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(found) ? found.filter(isVisit).slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** Remembers a visit as the latest. */
export function addRecent(store: KeyValueStore, userId: string, visit: Visit): void {
  const others = readRecent(store, userId).filter(({ href }) => href !== visit.href)
  store.setItem(keyOf(userId), JSON.stringify([visit, ...others].slice(0, KEPT)))
}

const isVisit = (value: unknown): value is Visit => {
  const { href, label } = (value ?? {}) as Partial<Visit>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof label === 'string'
}
