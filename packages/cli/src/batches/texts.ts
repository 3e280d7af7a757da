import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora batches` says. */
export const batchTexts = {
  'help.list': 'list batches, newest first',
  'help.show': 'show a batch: status, files found, progress',
  'help.add': 'check a CSV and add it as a batch; nothing is processed yet',
  'help.process': 'start a batch, or resume a stopped one',
  'help.watch': 'follow a batch until it finishes',
  'help.stop': 'stop a batch after the current row; finished rows stay',
  'help.results': 'show the result of every row',
  'help.template': 'print the CSV that batches are built from',
  'help.id': 'id of the batch',
  'help.csv': 'CSV built from the template; paths in it start at your folder of the file store',
  'help.title': 'name of the batch; without it that of the CSV',
  'help.email': 'who is told when it has ended; without it the account that is signed in',
  'help.dryRun': 'check the CSV and add nothing',
  'help.start': 'start it now and follow it',
  'help.follow': 'follow it until it finishes',
  'help.all': 'all pages',
  'help.asCsv': 'as CSV with a header, as the server gives it',
  'find.how': 'Check the id. List your batches: kinora batches list',
  'add.unusable': 'This CSV can’t be used as a batch.',
  'add.bad': '{{bad}} of {{rows}} rows have errors and would be skipped.',
  'add.ask': '{{bad}} of {{rows}} rows have errors and would be skipped. Add the batch anyway?',
  'add.good': '{{rows}} can be imported.',
  'add.warned': {
    one: '{{rows}} can be imported, with {{count}} warning about missing details.',
    other: '{{rows}} can be imported, with {{count}} warnings about missing details.',
  },
  'add.done': 'Added {{title}} with {{rows}}. Start it with: kinora batches process {{id}}{{context}}',
  'status.new': 'New',
  'count.rows': { one: '{{count}} row', other: '{{count}} rows' },
} as const satisfies Catalogue

export type BatchTextKey = keyof typeof batchTexts

export function batchText(key: BatchTextKey, values?: MessageParams): string {
  return fillText(batchTexts[key], safeValues(values))
}

/** A number of rows as it stands in a sentence that counts more than them. */
export const rowsText = (count: number): string => batchText('count.rows', { count })
