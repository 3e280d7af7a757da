import { assertNoIssues, type Issue, languages, references, type TaxonomyKind } from '@kinora/core'
import { and, eq, inArray, isNull, not } from 'drizzle-orm'
import { isHidden } from '../categories/index.ts'
import { categoriesTable, subCategoriesTable } from '../categories/tables.ts'
import { tenantNotChosen, unknownReference } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { nameable } from '../references/index.ts'
import { isChannelSeen } from '../stored-channels/index.ts'
import { channelsTable } from '../stored-channels/tables.ts'
import { isNotDeleted } from '../stored-providers/index.ts'
import { providersTable } from '../stored-providers/tables.ts'
import type { Owner, StoredTitle } from '../stored-titles/index.ts'
import { taxonomiesTable } from '../taxonomies/tables.ts'
import { tenantsTable } from '../tenants/tables.ts'

/** The ids that a title refers to, as it would be stored. */
type Referring = Pick<
  StoredTitle,
  | 'classCategoryId'
  | 'classSubCategoryId'
  | 'classLanguageCode'
  | 'channelId'
  | 'equipmentIds'
  | 'focusAreaIds'
  | 'labelIds'
  | 'imageLink'
> &
  Owner
type Field = Exclude<keyof Referring, keyof Owner>

/** What the title has been given before; nothing where it is new. */
type Held = Pick<StoredTitle, 'equipmentIds' | 'focusAreaIds' | 'labelIds'>

const may = references.titles

/**
 * Law 16: what is referred to must exist and be what the owner may name (`references` of core); only fields that were set are
 * asked, all of them where the title goes to another owner. Runs in the transaction that writes the title.
 */
export async function checkReferences(
  scope: Scope,
  tx: Database,
  title: Referring,
  { changed, held }: { changed: ReadonlySet<string>; held: Held },
): Promise<Issue[]> {
  const asked = (field: Field) => changed.has(field) || changed.has('providerId')
  const found = await Promise.all([
    asked('classCategoryId') ? checkCategory(tx, title) : [],
    asked('classCategoryId') || asked('classSubCategoryId') ? checkSubCategory(tx, title) : [],
    asked('imageLink') ? checkCover(title) : [],
    asked('classLanguageCode') ? checkLanguage(title) : [],
    asked('channelId') ? checkChannel(scope, tx, title) : [],
    ...picks.map(pick => (asked(pick.field) ? checkTaxonomies(tx, title, { ...pick, held }) : [])),
  ])
  return found.flat()
}

async function checkCategory(db: Database, title: Referring): Promise<Issue[]> {
  const id = title.classCategoryId
  if (id === null) return []
  const wanted = and(
    eq(categoriesTable.categoryId, id),
    nameable(may.classCategoryId.may, categoriesTable, title),
    not(isHidden()),
  )
  const rows = await db.select({ id: categoriesTable.categoryId }).from(categoriesTable).where(wanted)
  return rows.length > 0 ? [] : [unknownReference('classCategoryId', 'Category', id)]
}

async function checkSubCategory(db: Database, title: Referring): Promise<Issue[]> {
  const id = title.classSubCategoryId
  if (id === null) return []
  const offered = nameable(may.classSubCategoryId.may, categoriesTable, title)
  const wanted = and(eq(subCategoriesTable.subCategoryId, id), offered, not(isHidden()))
  const [row] = await db
    .select({ categoryId: subCategoriesTable.categoryId })
    .from(subCategoriesTable)
    .innerJoin(categoriesTable, eq(categoriesTable.categoryId, subCategoriesTable.categoryId))
    .where(wanted)
  if (row === undefined) return [unknownReference('classSubCategoryId', 'Sub category', id)]
  return row.categoryId === title.classCategoryId
    ? []
    : [{ path: 'classSubCategoryId', code: 'title.subCategoryForeign' }]
}

async function checkLanguage({ classLanguageCode: tag }: Referring): Promise<Issue[]> {
  const isKnown = tag === null || languages.some(({ ietfTag }) => ietfTag === tag)
  return isKnown ? [] : [unknownReference('classLanguageCode', 'Video language', tag)]
}

/** A picture that was stored here: one from elsewhere would learn of everybody who looks at the title. */
function checkCover({ imageLink }: Referring): Issue[] {
  const isOwn = imageLink === null || imageLink === '' || /^\/media\/images\/[\w-]+\.\w+$/.test(imageLink)
  return isOwn ? [] : [{ path: 'imageLink', code: 'title.coverForeign' }]
}

