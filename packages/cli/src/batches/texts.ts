import { type Catalogue, fillText, type MessageParams } from '@kinora/core'

/** What only `kinora batches` says. */
export const batchTexts = {
  'help.list': 'List the batches, the newest first',
  'help.show': 'Show one batch: status, files found, how far its rows are',
  'help.add': 'Check a CSV and add it as a batch; nothing is processed yet',
  'help.process': 'Start a batch, or go on with a stopped one',
  'help.watch': 'Follow a batch until nothing moves any more',
  'help.stop': 'Stop a batch after the row in hand; finished rows stay',
  'help.results': 'Show what became of every row',
  'help.template': 'Print the CSV that batches are built from',
  'help.id': 'id of the batch',
  'help.csv': 'CSV built from the template; paths in it start at your folder of the file store',
  'help.title': 'name of the batch; without it that of the CSV',
  'help.email': 'who is told when it has ended; without it the account that is signed in',
  'help.dryRun': 'check the CSV and add nothing',
  'help.start': 'start it at once and follow it',
  'help.follow': 'follow it until nothing moves any more',
  'help.all': 'all pages rather than the first',
  'help.asCsv': 'as CSV with a header, as the server gives it',
  'find.how': 'Check the id; batches in reach are listed by: kinora batches list',
  'header.missing': 'Missing columns: {{columns}}.',
  'header.unknown': 'Columns that the template does not have: {{columns}}.',
  'header.nameless': 'one without a name',
  'header.order': 'The columns stand in another order than in the template, or more than once.',
  'header.how': 'The header must be that of the template: kinora batches template',
  'add.unusable': 'No batch can be made of this CSV.',
  'add.bad': '{{bad}} of {{rows}} rows have errors and would be refused.',
  'add.ask': '{{bad}} of {{rows}} rows have errors and would be refused. Add the batch nevertheless?',
  'add.good': '{{rows}} can be brought in.',
  'add.warned': {
    one: '{{rows}} can be brought in; {{count}} warning about what titles will lack.',
    other: '{{rows}} can be brought in; {{count}} warnings about what titles will lack.',
  },
  'add.done': 'Added {{title}} with {{rows}}. Start it with: kinora batches process {{id}}',
  'watch.ended': '{{status}}: {{done}} of {{total}} rows done, {{bad}} not.',
  'watch.stopped': 'Stopped: {{done}} of {{total}} rows done. Go on with: kinora batches process {{id}}',
  'watch.lost': 'The server has not answered for a minute; the batch goes on by itself.',
  'watch.again': 'Follow it with: kinora batches watch {{id}}',
  'watch.new': 'Not started yet. Start it with: kinora batches process {{id}}',
  'status.new': 'New',
  'count.rows': { one: '{{count}} row', other: '{{count}} rows' },
} as const satisfies Catalogue

export type BatchTextKey = keyof typeof batchTexts

export function batchText(key: BatchTextKey, values?: MessageParams): string {
  return fillText(batchTexts[key], values)
}

/** A number of rows as it stands in a sentence that counts more than them. */
export const rowsText = (count: number): string => batchText('count.rows', { count })
