import { en, KinoraError, SITE_TOKEN_SECONDS, type tenants } from '@kinora/core'
import { and, eq, isNull } from 'drizzle-orm'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Context, Handler } from '../kernel/handlers.ts'
import { assertTriesLeft, networkOf, recordRefusal } from '../session/index.ts'
import { tenantsTable as t } from '../tenants/tables.ts'
import { assertPace } from './pace.ts'
import { signSiteToken } from './tokens.ts'

/**
 * TENANT-27: a token for the site of the tenant that a pair of keys belongs to. Wrong pairs use up tries as wrong passwords do
 * and stand in the audit log; what was sent isn’t kept.
 */
export const openSite: Handler<typeof tenants.token> = async (
  { accessKey, secretKey, readOnly },
  context,
) => {
  const { deps, address, client } = context
  const from = networkOf(address)
  const tries = { account: `keys ${accessKey} ${from}`, address: `keys ${from}` }
  await assertTriesLeft(deps, tries)
  const tenant = await findByKey(accessKey, context)
  const stored = tenant?.appSecret == null ? '' : deps.secrets.open(tenant.appSecret.sealed)
  const isRight = await timingSafeEqual(stored, secretKey)
  if (tenant === undefined || stored === '' || !isRight) {
    const who = { userId: '', displayName: tenant?.name ?? '', tenantId: tenant?.tenantId ?? null }
    await recordRefusal(deps, { who, endpoint: 'tenants.token', address, client })
    throw new KinoraError('unauthorised', { detail: en['siteContent.wrongKeys'] })
  }
  await deps.limits.account.reset(tries.account)
  await deps.limits.address.giveBack(tries.address)
  const { tenantId } = tenant
  await assertPace('token', tenantId, deps)
  await deps.db.update(t).set({ keysUsedAt: deps.clock.now() }).where(eq(t.tenantId, tenantId))
  const token = await signSiteToken({ tenantId, accessKey, readOnly }, deps)
  return { token, expiresIn: SITE_TOKEN_SECONDS, tenantID: tenantId }
}

/** The living tenant that has the key. */
async function findByKey(accessKey: string, { deps }: Context) {
  const { tenantId, name, appSecret } = t
  const [found] = await deps.db
    .select({ tenantId, name, appSecret })
    .from(t)
    .where(and(eq(t.accessKey, accessKey), isNull(t.deletedAt)))
  return found
}
