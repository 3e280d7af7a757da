import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora members` says. */
const memberTexts = {
  'help.members': 'members of the tenant’s site: import, report, export, erase',
  'help.list': 'list members with their subscriptions, newest first',
  'help.show': 'show a member and its subscriptions',
  'help.export': 'print the members that match as CSV, a row for each subscription',
  'help.erase': 'erase a member for good; plays stay and name nobody any more',
  'help.import': 'check a CSV of members, upload it, and follow the import to its end',
  'help.imports': 'list imports, newest first',
  'help.process': 'start an import, or resume a stopped one, and follow it',
  'help.stop': 'stop an import after the rows in hand; finished rows stay',
  'help.watch': 'follow an import until it finishes',
  'help.report': 'print what became of every row of an import, as CSV',
  'help.template': 'print the CSV that imports are built from',
  'help.id': 'user id of the member, as in the list',
  'help.fileId': 'id of the import, as in the list of imports',
  'help.csv': 'CSV built from the template, up to 20 MB',
  'help.dryRun': 'check the CSV and upload nothing',
  'help.noProcess': 'upload only; start it later',
  'help.status': 'status of a subscription',
  'help.external': 'status that the source of a subscription tells',
  'help.source': 'source of a subscription, as stripe or flatfile',
  'help.search': 'part of a name, an email or an external id',
  'help.all': 'all pages',
  'check.bad': '{{bad}} of {{rows}} rows have errors and would be skipped.',
  'check.ask': '{{bad}} of {{rows}} rows have errors and would be skipped. Import the others anyway?',
  'check.good': { one: '{{count}} row, no errors.', other: '{{count}} rows, no errors.' },
  'check.unusable': 'This CSV can’t be used to import members.',
  'import.uploaded': 'Uploaded {{name}} as {{id}}. Start it with: kinora members process {{id}}{{context}}',
  'import.report': 'See every row with: kinora members report {{id}}{{context}}',
  'erase.ask': 'Erase {{name}} ({{id}}) for good?',
  'erase.done': 'Erased {{id}}.',
  'find.member': 'Check the id. List members: kinora members list',
  'find.import': 'Check the id. List imports: kinora members imports',
} as const satisfies Catalogue

export const memberText = (key: keyof typeof memberTexts, values?: MessageParams): string =>
  fillText(memberTexts[key], safeValues(values))
