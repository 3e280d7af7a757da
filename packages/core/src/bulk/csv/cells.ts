import { captionEndings, hasCaptionEnding } from '../../captions/rules.ts'
import { CAPTION_TITLE_MAX } from '../../captions/schema.ts'
import { isLonger, lineProblem } from '../../kernel/characters.ts'
import { unescapeFormula, unguardStart } from '../../kernel/csv-cell.ts'
import type { Issue } from '../../kernel/errors.ts'
import { blankToEmpty, isUrl, limits, toPath, toUrl } from '../../kernel/field-rules.ts'
import { dateProblem, fromWireDate } from '../../kernel/formats.ts'
import { languageName, languages } from '../../languages.ts'
import { ContentType, intensityLabels } from '../../titles/scales.ts'
import type { TitleDraft } from '../../titles/schema.ts'
import { didYouMean, suggest } from '../check/suggest.ts'
import type { CaptionCell, CatalogueRow, FileColumn, ReferenceColumn } from './row.ts'

/** What a cell that holds only `-` is read as: it empties the field, where an empty cell leaves it alone. */
const CLEAR = Symbol('clear')
/** Separates several values in one cell. */
export const SEPARATOR = ';'

/** A cell that isn't empty. */
type CellText = string | typeof CLEAR

/** A cell without the space around it, and without the guard that `escapeFormula`, where we wrote it, or a spreadsheet's import put in front. */
export function readText(cell: string, { isExported }: { isExported: boolean }): CellText | '' {
  const text = cell.trim()
  if (text === '-') return CLEAR
  return isExported ? unescapeFormula(text) : unguardStart(text)
}

/** As it was written, where `-` means nothing of its own. */
export const toText = (cell: CellText): string => (cell === CLEAR ? '-' : cell)

/** Puts the text of a cell into the row; returns an issue where the text can't be read. Never called with empty text. */
export type ReadCell = (text: CellText, row: CatalogueRow) => Issue | undefined

type KeysOf<V> = { [K in keyof TitleDraft]-?: V extends TitleDraft[K] ? K : never }[keyof TitleDraft]
type TextKey = KeysOf<string>
type FlagKey = KeysOf<boolean>
type DateKey = 'scheduleDate' | 'startDate' | 'endDate'

/** Free text; the title's rules check its length. */
export function text(key: TextKey): ReadCell {
  return (value, row) => assign(row, key, value === CLEAR ? '' : value)
}

export function link(key: 'alternateLink', field: string): ReadCell {
  return (value, row) => {
    if (value === CLEAR) return assign(row, key, null)
    const url = toUrl(value)
    return isUrl(url) ? assign(row, key, url) : { path: key, code: 'validation.url', params: { field } }
  }
}

/** TITLE-09, TITLE-10: 1 to 10, or for intensity a label of the scale. */
export function scale(key: 'skill' | 'intensity', field: string): ReadCell {
  return (value, row) => {
    if (value === CLEAR) return assign(row, key, null)
    const label = key === 'intensity' ? intensityLabels.findIndex(name => same(name, value)) + 1 : 0
    const number = label > 0 ? label : Number(value)
    if (Number.isInteger(number) && number >= 1 && number <= 10) return assign(row, key, number)
    return { path: key, code: 'validation.type', params: { field, expected: 'a whole number from 1 to 10' } }
  }
}

const flags = new Map([
  ...['yes', 'true', 'y', '1'].map(word => [word, true] as const),
  ...['no', 'false', 'n', '0'].map(word => [word, false] as const),
])

export function flag(key: FlagKey, field: string): ReadCell {
  return (value, row) => {
    const known = flags.get(toText(value).toLowerCase())
    if (known !== undefined) return assign(row, key, known)
    return { path: key, code: 'validation.oneOf', params: { field, values: 'yes, no' } }
  }
}

/** CONST-21; a blank instead of the T is understood. */
export function date(key: DateKey, field: string): ReadCell {
  const read = remembered((value: string) => {
    const wire = value.replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2')
    return fromWireDate(wire) === undefined ? { code: dateProblem(wire) } : { wire }
  })
  return (value, row) => {
    if (value === CLEAR) return assign(row, key, null)
    const { wire, code } = read(value)
    return wire === undefined ? { path: key, code, params: { field } } : assign(row, key, wire)
  }
}

export function words(key: 'keywords'): ReadCell {
  const lists = remembered(listOf)
  return (value, row) => assign(row, key, value === CLEAR ? [] : lists(value))
}

const contentTypes = new Map<string, 1 | 2>([
  ['video', ContentType.Video],
  ['1', ContentType.Video],
  ['audio', ContentType.Audio],
  ['2', ContentType.Audio],
])

export function contentType(): ReadCell {
  return (value, row) => {
    const known = contentTypes.get(toText(value).toLowerCase())
    if (known !== undefined) return assign(row, 'contentType', known)
    return {
      path: 'contentType',
      code: 'validation.oneOf',
      params: { field: 'Content type', values: 'video, audio' },
    }
  }
}

