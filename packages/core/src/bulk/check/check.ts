import type { Issue } from '../../kernel/errors.ts'
import { isRichText } from '../../kernel/rich-text.ts'
import {
  checkForeignNames,
  checkPublishChannel,
  missingForComplete,
  missingToPublish,
} from '../../titles/completeness.ts'
import { checkTitle, emptyTitleDraft } from '../../titles/rules.ts'
import type { Title, TitleDraft } from '../../titles/schema.ts'
import { columnOfField } from '../csv/columns.ts'
import type { Header } from '../csv/header.ts'
import { type RowReading, readCatalogue } from '../csv/read.ts'
import type { CatalogueRow } from '../csv/row.ts'
import type { RecordSource } from '../run/ports.ts'
import type { Assets } from './assets.ts'
import { checkTagged, currentIds, type FindTitles, findTitles } from './existing.ts'
import { type Problem, toProblem } from './problem.ts'
import type { Directory } from './references.ts'

export interface CheckOptions {
  /** What the server knows; without it names aren't looked up (`--offline`). */
  directory?: Directory
  /** Finds the titles that rows name by their tags; without it they aren't looked up. */
  findTitles?: FindTitles
  /** Without it files aren't checked. */
  assets?: Assets
  /** Whether what publishing asks for counts as an error rather than not at all (TITLE-05). */
  publish: boolean
}

export interface CheckedRow {
  row: CatalogueRow
  /** The row's fields with ids in place of names, where the server was asked. */
  draft: Partial<TitleDraft>
  problems: Problem[]
  /** The title that the row names by its tag, as it was when the row was checked. */
  title?: Title
}

export type CheckEvent = { kind: 'problems'; problems: Problem[] } | { kind: 'rows'; rows: CheckedRow[] }

/** A row with an error is left out of a run; warnings don't matter there. */
export function isRefused(checked: CheckedRow): boolean {
  return checked.problems.some(problem => problem.level === 'error')
}

/** Files that are not yet checked, to be checked together. */
const atOnce = 8

/** Every problem of every row, in the order of the rows, in batches as the file is read (BULK-12, PKG-06). */
export async function* checkCatalogue(
  records: RecordSource,
  options: CheckOptions,
): AsyncGenerator<CheckEvent> {
  let header: Header | undefined
  for await (const event of readCatalogue(records)) {
    if (event.kind === 'problems') {
      yield event
      continue
    }
    if (header === undefined) {
      header = event.rows[0]!.header
      const problems = missingColumns(header, options.publish)
      if (problems.length > 0) yield { kind: 'problems', problems }
    }
    const titles = await findTitles(event.rows, options.findTitles)
    const rows = event.rows.map(reading => checkRow(reading, options, titles))
    if (options.assets !== undefined) await checkFiles(rows, options.assets)
    yield { kind: 'rows', rows }
  }
}

async function checkFiles(rows: readonly CheckedRow[], assets: Assets): Promise<void> {
  let open: Promise<void>[] = []
  for (const { row, problems } of rows) {
    const found = assets.check(row)
    if (Array.isArray(found)) {
      if (found.length > 0) problems.push(...found)
      continue
    }
    open.push(found.then(late => void problems.push(...late)))
    if (open.length < atOnce) continue
    await Promise.all(open)
    open = []
  }
  await Promise.all(open)
}

function checkRow(
  { row, header, problems }: RowReading,
  options: CheckOptions,
  titles: ReadonlyMap<string, Title> | undefined,
): CheckedRow {
  const checked: CheckedRow = { row, draft: row.draft, problems }
  const title = row.tag === undefined ? undefined : titles?.get(row.tag)
  if (title !== undefined) checked.title = title
  if (titles !== undefined && row.tag !== undefined) problems.push(...checkTagged(row, title))
  const standIn = title === undefined ? toProvisionalDraft(row) : overTitle(row, title)
  for (const issue of checkTitle(standIn, { isStorable: true }))
    if (header.present.has(columnOfField(issue.path))) problems.push(problemOf(row, issue, 'error', standIn))
  if (options.directory?.isRichTextAllowed === false) problems.push(...checkFormatting(row, title))
  const missing = options.publish ? missingToPublish(standIn) : missingForComplete(standIn)
  if (missing.length > 0)
    problems.push(...missingProblems(missing, { row, header, problems, standIn, options }))
  const resolved = options.directory?.resolve(row, title === undefined ? undefined : currentIds(title))
  if (resolved === undefined) return checked
  if (resolved.problems.length > 0) problems.push(...resolved.problems)
  checked.draft = { ...row.draft, ...resolved.draft }
  if (options.publish) {
    const channelId = checked.draft.channelId ?? title?.channelId
    const channel =
      channelId === title?.channelId ? title?.publishChannel : options.directory?.publishChannel(channelId)
    const foreign = checkForeignNames({ ...title, ...checked.draft }, title?.foreignNames)
    for (const issue of [...foreign, ...checkPublishChannel(channel)])
      problems.push(problemOf(row, issue, 'error', standIn))
  }
  return checked
}

