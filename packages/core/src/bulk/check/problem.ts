import type { Issue } from '../../kernel/errors.ts'
import type { Messages } from '../../kernel/messages.ts'
import type { MessageKey } from '../../messages/en.ts'
import { findColumn } from '../csv/columns.ts'
import { type BulkTextKey, bulkText, type TranslateBulk } from '../texts.ts'

/** An error keeps a row from being run; a warning says what the title will lack. */
export type Level = 'error' | 'warning'

/** One thing wrong with a catalogue: where, what, and how to fix it. Row 1 is the header; row 0 means the file itself. */
export interface Problem {
  row: number
  externalId: string
  column: string
  level: Level
  issue: Issue
  mend: { code: BulkTextKey; params: Record<string, string | number> }
}

export interface Place {
  row: number
  externalId?: string
  column?: string
  level?: Level
}

/** Adds to an issue the place in the catalogue and how to fix it. `params` fill the advice beside the issue’s own. */
export function toProblem(place: Place, issue: Issue, params: Record<string, string | number> = {}): Problem {
  const column = place.column ?? ''
  const { example = '', help = '' } = findColumn(column) ?? {}
  return {
    row: place.row,
    externalId: place.externalId ?? '',
    column,
    level: place.level ?? 'error',
    issue,
    mend: { code: mendOf(issue, column), params: { column, example, help, ...issue.params, ...params } },
  }
}

/** The two sentences of a problem: what is wrong, and how to fix it. */
export function toSentences(
  problem: Problem,
  messages: Messages,
  say: TranslateBulk = bulkText,
): { what: string; mend: string } {
  return { what: messages.issue(problem.issue), mend: say(problem.mend.code, problem.mend.params) }
}

/**
 * Every error of a row in one line, each with its column and how to mend it: it alone must do for the person who mends the row.
 */
export function toReasons(problems: readonly Problem[], messages: Messages): string {
  const reasons = problems
    .filter(({ level }) => level === 'error')
    .map(problem => {
      const { what, mend } = toSentences(problem, messages)
      const sentence = /[.!?]$/.test(what) ? what : `${what}.`
      return `${problem.column === '' ? '' : `${problem.column}: `}${sentence} ${mend}`
    })
  return [...new Set(reasons)].join('; ')
}

const mends: Partial<Record<MessageKey, BulkTextKey>> = {
  'bulk.csvEmpty': 'mend.template',
  'bulk.csvNoRows': 'mend.addRow',
  'bulk.csvEncoding': 'mend.save',
  'bulk.csvWorkbook': 'mend.save',
  'bulk.csvHeader': 'mend.template',
  'bulk.csvQuote': 'mend.quote',
  'bulk.csvBroken': 'mend.quote',
  'bulk.csvRecordSize': 'mend.quote',
  'bulk.csvIrregular': 'mend.template',
  'bulk.csvTooManyRows': 'mend.template',
  'bulk.columnMissing': 'mend.addColumn',
  'bulk.columnUnknown': 'mend.renameColumn',
  'bulk.columnTwice': 'mend.dropColumn',
  'bulk.rowCells': 'mend.cells',
  'bulk.externalIdTwice': 'mend.externalIdTwice',
  'bulk.titleTwice': 'mend.titleTwice',
  'bulk.externalIdOther': 'mend.asExported',
  'bulk.externalIdNone': 'mend.asExported',
  'bulk.captionForm': 'mend.correct',
  'bulk.captionTwice': 'mend.captionTwice',
  'bulk.referenceAmbiguous': 'mend.ambiguous',
  'title.channelForeign': 'mend.channel',
  'title.referenceForeign': 'mend.reference',
  'title.subCategoryForeign': 'mend.subCategory',
  'validation.reference': 'mend.reference',
  'validation.maxOptions': 'mend.fewer',
  'validation.tooLong': 'mend.shorten',
  'validation.date': 'mend.date',
  'validation.noSuchDate': 'mend.date',
  'validation.endBeforeStart': 'mend.endDate',
  'validation.fileMissing': 'mend.fileMissing',
  'validation.fileDenied': 'mend.fileDenied',
  'validation.fileNameCharacters': 'mend.fileName',
  'validation.fileNameLength': 'mend.fileName',
}

const mendsByColumn: Readonly<Record<string, BulkTextKey>> = {
  version: 'mend.asExported',
  file: 'mend.media',
  trailer: 'mend.media',
  cover: 'mend.image',
  captions: 'mend.captions',
}

function mendOf(issue: Issue, column: string): BulkTextKey {
  if (column === 'tag' && issue.code === 'validation.reference') return 'mend.tag'
  const known = mends[issue.code]
  if (known !== undefined) return known
  if (issue.code.startsWith('webvtt.')) return 'mend.captionFile'
  if (issue.code.startsWith('required.') || issue.code === 'validation.required')
    return column === 'externalId' ? 'mend.fillExternalId' : 'mend.fill'
  // What is wrong with the file as a whole.
  if (column === '') return 'mend.template'
  return mendsByColumn[column] ?? (findColumn(column)?.example ? 'mend.correct' : 'mend.enter')
}