/** TITLE-12 */
export function thumbnailType(): ReadCell {
  return (value, row) => {
    const known = toText(value).toLowerCase()
    if (known === 'auto' || known === 'custom') return assign(row, 'thumbnailType', known)
    return {
      path: 'thumbnailType',
      code: 'validation.oneOf',
      params: { field: 'Thumbnail type', values: 'auto, custom' },
    }
  }
}

/** One name or id; looked up later, among what the server knows. */
export function reference(column: ReferenceColumn): ReadCell {
  return (value, row) => {
    row.references[column] = value === CLEAR ? [] : [value]
    return undefined
  }
}

export function references(column: ReferenceColumn): ReadCell {
  const lists = remembered(listOf)
  return (value, row) => {
    row.references[column] = value === CLEAR ? [] : lists(value)
    return undefined
  }
}

export function path(column: FileColumn): ReadCell {
  return (value, row) => {
    row.files[column] = toPath(toText(value))
    return undefined
  }
}

/** One that is too long is no id: what is kept of rows by their id stands in an index, which takes no long text. */
export function identifier(): ReadCell {
  return (value, row) => {
    const id = toText(value)
    if (id.length > limits.externalId)
      return {
        path: 'externalId',
        code: 'validation.tooLong',
        params: { field: 'External id', max: limits.externalId },
      }
    row.externalId = blankToEmpty(id)
    return undefined
  }
}

/** The tag of a title that is there already. */
export function tag(): ReadCell {
  return (value, row) => {
    if (value !== CLEAR) row.tag = value
    return undefined
  }
}

/** The version that a title had when its row was written. */
export function version(): ReadCell {
  return (value, row) => {
    const number = Number(toText(value))
    if (!Number.isInteger(number) || number < 1)
      return {
        path: 'version',
        code: 'validation.type',
        params: { field: 'Version', expected: 'a whole number' },
      }
    row.version = number
    return undefined
  }
}

/** Cells of a column that are cached: catalogues repeat the same few from row to row. */
const CACHE_SIZE = 2000

/** Reads equal cells once; they share what was read, which nobody changes. */
function remembered<T>(read: (value: string) => T): (value: string) => T {
  const known = new Map<string, T>()
  return value => {
    const before = known.get(value)
    if (before !== undefined) return before
    const result = read(value)
    if (known.size < CACHE_SIZE) known.set(value, result)
    return result
  }
}

function listOf(value: string): string[] {
  if (!value.includes(SEPARATOR)) return [value]
  const parts = value.split(SEPARATOR).map(part => part.trim())
  return [...new Set(parts.filter(part => part !== ''))]
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function assign<K extends keyof TitleDraft>(row: CatalogueRow, key: K, value: TitleDraft[K]): undefined {
  row.draft[key] = value
  return undefined
}

/** CAPTION-01 to 05, decision 0089: `en-GB:class.en.vtt|English; de-DE:class.de.vtt`; without a title the language's name stands. */
export function captionTracks(): ReadCell {
  return (value, row) => {
    for (const entry of value === CLEAR ? [] : listOf(value)) {
      const read = readTrack(entry)
      if ('code' in read) return read
      if (row.captions.some(caption => caption.language === read.language))
        return { path: 'captions', code: 'bulk.captionTwice', params: { language: read.language } }
      row.captions.push(read)
    }
    return undefined
  }
}

function readTrack(entry: string): CaptionCell | Issue {
  const parts = partsOf(entry)
  if (parts === undefined) return { path: 'captions', code: 'bulk.captionForm', params: { value: entry } }
  const { written, path, title } = parts
  const language = languages.find(known => known.ietfTag.toLowerCase() === written.toLowerCase())?.ietfTag
  if (language === undefined) return unknownLanguage(written)
  if (!hasCaptionEnding(path))
    return { path: 'captions', code: 'validation.fileType', params: { types: captionEndings.join(', ') } }
  const problem = lineProblem(title ?? '')
  if (problem !== undefined) return { path: 'captions', code: problem, params: { field: 'Caption title' } }
  if (isLonger(title ?? '', CAPTION_TITLE_MAX))
    return {
      path: 'captions',
      code: 'validation.tooLong',
      params: { field: 'Caption title', max: CAPTION_TITLE_MAX },
    }
  return { language, path, title: title || languageName(language) }
}

/** `language: file | title`, with whatever blanks; undefined for what isn't written so. */
function partsOf(entry: string) {
  const [written = '', ...others] = entry.split(':')
  const [path = '', ...words] = others.join(':').split('|')
  const title = words.length === 0 ? undefined : words.join('|').trim()
  const parts = { written: written.trim(), path: toPath(path.trim()), title }
  const isForm = parts.written !== '' && !parts.written.includes('|') && parts.path !== ''
  return isForm ? parts : undefined
}

function unknownLanguage(written: string): Issue {
  const names = suggest(
    written,
    languages.map(language => language.ietfTag),
  )
  return {
    path: 'captions',
    code: 'validation.reference',
    params: { field: 'Caption language', value: written, hint: didYouMean(names) },
  }
}
