import type { Issue } from '../kernel/errors.ts'
import { dateProblem, fromWireDate } from '../kernel/formats.ts'
import { isRichText, toPlainText } from '../kernel/rich-text.ts'
import { ownChannels, publishChannelOf } from '../metadata/rules.ts'
import type { Metadata } from '../metadata/schema.ts'
import { checkPublish } from '../titles/completeness.ts'
import { canPublishWhenReady } from '../titles/publishing.ts'
import { checkTitle } from '../titles/rules.ts'
import { ContentType, intensityLabels } from '../titles/scales.ts'
import type { Title, TitleDraft } from '../titles/schema.ts'
import { createDirectory, type Directory } from './check/references.ts'
import { readText, SEPARATOR } from './csv/cells.ts'
import { columnOfField, findColumn } from './csv/columns.ts'
import { emptyRow, type ReferenceColumn } from './csv/row.ts'

/** The fields of a title that a sheet edits as text, in the order of its columns; the cover stands beside them. */
export const sheetFields = [
  'className',
  'classDescription',
  'classCategoryId',
  'classSubCategoryId',
  'classLanguageCode',
  'channelId',
  'scheduleDate',
  'skill',
  'intensity',
  'equipmentIds',
  'instructor',
  'focusAreaIds',
  'labelIds',
  'keywords',
] as const satisfies readonly (keyof TitleDraft)[]
export type SheetField = (typeof sheetFields)[number]

/** What the text of a cell means: fields of a draft, or what is wrong with it. */
export type CellReading = { kind: 'value'; draft: Partial<TitleDraft> } | { kind: 'problem'; issue: Issue }

/** What can be written into a cell, with what it stands for where that says more. */
export interface CellChoice {
  value: string
  label?: string
}

export interface SheetOptions {
  metadata: Metadata
  /** The wire date that a person means; what is none comes back as it is. */
  readDate(text: string): string
  writeDate(wire: string): string
}

export interface Sheet {
  /** By the rules of a catalogue’s cells and of drafts (decision 0119); an empty text empties the field. */
  read(field: SheetField, text: string, title: Title): CellReading
  /** The other way round. */
  write(field: SheetField, title: Title): string
  choices(field: SheetField, title: Title): CellChoice[]
  /** What keeps a title from being published once its file is processed; the cover that the platform then takes is none of it. */
  check(title: Title): Issue[]
}

/** A sheet of titles: its cells are texts, as typed, pasted or filled down. */
export function createSheet({ metadata, readDate, writeDate }: SheetOptions): Sheet {
  const directory = createDirectory(metadata)

  const readCell = (field: SheetField, text: string, title: Title): CellReading => {
    const row = emptyRow(0)
    const held = new Set<string>()
    // What the cell is looked up beside: whose channels, and of which category.
    const beside = (column: ReferenceColumn, id: string | null) => {
      if (id === null) return
      row.references[column] = [id]
      held.add(id)
    }
    if (field === 'channelId') beside('provider', title.providerId)
    if (field === 'classSubCategoryId') beside('category', title.classCategoryId)
    const column = columnOfField(field)
    const cell = readText(text === '' ? '-' : text, { isExported: false })
    const issue = cell === '' ? undefined : findColumn(column)!.read(cell, row)
    if (issue !== undefined) return { kind: 'problem', issue }
    const { draft, problems } = directory.resolve(row, held)
    const problem = problems.find(({ level }) => level === 'error')
    if (problem !== undefined) return { kind: 'problem', issue: problem.issue }
    const value = { ...row.draft, ...draft }[field]
    return { kind: 'value', draft: { [field]: value } }
  }

  const readPlain = (field: SheetField, text: string, title: Title): CellReading => {
    if (field === 'className' || field === 'classDescription' || field === 'instructor')
      return { kind: 'value', draft: { [field]: text } }
    if (field !== 'scheduleDate') return readCell(field, text, title)
    const wire = text === '' ? null : readDate(text)
    if (wire !== null && fromWireDate(wire) === undefined)
      return { kind: 'problem', issue: { path: field, code: dateProblem(wire) } }
    return { kind: 'value', draft: { scheduleDate: wire } }
  }

  return {
    read(field, text, title) {
      const reading = readPlain(field, text.trim(), title)
      if (reading.kind === 'problem') return reading
      const issue = checkTitle(reading.draft).find(({ path }) => path === field)
      if (issue !== undefined) return { kind: 'problem', issue }
      const isOther = field === 'classCategoryId' && reading.draft.classCategoryId !== title.classCategoryId
      return isOther ? { kind: 'value', draft: { ...reading.draft, classSubCategoryId: null } } : reading
    },
    write: (field, title) => writeCell(field, title, { directory, writeDate }),
    choices: (field, title) => choicesOf(metadata, field, title),
    check(title) {
      const publishChannel = publishChannelOf(metadata, title, title) ?? title.publishChannel
      const issues = checkPublish(title, { publishChannel, foreignNames: title.foreignNames })
      return isCoverToCome(title) ? issues.filter(({ path }) => path !== 'imageLink') : issues
    },
  }
}

