import { type StripeWebhook, toWireDate } from '@kinora/core'
import { readAppleState } from '../apple-events/index.ts'
import type { Deps } from '../deps.ts'
import { readStripeState } from '../stripe-events/index.ts'
import { isTenant } from '../tenants/index.ts'
import { readApp, readWeb, type StoredApp, type StoredWeb } from './parts.ts'

/** Where the events of a tenant’s account or app are sent. */
const webhookPath = (source: 'stripe' | 'apple', tenantId: string): string =>
  `/api/v1/webhooks/${source}/${tenantId}`

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

/** C-146: the bundle id of a tenant’s app whose members’ items come from the App Store; undefined of any other. */
export async function readBundleId({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<string | undefined> {
  return (await isTenant(db, tenantId)) ? bundleIdOf(await readApp(db, tenantId)) : undefined
}

const bundleIdOf = (app: StoredApp | undefined): string | undefined =>
  app?.settings.subscriptionSource.includes('apple')
    ? app.settings.iosBundleId?.trim() || undefined
    : undefined

/** What staff needs to set the webhook up, and whether it works. */
export async function readWebhook(
  deps: Pick<Deps, 'db' | 'settings'>,
  tenantId: string,
): Promise<StripeWebhook> {
  const state = await readStripeState({ kind: 'tenant', tenantId }, deps.db)
  const isReady = sealedOf(await readWeb(deps.db, tenantId)) !== undefined
  return toWebhook(deps, webhookPath('stripe', tenantId), { ...state, isReady })
}

/** The same of the App Store. */
export async function readAppleWebhook(
  deps: Pick<Deps, 'db' | 'settings'>,
  tenantId: string,
): Promise<StripeWebhook> {
  const state = await readAppleState({ kind: 'tenant', tenantId }, deps.db)
  const isReady = bundleIdOf(await readApp(deps.db, tenantId)) !== undefined
  return toWebhook(deps, webhookPath('apple', tenantId), { ...state, isReady })
}

const toWebhook = (
  { settings }: Pick<Deps, 'settings'>,
  path: string,
  state: { isReady: boolean; lastEventAt: Date | null; waiting: number },
): StripeWebhook => ({
  address: settings.publicUrl === undefined ? path : settings.publicUrl.replace(/\/$/, '') + path,
  isReady: state.isReady,
  lastEventDate: state.lastEventAt && toWireDate(state.lastEventAt),
  waiting: state.waiting,
})
