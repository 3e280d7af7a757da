import {
  assertNoIssues,
  canPublishWhenReady,
  checkPublish,
  checkTitleJob,
  errorTable,
  type Issue,
  isKinoraError,
  KinoraError,
  type Output,
  type Parsed,
  type PreviewRow,
  TITLE_JOB_MAX,
  type TitleAct,
  type TitleJob,
  type TitleJobProblem,
  TitleStatus,
  type titleJobs,
  toEdited,
  toKinoraError,
  toPublishFailure,
} from '@kinora/core'
import type { Context } from '../kernel/handlers.ts'
import { differences } from '../kernel/rows/differences.ts'
import { refused, tenantNotChosen } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { TitleNames } from '../ports/names.ts'
import {
  type Audience,
  assertPublishable,
  assertUnpublishable,
  readAudience,
  type StoredTitle,
  titleNotFound,
  toDraft,
  wantsToPublish,
} from '../stored-titles/index.ts'
import { toChange } from '../title-history/index.ts'
import { checkReferences, chosenBy, planSave } from '../titles/index.ts'

type Row = Output<typeof titleJobs.preview>['data'][number]
type Judged = Pick<PreviewRow, 'changes' | 'publishes'> & { isChanged: boolean }

/** What an act would do to each title, by the rules that it runs into when it does. Nothing is written. */
export async function dryRun(context: Context, act: Act, chosen: readonly Chosen[]): Promise<Row[]> {
  const names = await context.deps.names.read()
  const asked = { context, act, names, seen: createMemory(context) }
  const rows: Row[] = []
  for (const { tag, title } of chosen) rows.push(await dryRunOne(asked, tag, title))
  return rows
}

interface DryRun {
  context: Context
  act: Act
  names: TitleNames
  seen: Memory
}

async function dryRunOne(asked: DryRun, tag: string, title: StoredTitle | undefined): Promise<Row> {
  const named = { tag, className: title?.className ?? '' }
  try {
    if (title === undefined) throw titleNotFound()
    const { isChanged, ...judged } = await dryRunTitle(asked, title)
    return { ...named, ...judged, outcome: isChanged ? 'change' : 'same', problem: [] }
  } catch (error) {
    const problem = toProblem(asked.act.kind, error)
    return { ...named, outcome: 'refused', changes: [], publishes: false, problem }
  }
}

async function dryRunTitle({ context, act, names, seen }: DryRun, title: StoredTitle): Promise<Judged> {
  const nothing = { changes: [], publishes: false }
  switch (act.kind) {
    case 'publish':
      if (title.status === TitleStatus.Published) return { ...nothing, isChanged: false }
      assertPublishable(title, await seen.audience(title))
      return { ...nothing, isChanged: true }
    case 'publishWhenReady':
      if (title.status === TitleStatus.Published || title.whenReady?.state === 'asked')
        return { ...nothing, isChanged: false }
      if (!canPublishWhenReady(title)) assertPublishable(title, await seen.audience(title))
      return { ...nothing, isChanged: true }
    case 'unpublish':
      if (title.status === TitleStatus.Unpublished) return { ...nothing, isChanged: false }
      assertUnpublishable(title)
      return { ...nothing, isChanged: true }
    case 'delete':
      return { ...nothing, isChanged: true }
    case 'edit': {
      const before = toDraft(title)
      const given = toEdited(act.edit, before)
      const plan = await planSave(context.scope, context.deps.db, { before: title, given })
      const issues =
        plan.issues.length > 0 ? plan.issues : await seen.references(plan.after, plan.changed, title)
      if (issues.length > 0) throw new KinoraError('invalid', { issues })
      const publishes = wantsToPublish(plan.after) && (await isPublishable(seen, plan.after))
      const changes = differences(before, toDraft(plan.after)).flatMap(change => toChange(change, names))
      return {
        changes: changes.map(({ isRestorable: _, ...change }) => change),
        publishes,
        isChanged: plan.isChanged || publishes,
      }
    }
  }
}

/** C-136: whether its channel and what else it names let a title be published. */
const isPublishable = async (seen: Memory, title: StoredTitle): Promise<boolean> =>
  checkPublish(toDraft(title), (await seen.audience(title)).around).length === 0

interface Memory {
  references(after: StoredTitle, changed: ReadonlySet<string>, held: StoredTitle): Promise<Issue[]>
  audience(title: StoredTitle): Promise<Audience>
}

