import {
  assertNoIssues,
  checkTitle,
  emptyTitleDraft,
  type Parsed,
  type TitleDraft,
  TitleStatus,
  type titles,
} from '@kinora/core'
import type { Context } from '../../kernel/handlers.ts'
import {
  changeTitle,
  findByExternalId,
  insertTitle,
  newTag,
  publishIfWanted,
  readTitle,
  type StoredTitle,
  stamp,
  titleNotFound,
} from '../../stored-titles/index.ts'
import { tidy, toColumns } from './drafts.ts'
import { ofProvider, readOwner, unknown } from './owners.ts'
import { checkReferences } from './reference-checks.ts'

/** TITLE-37, API-11: an external id that its owner has already gives the title that is there, untouched. */
export async function createTitle(
  input: Parsed<typeof titles.create>,
  context: Context,
): Promise<{ tag: string; created: boolean }> {
  const { scope, deps, caller } = context
  const { tenantId, externalId, ...given } = input
  const draft = implied(tidy(given), { classCategoryId: null, imageLink: null })
  assertNoIssues(checkTitle(draft))
  const owner = await readOwner(scope, deps.db, { providerID: draft.providerID, tenantId })
  const known =
    externalId === undefined ? undefined : await findByExternalId(scope, deps.db, { ...owner, externalId })
  if (known !== undefined) return { tag: known.tag, created: false }
  const columns = { ...toColumns(emptyTitleDraft), ...toColumns(draft) }
  const row = { ...columns, ...owner, className: draft.className ?? '', externalId: externalId ?? null }
  const referring = { ...emptyTitleDraft, ...draft, ...owner }
  assertNoIssues([
    ...checkOwnProvider(draft.providerID, owner.providerId),
    ...(await checkReferences(deps.db, referring, new Set(Object.keys(draft)))),
  ])
  const now = deps.clock.now()
  const made = { ...stamp(now, caller.userId), createdAt: now, createdBy: caller.userId }
  const created = await insertTitle(scope, deps.db, {
    ...row,
    ...made,
    tag: newTag(),
    status: TitleStatus.Incomplete,
  })
  if (created !== undefined) return { tag: created.tag, created: true }
  const winner = await findByExternalId(scope, deps.db, { ...owner, externalId: externalId ?? '' })
  if (winner === undefined) throw titleNotFound()
  return { tag: winner.tag, created: false }
}

/** TITLE-19, API-14. What isn't in the draft stays; only an administrator gives a title to another provider. */
export async function saveTitle(input: Parsed<typeof titles.update>, context: Context): Promise<StoredTitle> {
  const { scope, deps, caller } = context
  const { tag, ...given } = input
  const before = await readTitle(scope, deps.db, tag)
  const draft = implied(tidy(given), before)
  assertNoIssues(checkTitle({ startDate: before.startDate, endDate: before.endDate, ...draft }))
  const isMoved = scope.kind === 'all' && draft.providerID != null && draft.providerID !== before.providerId
  const owner = isMoved ? await ofProvider(deps.db, draft.providerID!) : before
  const columns = toColumns(draft)
  const after = {
    ...before,
    ...columns,
    tenantId: owner.tenantId,
    providerId: owner.providerId,
  } as StoredTitle
  assertNoIssues([
    ...checkOwnProvider(draft.providerID, after.providerId),
    ...(await checkReferences(deps.db, after, changedFields(draft, before))),
  ])
  const set = {
    ...columns,
    tenantId: after.tenantId,
    providerId: after.providerId,
    ...stamp(deps.clock.now(), caller.userId),
  }
  const saved = await changeTitle(scope, deps.db, { tag, set })
  if (saved === undefined) throw titleNotFound()
  return (await publishIfWanted(scope, deps, saved)) ?? saved
}

/** A new category leaves the old sub category behind; a cover of one's own is custom (TITLE-12) unless said otherwise. */
function implied(
  draft: Partial<TitleDraft>,
  before: Pick<StoredTitle, 'classCategoryId' | 'imageLink'>,
): Partial<TitleDraft> {
  const implied = { ...draft }
  const { classCategoryId, imageLink } = draft
  if (classCategoryId !== undefined && classCategoryId !== before.classCategoryId)
    implied.classSubCategoryId ??= null
  if (imageLink != null && imageLink !== before.imageLink) implied.thumbnailType ??= 'custom'
  return implied
}

/** A form sends all it shows; only what differs is asked for, so that a retired category doesn't block a new name. */
function changedFields(draft: object, before: StoredTitle): Set<string> {
  const stored = { ...before, providerID: before.providerId } as Record<string, unknown>
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[field])
  return new Set(
    Object.entries(draft)
      .filter(differs)
      .map(([field]) => field),
  )
}

function checkOwnProvider(named: string | null | undefined, own: string | null) {
  return named == null || named === own ? [] : [unknown('providerID', 'Provider', named)]
}
