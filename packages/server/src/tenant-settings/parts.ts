import {
  KinoraError,
  type LockedContent,
  missingProduct,
  type PriceCheck,
  type ProductPart,
  type SecretInput,
  type ShownSite,
  type Tenant,
  type WebSource,
} from '@kinora/core'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Context } from '../kernel/handlers.ts'
import { assertVersion, authorOf, stamp, stampNew } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { notFound, refused } from '../kernel/rows/refusals.ts'
import { systemScope } from '../kernel/scope.ts'
import { nextSecret } from '../kernel/secrets.ts'
import type { Database } from '../ports/db.ts'
import { recordTenant, type TenantRow } from './rows.ts'
import {
  appSettingsTable,
  type OpenAppSettings,
  type OpenWebSettings,
  type Sealed,
  webSettingsTable,
} from './tables.ts'

const tables = { web: webSettingsTable, app: appSettingsTable }
const nouns = { web: 'web-settings', app: 'app-settings' } as const

/** A part as it is stored. */
export interface StoredPart<Open, Name extends string> {
  settings: Open
  secrets: Sealed<Name>
  version: number
}

/** undefined where it was never saved. */
export async function readPart<Open, Name extends string>(
  db: Database,
  part: ProductPart,
  tenantId: string,
): Promise<StoredPart<Open, Name> | undefined> {
  const table = tables[part]
  const [row] = await db.select().from(table).where(eq(table.tenantId, tenantId))
  return row as StoredPart<Open, Name> | undefined
}

/** TENANT-15, TENANT-16, C-126: reported before anything else is. */
export function assertProduct(part: ProductPart, { activatedProducts }: TenantRow): void {
  const code = missingProduct(part, activatedProducts)
  if (code !== undefined) throw refused(code, undefined, 'activatedProducts')
}

/** `add` is for the first time, `update` for every other. */
export function assertStanding(verb: 'create' | 'update', stored: object | undefined): void {
  if (verb === 'create' && stored !== undefined)
    throw new KinoraError('conflict', { issues: [{ path: 'tenantId', code: 'web.exists' }] })
  if (verb === 'update' && stored === undefined) throw notFound({ path: 'tenantId', code: 'web.missing' })
}

interface Write<Open, Name extends string> {
  part: ProductPart
  tenantId: string
  verb: 'create' | 'update'
  /** The one that the caller has seen. */
  version: number | undefined
  stored: StoredPart<Open, Name> | undefined
  settings: Open
  /** C-124 */
  secrets: Readonly<Record<Name, SecretInput | undefined>>
  /** What is written besides, such as the site type: it counts as a change. */
  beside?: { before: object; after: object }
}

/** Writes a part with its entry, in the transaction that has read it. One that is as it is to be already stays untouched. */
export async function writePart<Open extends object, Name extends string>(
  tx: Database,
  context: Context,
  write: Write<Open, Name>,
): Promise<StoredPart<Open, Name>> {
  const { part, tenantId, verb, stored, settings, beside } = write
  const by = authorOf(context)
  const { secrets: port } = context.deps
  const names = Object.keys(write.secrets) as Name[]
  const secrets = Object.fromEntries(
    names.map(name => [
      name,
      nextSecret(write.secrets[name], stored?.secrets[name] ?? null, { secrets: port, now: by.now }),
    ]),
  ) as Sealed<Name>
  const before =
    stored === undefined ? {} : { ...stored.settings, ...sealedOf(stored.secrets), ...beside?.before }
  const after = { ...settings, ...sealedOf(secrets), ...beside?.after }
  const changes = differences(before, after)
  if (stored !== undefined && changes.length === 0) return stored
  const version = (stored?.version ?? 0) + 1
  const known = { noun: nouns[part], id: tenantId, fields: Object.keys(after) }
  if (stored !== undefined)
    await assertVersion(systemScope, tx, { ...known, current: stored.version, known: write.version })
  const table = tables[part]
  const values = { settings, secrets, version } as never
  if (stored === undefined)
    await tx
      .insert(table)
      .values({ tenantId, ...(values as object), ...stampNew(by.now, by.userId) } as never)
  else
    await tx
      .update(table)
      .set({ ...(values as object), ...stamp(by.now, by.userId) })
      .where(eq(table.tenantId, tenantId))
  await recordTenant(tx, by, { noun: nouns[part], tenantId, verb, version, changes })
  return { settings, secrets, version }
}

const sealedOf = (secrets: Sealed<string>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(secrets).map(([name, stored]) => [name, stored?.sealed ?? null]))

export type StoredWeb = StoredPart<OpenWebSettings, 'secretKey' | 'webHookKey'>

/** The web settings of a tenant; undefined where there are none yet. */
export const readWeb = (db: Database, tenantId: string): Promise<StoredWeb | undefined> =>
  readPart(db, 'web', tenantId)

export type StoredApp = StoredPart<OpenAppSettings, 'sharedSecret'>

/** The app settings of a tenant; undefined where there are none yet. */
export const readApp = (db: Database, tenantId: string): Promise<StoredApp | undefined> =>
  readPart(db, 'app', tenantId)

/** C-140: what a site gets of both; null of a product that is off. */
export async function readSiteParts(
  db: Database,
  { tenantId, activatedProducts }: Pick<Tenant, 'tenantId' | 'activatedProducts'>,
): Promise<Pick<ShownSite, 'webSettings' | 'appSettings'>> {
  const isOff = (part: ProductPart) => missingProduct(part, activatedProducts) !== undefined
  const web = isOff('web') ? undefined : await readWeb(db, tenantId)
  const app = isOff('app') ? undefined : await readApp(db, tenantId)
  return {
    webSettings: web?.settings ?? null,
    appSettings: app === undefined ? null : { iosBundleId: '', ...app.settings },
  }
}

/** TENANT-32: where the items of a tenant’s members come from. */
export const readSources = async (db: Database, tenantId: string): Promise<readonly WebSource[]> =>
  (await readWeb(db, tenantId))?.settings.subscriptionSource ?? []

/** TENANT-19: what the tenant's site does with what a member may not watch; null where nobody has said so. */
export const readLockedContent = async (db: Database, tenantId: string): Promise<LockedContent | null> =>
  (await readWeb(db, tenantId))?.settings.lockedContentBehaviour ?? null

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
