import type { Catalogue } from './catalogue.ts'

/** What is wrong with a bulk catalogue (BULK-07, BULK-12). */
export const bulkIssueTexts = {
  'bulk.csvEmpty': 'The catalogue is empty.',
  'bulk.csvEncoding': 'The catalogue is not valid UTF-8 text.',
  'bulk.csvWorkbook': 'The catalogue is an Excel workbook, not a CSV file.',
  'bulk.csvHeader': 'The first row names none of the known columns.',
  'bulk.csvQuote': 'A quote that opens in row {{row}} is never closed; no row from there on could be read.',
  'bulk.csvBroken': 'Row {{row}} and those after it could not be read as CSV.',
  'bulk.csvRecordSize': 'Row {{row}} is longer than any title can be; a quote is probably missing.',
  'bulk.csvNoRows': 'The catalogue holds no titles.',
  'bulk.columnMissing': 'The column {{column}} is missing.',
  'bulk.columnUnknown': 'The column "{{column}}" is not known{{hint}}',
  'bulk.columnTwice': 'The column {{column}} is there twice.',
  'bulk.rowCells': 'The row has {{actual}} cells, the header has {{expected}}.',
  'bulk.externalIdTwice': 'The external id "{{value}}" is used in row {{first}} already.',
  'bulk.captionForm': 'Captions are written language:path|title, not "{{value}}".',
  'bulk.captionTwice': 'There are two captions for {{language}}.',
  'bulk.captionFormat': 'The file {{path}} holds no captions: it does not begin with WEBVTT.',
  'bulk.referenceAmbiguous': '{{field}} "{{value}}" names {{count}} entries: {{ids}}.',
  'bulk.didYouMean': '; did you mean {{names}}?',
} as const satisfies Catalogue
