import { type StripeWebhook, toWireDate } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { readStripeState } from '../stripe-events/index.ts'
import { isTenant } from '../tenants/index.ts'
import { readWeb, type StoredWeb } from './parts.ts'

/** Where Stripe sends the events of a tenant’s account. */
const webhookPath = (tenantId: string): string => `/api/v1/webhooks/stripe/${tenantId}`

const sealedOf = (web: StoredWeb | undefined): string | undefined =>
  web?.settings.subscriptionSource.includes('stripe') ? web.secrets.webHookKey?.sealed : undefined

/** TENANT-22: the webhook secret of a tenant whose members’ items come from Stripe; undefined of any other. */
export async function openWebhookSecret(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  tenantId: string,
): Promise<string | undefined> {
  const sealed = (await isTenant(db, tenantId)) ? sealedOf(await readWeb(db, tenantId)) : undefined
  return sealed && secrets.open(sealed)
}

/** What staff needs to set the webhook up, and whether it works. */
export async function readWebhook(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  tenantId: string,
): Promise<StripeWebhook> {
  const { lastEventAt, waiting } = await readStripeState({ kind: 'tenant', tenantId }, db)
  const path = webhookPath(tenantId)
  return {
    address: settings.publicUrl === undefined ? path : settings.publicUrl.replace(/\/$/, '') + path,
    isReady: sealedOf(await readWeb(db, tenantId)) !== undefined,
    lastEventDate: lastEventAt && toWireDate(lastEventAt),
    waiting,
  }
}
