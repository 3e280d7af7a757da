import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora audit` says. */
const auditTexts = {
  'help.audit': 'read the audit log: changes, sign-ins and refusals',
  'help.list': 'list entries, the newest first',
  'help.export': 'write all matching entries as CSV',
  'help.who': 'part of the name or email of the person',
  'help.query': 'part of a name, of people and of what they changed, or its id',
  'help.kind': 'kind of entry',
  'help.noun': 'what was changed, such as titles or accounts',
  'help.row': 'id of what was changed; of a refusal the call, such as titles.publish',
  'help.since': 'from this day on, such as 2026-11-20 (UTC)',
  'help.until': 'to the end of this day (UTC)',
} as const satisfies Catalogue

export const auditText = (key: keyof typeof auditTexts, values?: MessageParams): string =>
  fillText(auditTexts[key], safeValues(values))