/** Of many titles most refer to the same: each question is asked once. */
function createMemory({ scope, deps: { db } }: Context): Memory {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: unknown, ask: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key)
    const found = known.get(name) ?? ask()
    known.set(name, found)
    return found as Promise<T>
  }
  return {
    audience(title) {
      const { tenantId, providerId, channelId, classCategoryId, classSubCategoryId } = title
      const lists = [title.equipmentIds, title.focusAreaIds, title.labelIds]
      const key = ['audience', tenantId, providerId, channelId, classCategoryId, classSubCategoryId, lists]
      return once(key, () => readAudience(db, title))
    },
    references(after, changed, held) {
      const fields = [...changed].sort()
      const values = fields.map(field => [after, held].map(row => row[field as keyof StoredTitle]))
      const { tenantId, providerId, classCategoryId, classSubCategoryId } = after
      const key = [tenantId, providerId, classCategoryId, classSubCategoryId, fields, values]
      return once(key, () => checkReferences(scope, db, after, { changed, held }))
    },
  }
}

type Draft = Pick<Parsed<typeof titleJobs.create>, 'act' | 'edit' | 'tags' | 'filter'>

/** What a job does to a title. */
export type Act = { kind: Exclude<TitleAct, 'edit'> } | { kind: 'edit'; edit: NonNullable<Draft['edit']> }

/** The act of a draft, which must be right. */
export function toAct(draft: Draft): Act {
  assertNoIssues(checkTitleJob(draft))
  return draft.act === 'edit' ? { kind: 'edit', edit: draft.edit ?? {} } : { kind: draft.act }
}

/** A title that was chosen; one that is out of reach has nothing but its tag. */
export interface Chosen {
  tag: string
  title: StoredTitle | undefined
}

/**
 * The titles of a job, a filter's oldest first, tags in their order. Refused where there is none, or more than a job
 * takes; `notFound` where no tag is in reach.
 */
export async function readChosen({ tags, filter = {} }: Draft, { scope, deps }: Context): Promise<Chosen[]> {
  const limit = TITLE_JOB_MAX + 1
  if (tags === undefined) {
    if (scope.kind === 'unchosen') throw tenantNotChosen()
    assertNoIssues(checkTenant(scope, filter))
    const choice = { filter, now: deps.clock.now() }
    const rows = await chosenBy(scope, deps.db, { choice, limit })
    if (rows.length === 0) throw refused('titleJob.none', {}, 'filter')
    if (rows.length === limit) throw refused('titleJob.tooMany', { max: TITLE_JOB_MAX }, 'filter')
    return rows.map(title => ({ tag: title.tag, title }))
  }
  const rows = await chosenBy(scope, deps.db, { choice: { tags }, limit })
  if (rows.length === 0) throw titleNotFound()
  const byTag = new Map(rows.map(row => [row.tag, row]))
  return [...new Set(tags)].map(tag => ({ tag, title: byTag.get(tag) }))
}

/** ROLE-09: a list passes over the tenant that somebody bound to another names; an act on all that match would take in what wasn't meant. */
const checkTenant = ({ kind, ...bound }: Scope, { tenant = '' }: { tenant?: string | undefined }): Issue[] =>
  kind === 'all' || tenant === '' || ('tenantId' in bound && bound.tenantId === tenant)
    ? []
    : [{ path: 'filter.tenant', code: 'titleJob.otherTenant' }]

/** Why a title was refused, as the one call that does the same says it (TITLE-22 to 25); worded for its reader. */
export function toProblem(act: TitleJob['act'], error: unknown): TitleJobProblem {
  const { code, detail, issues, retryAfter } = toKinoraError(error)
  const [first] = issues
  const publishes = act === 'publish' || act === 'publishWhenReady'
  if (publishes && first === undefined) {
    const said = toPublishFailure(error)
    return 'words' in said ? inWords(said.words) : [{ path: '', code: said.key }]
  }
  if (code === 'clubOnly') return [{ path: '', code: 'titleJob.clubOnly' }, ...issues]
  if (detail !== undefined && isKinoraError(error)) return inWords(detail)
  if (first?.code === 'title.publishNotReady') return [...issues]
  if (first !== undefined) return publishes ? [...issues] : [first]
  return [{ path: '', code: errorTable[code].text, params: { seconds: Math.ceil(retryAfter ?? 60) } }]
}

/** A sentence of which nobody knows the key. */
const inWords = (words: string): TitleJobProblem => [{ path: '', code: 'titleJob.said', params: { words } }]
