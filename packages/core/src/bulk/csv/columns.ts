import { escapeFormula } from '../../kernel/csv-cell.ts'
import { ContentType } from '../../titles/scales.ts'
import type { Title } from '../../titles/schema.ts'
import type { WrittenReferences } from '../check/references.ts'
import {
  captionTracks,
  contentType,
  date,
  flag,
  identifier,
  link,
  path,
  type ReadCell,
  reference,
  references,
  SEPARATOR,
  scale,
  tag,
  text,
  thumbnailType,
  version,
  words,
} from './cells.ts'

export interface Column {
  name: string
  /** What the cell takes, as the template's second row says it. */
  help: string
  example: string
  read: ReadCell
}

const column = (name: string, read: ReadCell, help: string, example: string): Column => ({
  name,
  help,
  example,
  read,
})

/** Every field a person sets on a title, then its files, in the template's order (BULK-07, TITLE-01). */
export const columns: readonly Column[] = [
  column('externalId', identifier(), 'your own id, never changes', 'class-001'),
  column('title', text('className'), 'up to 40 characters', 'Morning Yoga Flow'),
  column('description', text('classDescription'), 'up to 10000 characters', 'Wake up gently, then move.'),
  column('category', reference('category'), 'name or id', 'Yoga'),
  column('subCategory', reference('subCategory'), 'name or id, of the category', ''),
  column('channel', reference('channel'), 'name or id', ''),
  column('provider', reference('provider'), 'name or id; empty: your own', ''),
  column('language', reference('language'), 'tag or name', 'en-GB'),
  column('skill', scale('skill', 'Skill'), '1 to 10 (1-4 beginner, 5-7 intermediate, 8-10 advanced)', '3'),
  column('intensity', scale('intensity', 'Intensity'), '1 to 10', '4'),
  column('equipment', references('equipment'), 'up to 3 names or ids; separated by ;', 'Mat'),
  column('focusAreas', references('focusAreas'), 'up to 3 names or ids; separated by ;', ''),
  column('labels', references('labels'), 'up to 3 names or ids; separated by ;', ''),
  column('keywords', words('keywords'), 'separated by ;', 'morning; stretch'),
  column('instructor', text('instructor'), 'up to 100 characters', 'Ada Bright'),
  column('releaseDate', date('scheduleDate', 'Release date'), 'year-month-day', '2026-12-01'),
  column('startDate', date('startDate', 'Start date'), 'year-month-day', ''),
  column('endDate', date('endDate', 'End date'), 'year-month-day', ''),
  column('contentType', contentType(), 'video or audio', 'video'),
  column('thumbnailType', thumbnailType(), 'auto or custom', ''),
  column('alternateLink', link('alternateLink', 'Alternate link'), 'a web address', ''),
  column('trailerName', text('trailerName'), 'free text', ''),
  column('isEquipment', flag('isEquipment', 'isEquipment'), 'yes or no', 'yes'),
  column('isActive', flag('isActive', 'isActive'), 'yes or no', 'yes'),
  column('autoPublish', flag('IsAutoPublish', 'autoPublish'), 'yes or no', 'no'),
  column('isMigrating', flag('IsMigrating', 'isMigrating'), 'yes or no', ''),
  column('sourceProviderId', text('SourceProviderId'), 'free text', ''),
  column('file', path('file'), 'path from the folder of this file', 'media/class-001.mp4'),
  column('cover', path('cover'), 'path of a 16:9 JPEG; empty: from the video', 'media/class-001.jpg'),
  column('trailer', path('trailer'), 'path of an mp4', ''),
  column('captions', captionTracks(), 'language:path|title; and so on', 'en-GB:media/class-001.vtt|English'),
]

/** Only an export has these: which title a row is about, and as which version it was written. */
export const exportColumns: readonly Column[] = [
  column('tag', tag(), 'the tag of an existing title, as an export writes it', ''),
  column('version', version(), 'as an export writes it', ''),
]

