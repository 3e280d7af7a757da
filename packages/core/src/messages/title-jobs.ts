import type { Catalogue } from './catalogue.ts'

/** Acts on many titles at once. */
export const titleJobTexts = {
  'titleJob.chooseTitles': 'Choose titles either by their tags or by a filter.',
  'titleJob.nothingToEdit': 'Choose at least one field to change.',
  'titleJob.notAnEdit': 'Only an edit changes fields. Leave out the fields, or choose edit.',
  'titleJob.none': 'No titles match. Change the filters.',
  'titleJob.tooMany': 'More than {{max}} titles match. Narrow the filters, and do the rest in another job.',
  'titleJob.expected': '{{count}} titles match now, not {{expected}}. Look at the preview again.',
  'titleJob.notFound': 'There is no such job. Check its id.',
  'titleJob.ended': 'This job has ended. There is nothing to cancel.',
  'titleJob.stillRunning': 'This job is still running. Cancel it, or wait until it ends, then undo it.',
  'titleJob.undoOfUndo': 'An undo can’t be undone. Do the same again as a new job.',
  'titleJob.nothingToUndo': 'This job left nothing to undo.',
  'titleJob.undoing': 'This job is being undone already.',
  'titleJob.accountGone':
    'The account that started this job can no longer act on titles. The rest was left as it is.',
  'titleJob.gaveUp':
    'The job failed after several attempts. The rest was left as it is; start it again for them.',
  'titleJob.changedSince': 'Left alone: changed since',
  'titleJob.restoredUnpublished': 'Restored, but not published again: {{reason}}',

  'titleJob.editedCount': '{{s}} updated, {{f}} failed',
  'titleJob.undoneCount': '{{s}} undone, {{f}} failed',
  'titleJob.sameCount': { one: '{{count}} had nothing to change', other: '{{count}} had nothing to change' },
  'titleJob.changedCount': {
    one: '{{count}} left alone: changed since',
    other: '{{count}} left alone: changed since',
  },
  'titleJob.leftCount': {
    one: 'Cancelled, {{count}} title unchanged',
    other: 'Cancelled, {{count}} titles unchanged',
  },
} as const satisfies Catalogue