/** ROLE-15: formatted text of those who may not write any; what the title has already stays. */
function checkFormatting(row: CatalogueRow, title: Title | undefined): Problem[] {
  const text = row.draft.classDescription ?? ''
  if (!isRichText(text) || text === title?.classDescription) return []
  return [problemOf(row, { path: 'classDescription', code: 'title.formattingNotAllowed' }, 'error', {})]
}

/** What a title lacks, unless its column is not there or holds something that could not be read. */
function missingProblems(
  missing: readonly Issue[],
  given: RowReading & { standIn: Partial<TitleDraft>; options: CheckOptions },
): Problem[] {
  const { row, header, standIn, options } = given
  const asked = missing.filter(issue => header.present.has(columnOfField(issue.path)))
  if (asked.length === 0) return []
  const unread = new Set(given.problems.map(problem => problem.column))
  return asked.flatMap(issue => {
    const column = columnOfField(issue.path)
    if (unread.has(column)) return []
    const needed = column === 'title' || options.publish
    return [problemOf(row, issue, needed ? 'error' : 'warning', standIn)]
  })
}

function problemOf(
  row: CatalogueRow,
  issue: Problem['issue'],
  level: Problem['level'],
  draft: Partial<TitleDraft>,
): Problem {
  const column = columnOfField(issue.path)
  const value = draft[issue.path as keyof TitleDraft]
  const actual = typeof value === 'string' || Array.isArray(value) ? value.length : 0
  const place = { row: row.row, externalId: row.externalId, column, level }
  return toProblem(place, issue, { actual })
}

/** The draft with written names where ids will be: what the rules of a title can be asked without a server. */
function toProvisionalDraft({ references, files, draft }: CatalogueRow): Partial<TitleDraft> {
  const automatic = draft.thumbnailType !== 'custom' && files.file !== undefined
  return {
    ...draft,
    className: draft.className ?? '',
    classCategoryId: references.category?.[0] ?? null,
    classSubCategoryId: references.subCategory?.[0] ?? null,
    classLanguageCode: references.language?.[0] ?? null,
    channelId: references.channel?.[0] ?? null,
    providerId: references.provider?.[0] ?? null,
    equipmentIds: references.equipment ?? [],
    focusAreaIds: references.focusAreas ?? [],
    labelIds: references.labels ?? [],
    imageLink: files.cover ?? (automatic ? 'auto' : null),
  }
}

/** The same over what the title has: an empty cell leaves its field as it is. */
function overTitle(row: CatalogueRow, title: Title): Partial<TitleDraft> {
  const said = toProvisionalDraft(row)
  const kept = draftFields.filter(field => !isGiven(row, field))
  const imageLink = row.files.cover ?? title.imageLink ?? said.imageLink ?? null
  return { ...said, ...Object.fromEntries(kept.map(field => [field, title[field]])), imageLink }
}

const draftFields = Object.keys(emptyTitleDraft) as (keyof TitleDraft)[]

const isGiven = ({ draft, references }: CatalogueRow, field: keyof TitleDraft): boolean =>
  field in draft || columnOfField(field) in references

/** Said once for the file rather than for each of its rows. */
function missingColumns(header: Header, publish: boolean): Problem[] {
  const needed = (publish ? missingToPublish : missingForComplete)(emptyTitleDraft).map(issue =>
    columnOfField(issue.path),
  )
  const level = publish ? 'error' : 'warning'
  const reachable = (column: string) => column === 'cover' || column === 'title'
  return needed
    .filter(column => !header.present.has(column) && !reachable(column))
    .map(column =>
      toProblem({ row: 1, column, level }, { path: column, code: 'bulk.columnMissing', params: { column } }),
    )
}
