import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora history` and the verbs that restore say. */
const historyTexts = {
  'help.deleted': 'list deleted titles that can still be restored',
  'help.restore': 'restore deleted titles; one that was published comes back unpublished',
  'help.revert': 'put back what a title held before a change of its history',
  'help.history': 'show what people did to a title, the newest first',
  'history.all': 'all changes, without pages',
  'restore.done': 'Restored',
  'restore.unpublished': 'Restored. It was published and is unpublished now: kinora titles publish',
  'revert.entry': 'number of the change, as kinora history prints it',
  'revert.field': 'only these fields, such as Title or className; all of them unless given',
  'revert.noEntry': '“{{entry}}” is not the number of a change',
  'revert.noEntryHow': 'List the changes: kinora history {{tag}}{{context}}',
  'revert.unknownField': '“{{field}}” is not a field that can be restored. Choose from: {{fields}}',
} as const satisfies Catalogue

export const historyText = (key: keyof typeof historyTexts, values?: MessageParams): string =>
  fillText(historyTexts[key], safeValues(values))
