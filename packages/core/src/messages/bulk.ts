import type { Catalogue } from './catalogue.ts'

/** What is wrong with a bulk catalogue (BULK-07, BULK-12). */
export const bulkIssueTexts = {
  'bulk.csvEmpty': 'The file is empty.',
  'bulk.csvEncoding': 'The file is not valid UTF-8 text.',
  'bulk.csvWorkbook': 'The file is an Excel workbook, not a CSV file.',
  'bulk.csvHeader': 'The first row has none of the known columns.',
  'bulk.csvQuote': 'A quote opened in row {{row}} is never closed. Nothing after it could be read.',
  'bulk.csvBroken': 'Row {{row}} and later rows couldn’t be read as CSV.',
  'bulk.csvRecordSize': 'Row {{row}} is too long. A closing quote is probably missing.',
  'bulk.csvIrregular':
    'Too many rows up to row {{row}} have a different number of cells from the first row. Delete empty rows.',
  'bulk.csvTooManyRows': 'A bulk upload takes at most {{max}} titles. Split the file.',
  'bulk.csvNoRows': 'The catalogue has no titles.',
  'bulk.columnMissing': 'The column {{column}} is missing.',
  'bulk.columnUnknown': 'Unknown column “{{column}}”{{hint}}',
  'bulk.columnTwice': 'The column {{column}} appears twice.',
  'bulk.rowCells': {
    one: 'The row has {{count}} cell, the header has {{expected}}.',
    other: 'The row has {{count}} cells, the header has {{expected}}.',
  },
  'bulk.externalIdTwice': 'The external id “{{value}}” is already used in row {{first}}.',
  'bulk.titleTwice': 'Row {{first}} is about the same title.',
  'bulk.externalIdOther': 'The title {{tag}} has another external id: “{{known}}”.',
  'bulk.externalIdNone': 'The title {{tag}} has no external id, and can’t be given one.',
  'bulk.captionForm': 'Write captions as language:path|title, not “{{value}}”.',
  'bulk.captionTwice': '{{language}} has two caption files.',
  'bulk.referenceAmbiguous': '{{field}} “{{value}}” matches {{count}} entries: {{ids}}.',
  'bulk.didYouMean': '; did you mean {{names}}?',
} as const satisfies Catalogue