/** Without these no row can be run; a tag stands for the external id. */
export const requiredColumns = ['externalId', 'title'] as const

/** The catalogue's column for a field of a title, where the two names differ. */
const columnsByField: Readonly<Record<string, string>> = {
  className: 'title',
  classDescription: 'description',
  classCategoryId: 'category',
  classSubCategoryId: 'subCategory',
  classLanguageCode: 'language',
  channelId: 'channel',
  providerId: 'provider',
  scheduleDate: 'releaseDate',
  equipmentIds: 'equipment',
  focusAreaIds: 'focusAreas',
  labelIds: 'labels',
  imageLink: 'cover',
  IsAutoPublish: 'autoPublish',
  IsMigrating: 'isMigrating',
  SourceProviderId: 'sourceProviderId',
}

export const columnOfField = (field: string): string => columnsByField[field] ?? field

const byName = new Map([...exportColumns, ...columns].map(entry => [entry.name, entry]))
export const findColumn = (name: string): Column | undefined => byName.get(name)

/**
 * The header, a row saying what each column takes and an example. Both begin with #, so that they are notes and
 * no title comes of them until the mark is removed (BULK-07, BULK-12).
 */
export function templateRows(): string[][] {
  const [id, ...rest] = columns
  return [
    columns.map(column => column.name),
    [`# ${id!.help}`, ...rest.map(column => column.help)],
    [`# ${id!.example}`, ...rest.map(column => column.example)],
  ]
}

type WriteCell = (title: Title, names: WrittenReferences) => string

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')
const list = (values: readonly string[]): string => values.join(`${SEPARATOR} `)
const orNothing = (value: string | number | null): string => (value === null ? '' : String(value))

/** The other way round than each column's `read`; what a title keeps as files has none. */
const writers: Readonly<Record<string, WriteCell>> = {
  tag: title => title.tag,
  version: title => String(title.version),
  // A row that begins with # is a note; the tag tells its title.
  externalId: ({ externalId }) => (externalId?.trim().startsWith('#') ? '' : orNothing(externalId)),
  title: title => title.className,
  description: title => title.classDescription,
  category: (_, names) => list(names.category),
  subCategory: (_, names) => list(names.subCategory),
  channel: (_, names) => list(names.channel),
  provider: (_, names) => list(names.provider),
  language: (_, names) => list(names.language),
  skill: title => orNothing(title.skill),
  intensity: title => orNothing(title.intensity),
  equipment: (_, names) => list(names.equipment),
  focusAreas: (_, names) => list(names.focusAreas),
  labels: (_, names) => list(names.labels),
  keywords: ({ keywords }) => (keywords.some(word => word.includes(SEPARATOR)) ? '' : list(keywords)),
  instructor: title => title.instructor,
  releaseDate: title => orNothing(title.scheduleDate),
  startDate: title => orNothing(title.startDate),
  endDate: title => orNothing(title.endDate),
  contentType: title => (title.contentType === ContentType.Audio ? 'audio' : 'video'),
  thumbnailType: title => title.thumbnailType,
  alternateLink: title => orNothing(title.alternateLink),
  trailerName: title => orNothing(title.trailerName),
  isEquipment: title => yesOrNo(title.isEquipment),
  isActive: title => yesOrNo(title.isActive),
  autoPublish: title => yesOrNo(title.IsAutoPublish),
  isMigrating: title => yesOrNo(title.IsMigrating),
  sourceProviderId: title => orNothing(title.SourceProviderId),
}

const written = [...exportColumns, ...columns].flatMap(({ name }) => {
  const write = writers[name]
  return write === undefined ? [] : [{ name, write }]
})

/** The header of an exported catalogue: every column but those of files. */
export const exportHeader: readonly string[] = written.map(({ name }) => name)

/** A title as a row that a run reads back as it is: without an edit nothing changes. */
export const toExportRow = (title: Title, names: WrittenReferences): string[] =>
  written.map(({ write }) => escapeFormula(write(title, names).trim()))
