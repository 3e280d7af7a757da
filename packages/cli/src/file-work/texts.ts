import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What following an upload's work says, whatever it brings in. */
const workTexts = {
  ended: '{{status}}: {{done}} of {{total}} rows done, {{bad}} failed.',
  stopped: 'Stopped: {{done}} of {{total}} rows done. Resume with: {{command}}',
  lost: 'The server hasn’t responded for a minute. The work continues on its own.',
  again: 'Follow progress with: {{command}}',
  notStarted: 'Not started yet. Start it with: {{command}}',
  new: 'New',
  'header.missing': 'Missing columns: {{columns}}.',
  'header.unknown': 'Columns that aren’t in the template: {{columns}}.',
  'header.nameless': 'one without a name',
  'header.order': 'The columns are in a different order than in the template, or appear more than once.',
  'header.how': 'Use the header of the template: {{command}}',
  template: 'Start from: {{command}}',
} as const satisfies Catalogue

export const workText = (key: keyof typeof workTexts, values?: MessageParams): string =>
  fillText(workTexts[key], safeValues(values))
