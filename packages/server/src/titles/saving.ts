import {
  assertNoIssues,
  checkRichText,
  checkTitle,
  emptyTitleDraft,
  hasNoWords,
  type Issue,
  isBlank,
  isRichText,
  type Parsed,
  type Removal,
  type TitleDraft,
  TitleStatus,
  type titles,
  toUrl,
} from '@kinora/core'
import type { Deps } from '../deps.ts'
import { retainImages } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { type Author, authorOf, newTag, stamp, stampNew } from '../kernel/rows/audit.ts'
import { unknownReference } from '../kernel/rows/refusals.ts'
import { sanitizeRichText } from '../kernel/sanitize.ts'
import type { Scope } from '../kernel/scope.ts'
import type { BlobPort } from '../ports/blobs.ts'
import type { Database } from '../ports/db.ts'
import { assertQuotaForTitle } from '../quotas/index.ts'
import {
  assertTitleVersion,
  assertWithin,
  changeTitles,
  findByExternalId,
  insertTitle,
  isEdit,
  lockTitle,
  type Owner,
  publishIfWanted,
  recordRemoval,
  recordTitle,
  type StoredTitle,
  type TitleChange,
  titleNotFound,
  writeTitle,
} from '../stored-titles/index.ts'
import { isRichTextAllowed } from '../tenants/index.ts'
import { abandonUploads } from '../uploads/index.ts'
import { checkReferences, ofProvider, readOwner } from './references.ts'

/** TITLE-37, API-11: idempotent by external id: one that its owner has already gives the title that is there, untouched. */
export async function createTitle(
  input: Parsed<typeof titles.create>,
  context: Context,
): Promise<{ tag: string; created: boolean }> {
  const { scope, deps } = context
  const { tenantId, externalId, ...given } = input
  const draft = implied(normalise(given), { classCategoryId: null, imageLink: null })
  assertNoIssues(checkTitle(draft))
  const owner = await readOwner(scope, deps.db, { providerId: draft.providerId, tenantId })
  const known =
    externalId === undefined ? undefined : await findByExternalId(scope, deps.db, { ...owner, externalId })
  if (known !== undefined) return { tag: known.tag, created: false }
  const columns = { ...toColumns(emptyTitleDraft), ...toColumns(draft) }
  const row = { ...columns, ...owner, className: draft.className ?? '', externalId: externalId ?? null }
  const referring = { ...emptyTitleDraft, ...draft, ...owner }
  const changed = new Set(Object.keys(draft))
  const by = authorOf(context)
  const made = { tag: newTag(), status: TitleStatus.Incomplete, ...stampNew(by.now, by.userId) }
  const created = await deps.db.transaction(async tx => {
    assertNoIssues([
      ...checkOwnProvider(draft.providerId, owner.providerId),
      ...(await checkFormatting(scope, tx, { before: '', after: draft.classDescription })),
      ...(await checkReferences(scope, tx, referring, { changed, held: emptyTitleDraft })),
      ...(await retainCovers(deps.blobs, tx, { before: null, after: draft.imageLink ?? null })),
    ])
    await assertQuotaForTitle(deps, tx, owner)
    const created = await insertTitle(tx, { ...row, ...made })
    if (created !== undefined)
      await recordTitle(tx, by, { before: undefined, after: created, verb: 'create' })
    if (created !== undefined) await assertWithin(scope, tx, created.tag)
    return created
  })
  if (created !== undefined) return { tag: created.tag, created: true }
  const winner = await findByExternalId(scope, deps.db, { ...owner, externalId: externalId ?? '' })
  if (winner === undefined) throw titleNotFound()
  return { tag: winner.tag, created: false }
}

/**
 * TITLE-19, API-14. What isn't in the draft stays; only an administrator gives a title to another provider. A draft that
 * changes nothing is no write, whatever version it names: an answer that was lost may be asked for again. The audit entry says
 * with which verb it was saved.
 */
