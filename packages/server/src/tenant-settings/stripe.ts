import type { PriceCheck } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports/db.ts'
import { readPart, type StoredPart } from './parts.ts'
import type { OpenWebSettings } from './tables.ts'

export type StoredWeb = StoredPart<OpenWebSettings, 'secretKey' | 'webHookKey'>

/** The web settings of a tenant; undefined where there are none yet. */
export const readWeb = (db: Database, tenantId: string): Promise<StoredWeb | undefined> =>
  readPart(db, 'web', tenantId)

interface Question {
  tenantId: string
  /** Of a price or a plan. */
  id: string
  /** One that isn’t saved yet; the stored one unless given. */
  typedKey?: string | null | undefined
}

/** C-114: what Stripe says of an id to the tenant’s own secret key; undefined where there is none to ask with. */
export async function askStripe(
  { db, secrets, payments }: Pick<Deps, 'db' | 'secrets' | 'payments'>,
  { tenantId, id, typedKey }: Question,
): Promise<PriceCheck | undefined> {
  const stored = (await readWeb(db, tenantId))?.secrets.secretKey
  const typed = typedKey?.trim() ?? ''
  const key = typed === '' && stored != null ? secrets.open(stored.sealed) : typed
  return key === '' ? undefined : payments.price(id.trim(), key)
}
