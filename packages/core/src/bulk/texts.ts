import { type Catalogue, fillText, type MessageParams } from '../messages/catalogue.ts'

/** What only catalogues say, by key; what is wrong with a row is said by the catalogue of messages. */
export const bulkTexts = {
  'mend.save': 'Save the sheet as "CSV UTF-8".',
  'mend.template': 'Start from the template.',
  'mend.addRow':
    'Add a row for each title below the header. Rows that begin with # are notes: remove the # to run one.',
  'mend.quote': 'Close the quote, and write a quote inside a cell as two quotes.',
  'mend.cells':
    'Give every row as many cells as the header. Put cells that hold the delimiter, a quote or a line break in quotes.',
  'mend.addColumn': 'Add the column {{column}} to the header.',
  'mend.renameColumn': 'Rename it, or put # before its name to keep it as a note.',
  'mend.dropColumn': 'Remove one of the two.',
  'mend.fill': 'Fill in the column {{column}}.',
  'mend.fillExternalId': 'Give every title a permanent id of its own, such as class-001.',
  'mend.externalIdTwice': 'Give this row its own id, or remove it.',
  'mend.titleTwice': 'Remove one of the two rows.',
  'mend.tag': 'Use the tag as it was exported, or empty the cell to create a title.',
  'mend.asExported': 'Leave the cell as it was exported, or empty it.',
  'mend.shorten': 'Shorten it to {{max}} characters. It has {{actual}}.',
  'mend.fewer': 'Keep at most {{max}}, separated by semicolons.',
  'mend.correct': 'Use a value such as {{example}}.',
  'mend.enter': 'Enter {{help}}.',
  'mend.endDate': 'Use a date after the start date.',
  'mend.date': 'Use a date such as 2026-11-20 or 2026-11-20T09:30:00.',
  'mend.day': 'Use a date such as 2026-11-20.',
  'mend.nameSubscription': 'Fill in subscriptionTitle or productId, or empty planId, status and the dates.',
  'mend.shortenCell': 'Shorten it, and remove characters that can’t be seen.',
  'mend.reference': 'Use an existing name or id. Separate several with semicolons.',
  'mend.ambiguous': 'Use the id instead of the name.',
  'mend.channel': 'Use a channel of this row’s provider, or name that of the channel in the column provider.',
  'mend.subCategory': 'Choose a sub category of this row’s category.',
  'mend.fileMissing':
    'Move the file there, or correct the path. Paths are relative to the catalogue’s folder.',
  'mend.fileDenied': 'Let Kinora read it, or name another file.',
  'mend.fileName': 'Rename the file to “{{clean}}” and update the cell.',
  'mend.media': 'Export the file again. See the columns file and contentType.',
  'mend.image': 'Save the cover as a 1920 x 1080 JPEG.',
  'mend.captionFile': 'Correct {{path}}.',
  'mend.captions': 'Save the captions as WebVTT (.vtt), SubRip (.srt), SBV (.sbv) or TTML (.ttml).',
  'mend.captionTwice': 'Keep one caption file per language.',
  'next.correct': 'Correct the row, then run the catalogue again.',
  'next.retry': 'Run the catalogue again.',
  'next.publish': 'Fill in what is missing and run again with --publish.',
  'next.file': 'Name a file in the file column, then run again.',
  'next.again': 'To create it again, run the catalogue again.',
  'next.force': 'To overwrite it, run the catalogue again with --force.',
  'run.changed': 'Changed elsewhere since the last run and left alone. Its status is now “{{status}}”.',
  'run.gone': 'Deleted since the last run.',
  'run.rowRefused': 'Not run: {{reasons}}',
  'run.notPublishReady': 'Not published: {{missing}}.',
  'run.trailer': 'Trailer: {{why}}',
  'run.processingStuck': 'Processing isn’t progressing. Its status is still “{{status}}”.',

  'undo.before': 'The title existed before the run.',
  'undo.changed': 'Edited since, at {{at}}.',
  'undo.published': 'Published since.',
  'undo.unfinished': 'The run didn’t finish this row. Resume it first.',
  'undo.gone': 'Already deleted.',
  'undo.refused': 'The server refused to delete it ({{status}}).',
} as const satisfies Catalogue

export type BulkTextKey = keyof typeof bulkTexts

/** Translates a key of a catalogue; the place that shows it may have words of its own for some keys. */
export type TranslateBulk = (key: BulkTextKey, values?: MessageParams) => string

export const bulkText: TranslateBulk = (key, values) => fillText(bulkTexts[key], values)