export function saveTitle(
  input: Parsed<typeof titles.update>,
  context: Context,
  verb: SaveVerb = 'update',
): Promise<StoredTitle> {
  const { scope, deps } = context
  const { tag, version, ...given } = input
  return deps.db.transaction(async tx => {
    const before = await lockTitle(scope, tx, tag)
    const plan = await planSave(scope, tx, { before, given, verb })
    if (plan.isChanged) await assertTitleVersion(scope, tx, { before, version })
    assertNoIssues(plan.issues)
    assertNoIssues([
      ...(await checkReferences(scope, tx, plan.after, { changed: plan.changed, held: before })),
      ...(await retainCovers(deps.blobs, tx, { before: before.imageLink, after: plan.after.imageLink })),
    ])
    const by = authorOf(context)
    const saved = plan.isChanged ? await writeTitle(scope, tx, { before, set: plan.set, verb, by }) : before
    return (await publishIfWanted(scope, { ...deps, db: tx }, { title: saved, by })) ?? saved
  })
}

/** What saving a draft would do to a title. */
interface SavePlan {
  set: TitleChange
  after: StoredTitle
  isChanged: boolean
  /** The fields of the draft that differ from what is stored. */
  changed: ReadonlySet<string>
  /** What is wrong with it in itself; what it refers to is asked beside (`checkReferences`). */
  issues: Issue[]
}

type SaveVerb = 'update' | 'restoreVersion'

/** Works out what saving a draft would do; nothing is written. Formatting that somebody put there before may be restored by all. */
export async function planSave(
  scope: Scope,
  db: Database,
  { before, given, verb = 'update' }: { before: StoredTitle; given: Partial<TitleDraft>; verb?: SaveVerb },
): Promise<SavePlan> {
  const draft = implied(normalise(given), before)
  const set = { ...toColumns(draft), ...(await readNewOwner(scope, db, { before, draft })) }
  const after = { ...before, ...set } as StoredTitle
  const rules = checkTitle({ startDate: before.startDate, endDate: before.endDate, ...draft })
  return {
    set,
    after,
    isChanged: isEdit(before, set),
    changed: changedFields(draft, before),
    issues: rules.length > 0 ? rules : await checkRights(scope, db, { draft, before, after, verb }),
  }
}

interface Rights {
  draft: Partial<TitleDraft>
  before: StoredTitle
  after: StoredTitle
  verb: SaveVerb
}

async function checkRights(
  scope: Scope,
  db: Database,
  { draft, before, after, verb }: Rights,
): Promise<Issue[]> {
  const texts = { before: before.classDescription, after: after.classDescription }
  return [
    ...checkOwnProvider(draft.providerId, after.providerId),
    ...(verb === 'update' ? await checkFormatting(scope, db, texts) : []),
  ]
}

/** The owner that an administrator gives the title to, if any. */
async function readNewOwner(
  scope: Scope,
  tx: Database,
  { before, draft }: { before: StoredTitle; draft: Partial<TitleDraft> },
): Promise<Partial<Owner>> {
  const isMoved = scope.kind === 'all' && draft.providerId != null && draft.providerId !== before.providerId
  return isMoved ? ofProvider(tx, draft.providerId!) : {}
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
  const stored: Record<string, unknown> = { ...before }
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[field])
  return new Set(
    Object.entries(draft)
      .filter(differs)
      .map(([field]) => field),
  )
}

function checkOwnProvider(named: string | null | undefined, own: string | null): Issue[] {
  return named == null || named === own ? [] : [unknownReference('providerId', 'Provider', named)]
}

type Draft = Partial<TitleDraft>

/** The fields that hold an id, a date or an address: blank text in them is nothing (VAL-08). */
const nullable = [
  'classCategoryId',
  'classSubCategoryId',
  'classLanguageCode',
  'channelId',
  'providerId',
  'scheduleDate',
  'startDate',
  'endDate',
  'imageLink',
  'alternateLink',
  'trailerName',
  'SourceProviderId',
] as const satisfies readonly (keyof TitleDraft)[]

const lists = ['equipmentIds', 'focusAreaIds', 'labelIds', 'keywords'] as const

