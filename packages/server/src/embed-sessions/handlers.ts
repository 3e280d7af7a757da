import { type embedSessions, type Issue, KinoraError, rightsAsked, toOrigin } from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import { findKeyRow, findMaker, type KeyRow, tenantsLeft } from '../keys/index.ts'
import { readTitles } from '../stored-titles/index.ts'
import { actingAs, originsOf, type Side } from './index.ts'
import { type Draft, endSession, insertSession, listSessions, readOrigins, saveOrigins } from './rows.ts'

/** † KEY-06, decision 0162 */
export const embedSessionHandlers: Handlers<typeof embedSessions> = {
  async create(draft, context) {
    const { deps } = context
    const key = await keyOf(draft, context)
    const maker = await findMaker(key, deps)
    const wanted = draft.actsAs ?? (await onlySide(maker, key, deps.db))
    const side = { asTenantId: wanted?.tenantId ?? null, asProviderId: wanted?.providerId ?? null }
    const isAllowed = wanted !== undefined && (await actingAs(maker, key, wanted, deps.db)) !== undefined
    const known = await originsOf(key, side.asTenantId, deps)
    const issues = [
      ...checkSide(wanted, isAllowed),
      ...checkRights(draft, key),
      ...checkOrigins(draft, known),
      ...(isAllowed ? await checkTitles(draft, side, deps.db) : []),
    ]
    if (issues.length > 0) throw new KinoraError('invalid', { issues })
    // What lets it in now: one whose key lets none in any more isn’t good everywhere by that.
    const origins = draft.origins?.length ? draft.origins : known
    return insertSession(deps.db, { key, draft: { ...draft, origins }, side, by: authorOf(context) })
  },

  list({ keyId, page, take }, { scope, deps, caller }) {
    const asked = { page, take, now: deps.clock.now(), keyId: caller.key?.keyId ?? keyId }
    return listSessions(caller.key === undefined ? scope : ofKey, deps.db, asked)
  },

  async remove({ sessionId }, context) {
    const { scope, deps, caller } = context
    const of = { sessionId, keyId: caller.key?.keyId, by: authorOf(context) }
    await endSession(caller.key === undefined ? scope : ofKey, deps.db, of)
    return { status: 200 }
  },

  origins: async (_, { scope, deps }) => ({ origins: await readOrigins(scope, deps.db) }),

  async setOrigins({ origins }, context) {
    const { scope, deps } = context
    return { origins: await saveOrigins(scope, deps.db, { origins, by: authorOf(context) }) }
  },
}

/** A key reaches the sessions of its own, whichever side it acts for; these are named by its id. */
const ofKey = { kind: 'all' } as const

/** A key makes sessions of itself, a person of one of the keys that it made: with its rights goes what its maker may do. */
async function keyOf({ keyId }: Draft, { caller, scope, deps: { db } }: Context): Promise<KeyRow> {
  if (caller.key !== undefined) return findKeyRow(ofKey, db, caller.key.keyId)
  if (keyId === undefined)
    throw new KinoraError('invalid', { issues: [{ path: 'keyId', code: 'embed.keyless' }] })
  const key = await findKeyRow(scope, db, keyId)
  if (key.userId !== caller.userId) throw new KinoraError('forbidden')
  return key
}

/** A title that a session is for is one that its side has now. */
async function checkTitles(
  { titles }: Draft,
  side: { asTenantId: string | null; asProviderId: string | null },
  db: Context['deps']['db'],
): Promise<Issue[]> {
  const { tags = [] } = titles ?? {}
  const { asTenantId: tenantId, asProviderId: providerId } = side
  const scope: Scope =
    tenantId === null ? { kind: 'provider', providerId: providerId ?? '' } : { kind: 'tenant', tenantId }
  const found = new Set((await readTitles(scope, db, tags)).map(({ tag }) => tag))
  return tags.flatMap((tag, index) =>
    found.has(tag) ? [] : [unknownReference(`titles.tags.${index}`, 'Title', tag)],
  )
}

/** The one side that a key is for; undefined of an administrator’s that has a choice. */
async function onlySide(
  maker: Awaited<ReturnType<typeof findMaker>>,
  key: KeyRow,
  db: Context['deps']['db'],
): Promise<Side | undefined> {
  if (key.providerId !== null) return { providerId: key.providerId }
  const [only, ...more] = await tenantsLeft(maker, key, db)
  return only === undefined || more.length > 0 ? undefined : { tenantId: only }
}

function checkSide(wanted: Side | undefined, isAllowed: boolean): Issue[] {
  if (wanted === undefined) return [{ path: 'actsAs', code: 'embed.actsAs' }]
  const { tenantId, providerId } = wanted
  if (tenantId && providerId) return [{ path: 'actsAs', code: 'embed.oneSide' }]
  if (!tenantId && !providerId) return [{ path: 'actsAs', code: 'embed.actsAs' }]
  if (isAllowed) return []
  return tenantId
    ? [unknownReference('actsAs.tenantId', 'Tenant', tenantId)]
    : [unknownReference('actsAs.providerId', 'Provider', providerId ?? '')]
}

/** Never more than the key has. */
function checkRights(draft: Draft, { rights: had }: KeyRow): Issue[] {
  const rights = rightsAsked(draft)
  if (rights.length === 0) return [{ path: 'rights', code: 'embed.rights' }]
  const more = rights.filter(right => !had.includes(right) || right === 'embed')
  if (more.length === 0) return []
  return [{ path: 'rights', code: 'embed.moreThanKey', params: { rights: more.join(', ') } }]
}

function checkOrigins({ origins = [] }: Draft, known: readonly string[]): Issue[] {
  return origins.flatMap((given, index): Issue[] => {
    const origin = toOrigin(given)
    return known.includes(origin)
      ? []
      : [{ path: `origins.${index}`, code: 'embed.origin', params: { origin } }]
  })
}
