import { Role } from '../access.ts'

/** SESS-06, C-69: the keys of local storage, exactly. */
export const storageKeys = {
  csTenantId: 'csTenantId',
  tenantId: 'tenantId',
  tenantName: 'tenantName',
  version: 'version',
  uid: 'uid',
  uploading: 'uploading',
  clearLocalStorage: 'clearLocalStorage',
  token: 'token',
  refreshToken: 'refreshToken',
  forcedSignOut: 'forcedSignOut',
  /** † KEY-05: whether the session began at an identity provider, where it is ended too. */
  sso: 'sso',
} as const

/** CONST-30 */
export const DEFAULT_VERSION = '1.11.4.1273'

export interface KeyValueStore {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** SESS-07 to SESS-09: whether what is stored belongs to someone else, so that stored uploads are broken. Remembers the user. */
export function markForeignData(store: KeyValueStore, user: { userId: string; role: Role }): boolean {
  const stored = store.getItem(storageKeys.uid)
  store.setItem(storageKeys.uid, user.userId)
  const guarded = user.role === Role.Provider || user.role === Role.Tenant
  if (!guarded || stored === null || stored === user.userId) return false
  store.setItem(storageKeys.clearLocalStorage, 'true')
  return true
}

/** ROLE-05: customer support's choice of tenant; clearing removes every trace of it. */
export function storeTenantChoice(
  store: KeyValueStore,
  choice: { tenantId: string; name: string } | undefined,
): void {
  if (choice === undefined) {
    for (const key of [storageKeys.csTenantId, storageKeys.tenantId, storageKeys.tenantName])
      store.removeItem(key)
    return
  }
  store.setItem(storageKeys.csTenantId, choice.tenantId)
  store.setItem(storageKeys.tenantId, choice.tenantId)
  store.setItem(storageKeys.tenantName, choice.name)
}

export function readTenantChoice(store: KeyValueStore): { tenantId: string; name: string } | undefined {
  const tenantId = store.getItem(storageKeys.csTenantId)
  return tenantId === null ? undefined : { tenantId, name: store.getItem(storageKeys.tenantName) ?? tenantId }
}

/**
 * What the version of a manifest asks for (SESS-03 to SESS-05, E-13); `compare` orders versions (SESS-02). A browser that has none
 * stores what is served, the default where that is later or unknown, so that no later visit reloads for it (C-149).
 */
export function onManifest(
  store: KeyValueStore,
  version: string | undefined,
  compare: (a: string, b: string) => number,
): 'nothing' | 'reload' {
  const stored = store.getItem(storageKeys.version)
  if (stored === null) {
    const isLater = version !== undefined && compare(version, DEFAULT_VERSION) > 0
    store.setItem(storageKeys.version, isLater ? version : DEFAULT_VERSION)
    return 'nothing'
  }
  if (version === undefined || compare(version, stored) <= 0) return 'nothing'
  store.setItem(storageKeys.version, version)
  return 'reload'
}
