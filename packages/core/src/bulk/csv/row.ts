import type { TitleDraft } from '../../titles/schema.ts'

/** Columns that name something else of the platform. */
export type ReferenceColumn =
  | 'category'
  | 'subCategory'
  | 'channel'
  | 'provider'
  | 'language'
  | 'equipment'
  | 'focusAreas'
  | 'labels'

export type FileColumn = 'file' | 'cover' | 'trailer'

export interface CaptionCell {
  language: string
  path: string
  title: string
}

/** A title as the catalogue states it. What a cell leaves empty is absent and stays as the platform has it. */
export interface CatalogueRow {
  /** As the spreadsheet counts: the header is row 1. */
  row: number
  /** Of the row's title; its tag where a row has only that. */
  externalId: string
  /** The title that the row is about, where it names one that is there already. */
  tag?: string
  /** The version of that title when the row was written. */
  version?: number
  draft: Partial<TitleDraft>
  /** As written: names or ids; an empty list empties the field. */
  references: Partial<Record<ReferenceColumn, string[]>>
  files: Partial<Record<FileColumn, string>>
  captions: CaptionCell[]
}

export function emptyRow(row: number): CatalogueRow {
  return { row, externalId: '', draft: {}, references: {}, files: {}, captions: [] }
}

/** What the row says, without its place and the version it was written of: equal texts mean that nothing changed. */
export function contentOf(row: CatalogueRow): string {
  return JSON.stringify([row.externalId, row.draft, row.references, row.files, row.captions])
}
