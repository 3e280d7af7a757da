import { type Catalogue, fillText, type MessageParams } from '../messages/catalogue.ts'

/** What only catalogues say, by key; what is wrong with a row is said by the catalogue of messages. */
export const bulkTexts = {
  'mend.save': 'Save the sheet as "CSV UTF-8".',
  'mend.template': 'Start from the template.',
  'mend.quote': 'Close the quote, and write a quote inside a cell as two quotes.',
  'mend.cells': 'Put cells that hold the delimiter, a quote or a line break in quotes.',
  'mend.addColumn': 'Add the column {{column}} to the header.',
  'mend.renameColumn': 'Rename it, or put # before its name to keep it as a note.',
  'mend.dropColumn': 'Remove one of the two.',
  'mend.fill': 'Fill the column {{column}}.',
  'mend.fillExternalId': 'Give every title an id of its own that never changes, such as class-001.',
  'mend.externalIdTwice': 'Give this row an id of its own, or remove it.',
  'mend.shorten': 'Shorten it to {{max}} characters; it has {{actual}}.',
  'mend.fewer': 'Keep at most {{max}}, separated by semicolons.',
  'mend.correct': 'Write {{example}} or the like.',
  'mend.date': 'Write year-month-day, such as 2026-11-20 or 2026-11-20T09:30:00.',
  'mend.reference': 'Use a name or id that the platform knows; separate several with semicolons.',
  'mend.ambiguous': 'Use the id instead of the name.',
  'mend.subCategory': 'Choose a sub category of the category in this row.',
  'mend.fileMissing': 'Put the file there or correct the path, which starts at the folder of the catalogue.',
  'mend.fileName': 'Rename the file and the cell.',
  'mend.media': 'Export the file again from your editor; see the columns file and contentType.',
  'mend.image': 'Save the cover as a JPEG of 1920 x 1080.',
  'mend.captions': 'Save the captions as WebVTT (.vtt).',
  'mend.captionTwice': 'Keep one caption file for each language.',
  'next.correct': 'Correct the row and run the catalogue again.',
  'next.retry': 'Run the catalogue again.',
  'next.publish': 'Fill what is missing and run the catalogue again.',
  'next.file': 'Name a file in the column file and run again.',
  'run.rowRefused': {
    one: 'Not run: {{count}} error in the row, listed by check.',
    other: 'Not run: {{count}} errors in the row, listed by check.',
  },
  'run.notPublishReady': 'Not published: {{missing}}.',
  'run.processing': 'Processing failed: {{why}}',
  'run.processingStuck': 'Nothing works on the title; it stays {{status}}.',

  'undo.before': 'It was there before the run.',
  'undo.changed': 'Somebody has changed it since, at {{at}}.',
  'undo.published': 'Somebody has published it since.',
  'undo.unfinished': 'The run has not come to its end for this row; resume it first.',
  'undo.gone': 'It is gone already.',
  'undo.refused': 'The server would not delete it ({{status}}).',
} as const satisfies Catalogue

export type BulkTextKey = keyof typeof bulkTexts

/** Says a text of a catalogue; whoever shows it may have words of its own for some keys. */
export type SayBulk = (key: BulkTextKey, values?: MessageParams) => string

export const bulkText: SayBulk = (key, values) => fillText(bulkTexts[key], values)
