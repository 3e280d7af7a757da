import { and, eq, sql } from 'drizzle-orm'
import { stamp } from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { refused } from '../kernel/rows/refusals.ts'
import type { Database } from '../ports/db.ts'
import type { Identity, IdentitySettings } from '../ports/identity.ts'
import type { From } from '../session/index.ts'
import { usersTable as u } from '../session/tables.ts'
import { type Person, toPerson } from './claims.ts'
import {
  assertPlaces,
  createAccount,
  type Known,
  lockAccounts,
  placeOf,
  recordAccount,
  updateAccount,
  type Writing,
} from './people.ts'
import { findHandedOver, settleAccounts } from './provisioning.ts'
import { externalIdentitiesTable as x } from './tables.ts'

interface SignIn {
  identity: Pick<Identity, 'issuer' | 'subject' | 'claims'>
  settings: IdentitySettings
  from: From
  now: Date
  isSsoOnly: boolean
  /** The sign-in that goes on where what the account may do has changed; all others end. */
  family?: string
}

/**
 * KEY-05: makes the account of who signs in at an identity provider, or brings it up to date with what is said there. An account with
 * a password is never taken over: it is linked once, where the operator lets a verified e-mail address do so, and keeps role, tenants
 * and provider, which have to be the same there. KEY-07: of who is handed over by SCIM that says everything, and the claims nothing but
 * who it is. Throws a refusal in words. Gives the account’s id.
 */
export async function bringUpToDate(db: Database, told: SignIn): Promise<string> {
  return db.transaction(async tx => {
    const { issuer, subject } = told.identity
    const [known] = await tx
      .select({ userId: x.userId })
      .from(x)
      .where(and(eq(x.issuer, issuer), eq(x.subject, subject)))
    const userId =
      (await takeHandedOver(tx, known?.userId, told)) ?? (await byClaims(tx, known?.userId, told))
    await tx
      .insert(x)
      .values({ issuer, subject, userId, createdAt: told.now, signedInAt: told.now })
      .onConflictDoUpdate({ target: [x.issuer, x.subject], set: { signedInAt: told.now } })
    return userId
  })
}

/** They have done it themselves, by signing in. */
const writingOf = ({ settings, now, family, from }: SignIn): Writing => ({
  settings,
  now,
  family,
  authorOf: ({ userId, displayName }) => ({ userId, displayName, client: from.client, now }),
})

/** KEY-07: the account of who is handed over by SCIM, as its groups make it now; undefined of anybody else. */
async function takeHandedOver(
  tx: Database,
  userId: string | undefined,
  told: SignIn,
): Promise<string | undefined> {
  const row = await findHandedOver(tx, userId, told)
  if (row === undefined) return undefined
  if (!row.isActive) throw refused('sso.closed', undefined, '')
  const { isSsoOnly } = told
  const [settled] = await settleAccounts(tx, [row.scimId], { ...writingOf(told), isSsoOnly })
  if (settled?.userId === undefined) throw settled?.problem ?? refused('sso.closed', undefined, '')
  return settled.userId
}

async function byClaims(tx: Database, userId: string | undefined, told: SignIn): Promise<string> {
  const person = toPerson(told.identity.claims, told.settings)
  await assertPlaces(tx, person, told.settings)
  const [known] = userId === undefined ? [] : await lockAccounts(tx, eq(u.userId, userId))
  if (known !== undefined) await update(tx, { known, person, told })
  return known?.userId ?? (await link(tx, person, told)) ?? (await createAccount(tx, person, writingOf(told)))
}

async function update(
  tx: Database,
  { known, person, told }: { known: Known; person: Person; told: SignIn },
): Promise<void> {
  if (!known.isActive) throw refused('sso.closed', undefined, '')
  if (known.passwordHash === null) return updateAccount(tx, { known, person }, writingOf(told))
  if (placeOf(known) !== placeOf(person))
    throw refused('sso.linkedDiffers', { email: known.email, name: told.settings.name }, '')
}

/** The account that has the e-mail address already, where it may be linked; throws where it may not. */
async function link(tx: Database, person: Person, told: SignIn): Promise<string | undefined> {
  const { settings, identity, now } = told
  const { name } = settings
  const [found] = await lockAccounts(tx, eq(sql`lower(${u.email})`, sql`lower(${person.email}::text)`))
  if (found === undefined) return undefined
  const { userId, email } = found
  const isLinked = (await tx.$count(x, and(eq(x.userId, userId), eq(x.issuer, identity.issuer)))) > 0
  const mayLink = settings.isLinkedByEmail && person.isVerified && found.passwordHash !== null && !isLinked
  if (!mayLink) throw refused('sso.emailTaken', { name, email }, '')
  if (!found.isActive) throw refused('sso.closed', undefined, '')
  if (placeOf(found) !== placeOf(person)) throw refused('sso.linkedDiffers', { email, name }, '')
  const [row] = await tx
    .update(u)
    .set(stamp(now, userId))
    .where(eq(u.userId, userId))
    .returning({ version: u.version })
  const changes = differences({}, { identityProvider: settings.id })
  const by = writingOf(told).authorOf({ userId, displayName: person.displayName })
  await recordAccount(tx, by, { userId, person, verb: 'update', version: row!.version, changes })
  return userId
}
