import type { Catalogue } from './catalogue.ts'

/** The ways to show titles, and changing them where they stand († decision 0121). */
export const titleViewTexts = {
  'ui.titles.mode.table': 'Table',
  'ui.titles.mode.covers': 'Covers',
  'ui.titles.mode.board': 'Board',
  'ui.titles.board.working': 'Uploading or processing',
  'ui.titles.board.none': 'No titles in this state',
  'ui.titles.changedBy': 'Changed by',
  'ui.titles.cellSaved': '{{field}} of “{{name}}” saved',
  'ui.titles.cellUndone': '{{field}} of “{{name}}” is as it was',
  'ui.titles.cellEdit': '{{field}} of “{{name}}”',
} as const satisfies Catalogue
