import { type Role, Role as roles } from '@kinora/core'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Caller, ClientName } from '../kernel/handlers.ts'
import { auditEntriesTable as a } from '../kernel/rows/audit.ts'
import type { Database } from '../ports/db.ts'
import { type Account, tenantEntries } from './rows.ts'

/** The noun of the entries that tell of sessions rather than of rows. */
const noun = 'session'
/** Deduplication in milliseconds: in this time the same refusal of the same person leaves one entry. */
const DEDUPLICATION_WINDOW = 60_000

export interface From {
  client: ClientName
  address: string
}

type Needs = Pick<Deps, 'db' | 'clock'>

/** Who signed in. */
export async function recordSignIn({ db, clock }: Needs, account: Account, from: From): Promise<void> {
  await add(db, { ...(await ofAccount(db, account)), ...from, at: clock.now(), verb: 'login' })
}

/** Who failed to; of an e-mail that no account has nothing is kept but the address. */
export async function recordFailedSignIn(
  { db, clock }: Needs,
  account: Account | undefined,
  from: From,
): Promise<void> {
  const who = account === undefined ? nobody : await ofAccount(db, account)
  await add(db, { ...who, ...from, at: clock.now(), verb: 'loginFailed' })
}

/** Who was refused; a site and whoever brought wrong keys have no user, and are told apart by tenant and address. */
interface Refused {
  userId: string
  displayName: string
  tenantId: string | null
  providerId?: string | null
  keyId?: string | null
  keyName?: string | null
  externalId?: string | null
  externalName?: string | null
}

/**
 * C-14, F-2: what somebody may not do. A page that asks again and again leaves one entry a minute; an entry that can't be written, as on
 * a full disk, doesn't change the answer.
 */
export const recordRefusal = (deps: Needs & Pick<Deps, 'log'>, refusal: Refusal): Promise<void> =>
  addRefusal(deps, refusal).catch(err =>
    deps.log.error({ err, endpoint: refusal.endpoint }, 'a refusal could not be recorded'),
  )

type Refusal = From & { who: Refused; endpoint: string }

async function addRefusal({ db, clock }: Needs, { who, endpoint, ...from }: Refusal): Promise<void> {
  const at = clock.now()
  const { userId, tenantId, keyId = null, externalId = null } = who
  const same = and(
    ...[eq(a.userId, userId), gt(a.at, new Date(at.getTime() - DEDUPLICATION_WINDOW))],
    ...[eq(a.noun, noun), eq(a.verb, 'refused'), eq(a.rowId, endpoint)],
    ...[keyId === null ? isNull(a.keyId) : eq(a.keyId, keyId)],
    ...[externalId === null ? isNull(a.externalId) : eq(a.externalId, externalId)],
    userId === ''
      ? and(eq(a.address, from.address), tenantId === null ? isNull(a.tenantId) : eq(a.tenantId, tenantId))
      : undefined,
  )
  const [known] = await db.select({ id: a.id }).from(a).where(same).limit(1)
  if (known !== undefined) return
  await add(db, { ...who, ...from, at, verb: 'refused', rowId: endpoint })
}

/** A person who was refused. */
export const refusedPerson = (caller: Caller): Refused => ({
  userId: caller.userId,
  displayName: caller.displayName,
  providerId: caller.providerId,
  tenantId: tenantOf(caller.role, caller.tenantIds[0]),
  keyId: caller.key?.keyId ?? null,
  keyName: caller.key?.name ?? null,
  externalId: caller.embedded?.user.id ?? null,
  externalName: caller.embedded?.user.name ?? null,
})

/** Forgets what is older: addresses are personal. Changes stay, as long as the platform does. */
export async function purgeSessionEntries(db: Database, before: Date): Promise<void> {
  await db.delete(a).where(and(eq(a.noun, noun), lt(a.at, before)))
}

const nobody = { userId: '', displayName: '', rowId: '', tenantId: null, providerId: null }

async function ofAccount(db: Database, { userId, displayName, role, providerTag }: Account) {
  const [first] = role === roles.Tenant ? await tenantEntries(db, userId) : []
  const tenantId = tenantOf(role, first?.tenantId)
  return { userId, displayName, rowId: userId, tenantId, providerId: providerTag }
}

const tenantOf = (role: Role, first: string | undefined): string | null =>
  role === roles.Tenant ? (first ?? null) : null

async function add(db: Database, entry: Omit<typeof a.$inferInsert, 'noun' | 'version' | 'changes'>) {
  await db.insert(a).values({ ...entry, noun, version: 0, changes: [] })
}
