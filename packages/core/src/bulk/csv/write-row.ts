import { ContentType, type Title } from '../../titles/index.ts'
import type { WrittenReferences } from '../check/written-references.ts'
import { guard, SEPARATOR } from './cell-text.ts'
import { columns, exportColumns } from './columns.ts'

type WriteCell = (title: Title, names: WrittenReferences) => string

const flag = (value: boolean): string => (value ? 'yes' : 'no')
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
  isEquipment: title => flag(title.isEquipment),
  isActive: title => flag(title.isActive),
  autoPublish: title => flag(title.IsAutoPublish),
  isMigrating: title => flag(title.IsMigrating),
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
  written.map(({ write }) => guard(write(title, names).trim()))
