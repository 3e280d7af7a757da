import {
  assertNoIssues,
  checkNewProvider,
  checkProviderChange,
  isBlank,
  type NewProvider,
  newProvider,
  type Parsed,
  type ProviderRecord,
  type providers,
  toPhoneNumber,
} from '@kinora/core'
import { breaks } from '../../kernel/db/broken-rules.ts'
import type { Context } from '../../kernel/handlers.ts'
import { managedScope } from '../../kernel/managed-scope.ts'
import { type Author, authorOf, recordWrite } from '../../kernel/rows/audit.ts'
import type { Database } from '../../ports/db.ts'
import { providerRows, type StoredProvider } from '../../providers/index.ts'
import { addProviderAccount, setProviderPassword, updateProviderAccount } from '../../session/index.ts'
import { assertEmailFree, emailTaken } from './email.ts'

/** API-70: the provider and the account that signs in for it, or neither. */
export async function createProvider(
  { userRole: _, ...given }: Parsed<typeof providers.create>,
  context: Context,
): Promise<{ tag: string }> {
  const { deps } = context
  const by = authorOf(context)
  const draft: NewProvider = { ...newProvider, ...given }
  assertNoIssues(checkNewProvider(draft))
  await assertEmailFree(deps.db, draft.email)
  const { email, password, ...fields } = draft
  const passwordHash = await deps.passwords.hash(password)
  const values = { ...toColumns(fields, context), displayName: shownName(draft), email: email.trim() }
  return deps.db
    .transaction(async tx => {
      const row = await providerRows.insert(managedScope(context), tx, {
        values: values as Required<typeof values>,
        by,
      })
      const account = {
        providerTag: row.tag,
        email: values.email,
        displayName: row.displayName,
        passwordHash,
      }
      await addProviderAccount(tx, { ...account, ...changeOf(by) })
      return { tag: row.tag }
    })
    .catch(refuseSecond)
}

/** API-71, C-99: e-mail addresses stay; a new password ends the sessions of the account. */
export async function updateProvider(
  { tag, version, email, password = '', userRole: _, ...set }: Parsed<typeof providers.update>,
  context: Context,
): Promise<ProviderRecord> {
  const { deps } = context
  const scope = managedScope(context)
  const by = authorOf(context)
  await providerRows.assertOwned(scope, deps.db, tag)
  const passwordHash = isBlank(password) ? undefined : await deps.passwords.hash(password)
  return deps.db
    .transaction(async tx => {
      const before = await providerRows.lock(scope, tx, tag)
      assertNoIssues(checkChange(before, { ...set, email, password }))
      const columns = toColumns(set, context)
      const { name = before.name, displayName } = set
      const shown = displayName === undefined ? {} : { displayName: shownName({ name, displayName }) }
      const after = await providerRows.update(scope, tx, {
        id: tag,
        version,
        set: { ...columns, ...shown },
        by,
      })
      if (after.displayName !== before.displayName && !before.isTenantProvider)
        await updateProviderAccount(tx, { providerTag: tag, displayName: after.displayName, ...changeOf(by) })
      if (passwordHash !== undefined) await savePassword(tx, context, { after, passwordHash })
      return after
    })
    .catch(refuseSecond)
}

function checkChange(before: StoredProvider, sent: Partial<NewProvider>) {
  const { email, ...draft } = sent
  const stored = { ...before, hasJwPlayerSecret: before.jwPlayerSecret !== null }
  const isOther = email !== undefined && email.trim().toLowerCase() !== before.email.toLowerCase()
  const ofTenant = before.isTenantProvider ? lockedOfTenant(before, draft) : []
  return [
    ...checkProviderChange(draft, stored),
    ...(isOther ? [{ path: 'email', code: 'provider.emailFixed' } as const] : []),
    ...ofTenant.map(path => ({ path, code: 'provider.ofTenant' }) as const),
  ]
}

/** C-80, C-93: the name and the account of a tenant's provider are the tenant's. */
const lockedOfTenant = (before: StoredProvider, draft: Partial<NewProvider>): string[] => [
  ...(['name', 'displayName'] as const).filter(
    field => draft[field] !== undefined && draft[field] !== before[field],
  ),
  ...(isBlank(draft.password) ? [] : ['password']),
]

async function savePassword(
  tx: Database,
  context: Context,
  { after, passwordHash }: { after: ProviderRecord; passwordHash: string },
): Promise<void> {
  const { tag: providerTag, displayName, email, version } = after
  const by = authorOf(context)
  const isSet = await setProviderPassword(tx, { providerTag, passwordHash, ...changeOf(by) })
  if (!isSet) await addProviderAccount(tx, { providerTag, email, displayName, passwordHash, ...changeOf(by) })
  const row = { noun: 'providers', id: providerTag, version, owner: { providerId: providerTag } }
  await recordWrite(tx, by, { ...row, verb: 'setPassword', changes: [] })
}

const changeOf = ({ now, userId }: Author) => ({ now, userId })

const shownName = ({ displayName, name }: Pick<NewProvider, 'displayName' | 'name'>): string =>
  isBlank(displayName) ? name.trim() : displayName.trim()

type Fields = Omit<NewProvider, 'email' | 'password'>

/** Fields as they are stored; those that are left out, and a blank secret, stay as they are (C-124). */
function toColumns(
  { name, displayName: _, phoneNumber, contact, jwPlayerSiteId, jwPlayerSecret, ...rest }: Partial<Fields>,
  { deps: { secrets } }: Context,
) {
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(contact !== undefined && { contact: contact.trim() }),
    ...(phoneNumber !== undefined && { phoneNumber: toPhoneNumber(phoneNumber) }),
    ...(jwPlayerSiteId !== undefined && {
      jwPlayerSiteId: isBlank(jwPlayerSiteId) ? null : jwPlayerSiteId!.trim(),
    }),
    ...(jwPlayerSecret === null && { jwPlayerSecret: null }),
    ...(!isBlank(jwPlayerSecret) && { jwPlayerSecret: secrets.seal(jwPlayerSecret!.trim()) }),
  }
}

function refuseSecond(error: unknown): never {
  if (breaks(error, 'unique')) throw emailTaken()
  throw error
}