/** The text of a field, as a cell shows it. */
function writeCell(
  field: SheetField,
  title: Title,
  { directory, writeDate }: { directory: Directory } & Pick<SheetOptions, 'writeDate'>,
): string {
  const value = title[field]
  if (value === null) return ''
  if (field === 'scheduleDate') return writeDate(String(value))
  if (field === 'classDescription')
    return isRichText(title.classDescription) ? toPlainText(title.classDescription) : title.classDescription
  if (field === 'keywords') return title.keywords.join(`${SEPARATOR} `)
  const names = directory.namesOf(title)[columnOfField(field) as ReferenceColumn] as
    | readonly string[]
    | undefined
  return names === undefined ? String(value) : names.join(`${SEPARATOR} `)
}

/** TITLE-13: the cover is taken from the video when that is processed. */
const isCoverToCome = (title: Title): boolean =>
  title.thumbnailType === 'auto' && title.contentType === ContentType.Video && canPublishWhenReady(title)

function choicesOf(metadata: Metadata, field: SheetField, title: Title): CellChoice[] {
  const named = (entries: readonly { displayName: string }[]) =>
    entries.map(({ displayName }) => ({ value: displayName }))
  switch (field) {
    case 'classCategoryId':
      return named(metadata.categories)
    case 'classSubCategoryId':
      return metadata.categories
        .filter(({ id }) => id === title.classCategoryId)
        .flatMap(({ subCategories }) => subCategories.map(sub => ({ value: sub.name.invariantText })))
    case 'classLanguageCode':
      return metadata.languages.map(({ ietfTag, name }) => ({ value: ietfTag, label: name }))
    case 'channelId':
      return ownChannels(metadata, title.providerId ?? undefined).map(({ displayName, name }) => ({
        value: displayName || name,
      }))
    case 'skill':
      return intensityLabels.map((_, index) => ({ value: String(index + 1) }))
    case 'intensity':
      return intensityLabels.map((label, index) => ({ value: String(index + 1), label }))
    case 'equipmentIds':
      return named(metadata.equipments)
    case 'focusAreaIds':
      return named(metadata.focusAreas)
    case 'labelIds':
      return named(metadata.labels)
    default:
      return []
  }
}

/** Rows of cells as spreadsheets put them onto the clipboard: tabs between cells, quotes around those with tabs or line breaks. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = []
  const cells = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  let row: string[] = []
  while (cells.lastIndex <= text.length) {
    const found = cells.exec(text)
    if (found === null) break
    const [, quoted, plain = '', end] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== '\t') {
      rows.push(row)
      row = []
    }
    if (end === '') break
  }
  // A table ends with a line break, behind which there is no row.
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows
}

/** The other way round. */
export const toTable = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row =>
      row.map(cell => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n')
