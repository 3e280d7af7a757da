import type { Issue } from '../kernel/errors.ts'

/** TENANT-02, C-33 */
export const TENANT_ID_MAX_LENGTH = 40

/** C-90: pages of the portal that stand where a tenant's page does. */
export const reservedTenantIds: readonly string[] = [
  ...['publishing', 'siteterms', 'generalsettings', 'websettings', 'mobilesettings', 'deleted'],
]

/** TENANT-02, C-130: NFC, white space of every kind removed, lower case, cut at 40 code points. Other characters stay. */
export const toTenantId = (name: string): string =>
  [...name.normalize('NFC').replace(/\s+/gu, '').toLowerCase()].slice(0, TENANT_ID_MAX_LENGTH).join('')

/** C-90, C-130: what is wrong with an id; `path` is the field that a person would change. */
export function checkTenantId(id: string, path: 'name' | 'tenantID' = 'name'): Issue[] {
  if (id === '') return [{ path, code: 'validation.required' }]
  const [found] = /[/\\?#%]/.exec(id) ?? []
  if (found !== undefined) return [{ path, code: 'tenant.idCharacter', params: { found } }]
  if (/\p{Cc}/u.test(id)) return [{ path, code: 'tenant.idControl' }]
  const isReserved = id === '.' || id === '..' || reservedTenantIds.includes(id)
  if (isReserved) return [{ path, code: 'tenant.idReserved', params: { id } }]
  return id === toTenantId(id) ? [] : [{ path, code: 'tenant.idForm', params: { id: toTenantId(id) } }]
}