/** C-136: a channel of the title's provider, whatever else the caller sees. */
async function checkChannel(scope: Scope, db: Database, title: Referring): Promise<Issue[]> {
  const tag = title.channelId
  if (tag === null) return []
  const { providerTag: providerId } = channelsTable
  const own = and(eq(channelsTable.tag, tag), nameable(may.channelId.may, { providerId }, title))
  const rows = await db.select({ tag: channelsTable.tag }).from(channelsTable).where(own)
  if (rows.length > 0) return []
  return (await isChannelSeen(scope, db, tag))
    ? [{ path: 'channelId', code: 'title.channelForeign' }]
    : [unknownReference('channelId', 'Channel', tag)]
}

const picks: readonly Picks[] = [
  { field: 'equipmentIds', kind: 'equipment', label: 'Equipment' },
  { field: 'focusAreaIds', kind: 'focusarea', label: 'Focus area' },
  { field: 'labelIds', kind: 'label', label: 'Label' },
]

interface Picks {
  field: keyof Held
  kind: TaxonomyKind
  label: string
}

/**
 * What the title is given is row-locked until the transaction ends, so that nobody deletes it meanwhile. What it has already is
 * taken off by whoever deletes it, who waits for the title: to lock that too would be a deadlock.
 */
async function checkTaxonomies(
  tx: Database,
  title: Referring,
  { field, kind, label, held }: Picks & { held: Held },
): Promise<Issue[]> {
  const wanted = title[field]
  const find = (ids: readonly string[]) => {
    const offered = and(
      eq(taxonomiesTable.kind, kind),
      inArray(taxonomiesTable.id, [...ids]),
      nameable(may[field].may, taxonomiesTable, title),
    )
    return tx.select({ id: taxonomiesTable.id }).from(taxonomiesTable).where(offered).$dynamic()
  }
  const before = new Set(held[field])
  const rows = [
    ...(await find(wanted.filter(id => before.has(id)))),
    ...(await find(wanted.filter(id => !before.has(id)))
      .orderBy(taxonomiesTable.id)
      .for('key share')),
  ]
  const known = new Set(rows.map(row => row.id))
  return wanted.flatMap((id, index) =>
    known.has(id) ? [] : [unknownReference(`${field}.${index}`, label, id)],
  )
}

/** What the draft says about its owner; only an administrator is asked. */
interface Named {
  providerId?: string | null
  tenantId?: string
}

/**
 * Who owns a new title: a provider's is its provider's, a tenant's belongs to the tenant and the provider it yields
 * (C-80), customer support acts for the tenant it chose (ROLE-04), an administrator names the provider.
 */
export async function readOwner(scope: Scope, db: Database, named: Named): Promise<Owner> {
  switch (scope.kind) {
    case 'provider':
      return ofProvider(db, scope.providerId)
    case 'tenant':
      return ofTenant(db, scope.tenantId)
    case 'unchosen':
      throw tenantNotChosen()
    case 'all':
      if (named.providerId) return ofProvider(db, named.providerId)
      if (named.tenantId) return ofTenant(db, named.tenantId)
      assertNoIssues([{ path: 'providerId', code: 'required.provider' }])
      return { tenantId: null, providerId: null }
  }
}

/** The owner that a provider stands for: itself, or the tenant that it belongs to. */
export async function ofProvider(db: Database, tag: string): Promise<Owner> {
  const wanted = and(eq(providersTable.tag, tag), isNotDeleted)
  const [provider] = await db.select({ tenantId: providersTable.tenantId }).from(providersTable).where(wanted)
  if (provider === undefined) assertNoIssues([unknownReference('providerId', 'Provider', tag)])
  return { tenantId: provider?.tenantId ?? null, providerId: tag }
}

async function ofTenant(db: Database, tenantId: string): Promise<Owner> {
  const [tenant] = await db
    .select({ providerId: providersTable.tag })
    .from(tenantsTable)
    .leftJoin(providersTable, eq(providersTable.tenantId, tenantsTable.tenantId))
    .where(and(eq(tenantsTable.tenantId, tenantId), isNull(tenantsTable.deletedAt)))
  if (tenant === undefined) assertNoIssues([unknownReference('tenantId', 'Tenant', tenantId)])
  return { tenantId, providerId: tenant?.providerId ?? null }
}