/** A draft as it is stored: blanks are nothing, lists hold each value once, names lose the space around them, addresses get a scheme (VAL-07). */
function normalise(draft: Draft): Draft {
  const tidied: Draft = { ...draft }
  for (const field of nullable) if (draft[field] !== undefined && isBlank(draft[field])) tidied[field] = null
  for (const field of lists) {
    const values = draft[field]
    if (values !== undefined)
      tidied[field] = [...new Set(values.map(value => value.trim()).filter(value => !isBlank(value)))]
  }
  if (draft.className !== undefined) tidied.className = draft.className.trim()
  // Decision 0106: a site lists what has a description, so that one without words isn't stored as one; what is not allowed is refused.
  const { classDescription: words } = draft
  if (words !== undefined && hasNoWords(words) && checkRichText(words, '').length === 0)
    tidied.classDescription = ''
  if (tidied.alternateLink) tidied.alternateLink = toUrl(tidied.alternateLink)
  return tidied
}

/** The columns that a draft changes. Who owns the title is decided elsewhere. */
function toColumns(draft: Draft): TitleChange {
  const { providerId: _, IsMigrating, SourceProviderId, IsAutoPublish, ...same } = draft
  const columns: TitleChange = { ...same }
  if (IsMigrating !== undefined) columns.isMigrating = IsMigrating
  if (SourceProviderId !== undefined) columns.sourceProviderId = SourceProviderId
  if (IsAutoPublish !== undefined) columns.isAutoPublish = IsAutoPublish
  if (draft.classDescription !== undefined)
    columns.classDescription = sanitizeRichText(draft.classDescription)
  return columns
}

/** Titles of one statement: a large request doesn't hold up the others. */
const BATCH = 500

/**
 * TITLE-26, TITLE-35, C-73: each title on its own. A soft-deleted one keeps its row and its stored files; an upload in
 * progress is dropped, and a job that runs finds that its id is gone and ends.
 */
export async function removeTitles(
  scope: Scope,
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'log'>,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<Removal[]> {
  const removed = new Set<string>()
  for (let at = 0; at < tags.length; at += BATCH) {
    const gone = await deps.db.transaction(tx =>
      softDeleteTitles(scope, tx, { tags: tags.slice(at, at + BATCH), by }),
    )
    for (const { tag } of gone) {
      await abandonUploads(deps, tag, ['video', 'trailer'])
      removed.add(tag)
    }
  }
  // `delete` says whether the tag was there: a title that is named twice is gone at its second turn.
  return tags.map(tag => ({ id: tag, status: removed.delete(tag) ? 200 : 404 }))
}

/** Soft-deletes titles in the transaction of the caller, who drops their uploads after it; returns those that were there. */
export async function softDeleteTitles(
  scope: Scope,
  tx: Database,
  { tags, by }: { tags: readonly string[]; by: Author },
): Promise<StoredTitle[]> {
  const ended = {
    isDelete: true,
    deletedAt: by.now,
    jobId: null,
    trailerJobId: null,
    processing: null,
    whenReady: null,
    tenants: [],
  }
  const titles = await changeTitles(scope, tx, { tags, set: { ...ended, ...stamp(by.now, by.userId) } })
  await recordRemoval(tx, by, titles)
  return titles
}

/** ROLE-15, TITLE-41: who may not format leaves formatted text as it is, or replaces it with plain text. */
async function checkFormatting(
  scope: Scope,
  tx: Database,
  { before, after }: { before: string; after: string | undefined },
): Promise<Issue[]> {
  if (after === undefined || after === before || !isRichText(after)) return []
  if (await isRichTextAllowed(scope, tx)) return []
  return [{ path: 'classDescription', code: 'title.formattingNotAllowed' }]
}

/** What a title shows from now on must still be stored; what it showed so far stays for a day, for who takes the change back. */
async function retainCovers(
  blobs: BlobPort,
  tx: Database,
  { before, after }: { before: string | null; after: string | null },
): Promise<Issue[]> {
  if (before === after) return []
  const gone = await retainImages(blobs, tx, [before, after])
  return after !== null && gone.includes(after) ? [{ path: 'imageLink', code: 'title.coverGone' }] : []
}
