import type { AppKeys } from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { newTag } from '../kernel/rows/stamps.ts'
import { sealSecret } from '../kernel/stored-secret.ts'
import type { SecretsPort } from '../ports/secrets.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { readTenant, recordTenant, type TenantRow } from './rows.ts'

/** TENANT-27: a pair as the tenant's row holds it; 160 bits of secret. */
export const newKeys = (secrets: SecretsPort, now: Date) => ({
  accessKey: `ak_${newTag()}`,
  appSecret: sealSecret(`sk_${newTag()}${newTag()}`, secrets, now),
  keysUsedAt: null,
})

/** API-67 */
export async function readKeys(tenantId: string, { deps }: Context): Promise<AppKeys> {
  return openKeys((await readTenant(deps.db, tenantId)).row, deps.secrets)
}

/** API-68: the old pair stops at once. */
export async function generateKeys(tenantId: string, context: Context): Promise<AppKeys> {
  const { deps } = context
  const by = authorOf(context)
  return deps.db.transaction(async tx => {
    const { row } = await readTenant(tx, tenantId, true)
    const keys = newKeys(deps.secrets, by.now)
    await tx.update(t).set(keys).where(eq(t.tenantId, tenantId))
    const changes = [{ path: 'accessKey', before: row.accessKey, after: keys.accessKey }]
    await recordTenant(tx, by, { tenantId, verb: 'generateKeys', version: row.version, changes })
    return openKeys({ ...row, ...keys }, deps.secrets)
  })
}

function openKeys({ accessKey, appSecret, keysUsedAt }: TenantRow, secrets: SecretsPort): AppKeys {
  if (accessKey === null || appSecret === null) return null
  return {
    accessKey,
    secretKey: secrets.open(appSecret.sealed),
    createdDate: appSecret.setAt,
    lastUsedDate: keysUsedAt?.toISOString() ?? null,
  }
}
