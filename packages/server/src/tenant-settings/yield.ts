import { eq } from 'drizzle-orm'
import { assertEmailFree, closeAccount, openTenantAccount } from '../accounts/index.ts'
import type { Author } from '../kernel/rows/audit.ts'
import { newTag, stamp, stampNew } from '../kernel/rows/stamps.ts'
import type { Database } from '../ports/db.ts'
import { providersTable as p } from '../providers/tables.ts'
import type { StoredTenantRow } from './rows.ts'

interface Sync {
  stored: StoredTenantRow
  /** Of a new password. */
  passwordHash: string | undefined
  by: Author
}

/**
 * C-80, C-93: what a tenant yields follows it. Provider active: an account of role 2 and a provider of its own; otherwise the
 * account is closed and signed out at once, the provider and its titles stay. Throws `emailExists`.
 */
export async function syncYield(tx: Database, { stored, passwordHash, by }: Sync): Promise<void> {
  const { row, account, provider } = stored
  const { tenantId, email, name } = row
  if (email !== null)
    await assertEmailFree(tx, email, { tenantId, providerTag: provider?.tag, userId: account?.userId })
  if (!row.isProviderActive) {
    if (account?.isActive === true) await closeAccount(tx, account.userId, by)
    return
  }
  const opening = { tenantId, email: email!, displayName: name, passwordHash, account, by }
  await openTenantAccount(tx, opening)
  const { mediaPlatform, isBulkUploadEnabled } = row
  const fields = { name: tenantId, displayName: name, email: email!, mediaPlatform, isBulkUploadEnabled }
  if (provider === undefined)
    await tx.insert(p).values({
      tag: newTag(),
      ...fields,
      contact: '',
      tenantId,
      isTenantProvider: true,
      ...stampNew(by.now, by.userId),
    })
  else
    await tx
      .update(p)
      .set({ ...fields, ...stamp(by.now, by.userId) })
      .where(eq(p.tag, provider.tag))
}
