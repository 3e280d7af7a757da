import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora playback` says. */
const playbackTexts = {
  'help.playback': 'upload playback data, look at it by line, and commit or cancel it',
  'help.upload': 'upload playback data; nothing counts before it is committed',
  'help.status': 'show how many records of an upload are good and bad, and what is wrong by line',
  'help.commit': 'count the good records of an upload, once',
  'help.cancel': 'drop an upload that isn’t committed',
  'help.recount': 'count all committed records anew and compare with the kept numbers',
  'help.file': '.json file: an array of records, or one record a line',
  'help.id': 'tracking id, as upload prints it',
  'help.commitNow': 'commit it right away if every record is good',
  'help.all': 'every problem, without pages',
  'upload.wait': 'Uploading {{name}}',
  'upload.done': {
    one: '{{count}} record read. Count it: kinora playback commit {{id}}{{context}}',
    other: '{{count}} records read. Count them: kinora playback commit {{id}}{{context}}',
  },
  'upload.bad': {
    one: '{{count}} record is bad and won’t count: kinora playback status {{id}}{{context}}',
    other: '{{count}} records are bad and won’t count: kinora playback status {{id}}{{context}}',
  },
  'upload.none': 'Nothing in this file can be counted.',
  'upload.notCommitted':
    'Not committed, because some records are bad. Count the others: kinora playback commit {{id}}{{context}}',
  'commit.done': { one: '{{count}} record counted', other: '{{count}} records counted' },
  'commit.repeats': 'The same content was committed before as {{id}}. Nothing was added.',
  'cancel.done': 'Cancelled. Nothing was counted',
  'status.line': 'line {{line}}: {{problem}}',
  'recount.same': 'The kept numbers are right. Records: {{records}}, days: {{days}}',
  'recount.differ': { one: '{{count}} day differs', other: '{{count}} days differ' },
  'recount.how': 'Compare the lines above, and tell whoever runs the platform.',
} as const satisfies Catalogue

export const playbackText = (key: keyof typeof playbackTexts, values?: MessageParams): string =>
  fillText(playbackTexts[key], safeValues(values))
