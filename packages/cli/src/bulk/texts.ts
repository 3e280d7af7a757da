import { type Catalogue, fillText, type MessageParams, type Text } from '@kinora/core'
import { type BulkTextKey as CoreTextKey, bulkTexts as coreTexts } from '@kinora/core/bulk'

/** What only bulk commands say, by key; what core says of catalogues stands here where a command is named. */
export const bulkTexts = {
  ...coreTexts,
  'mend.template': 'Start from: kinora titles bulk template',
  'next.retry': 'Try again with: kinora titles bulk retry --failed',
  'next.publish': 'Fill what is missing and run again with --publish.',

  'wait.check': 'Checking the catalogue …',
  'wait.plan': 'Asking the server what has changed …',
  'check.file': 'The file',
  'check.header': 'Header',
  'check.row': 'Row {{row}}  {{externalId}}',
  'check.unusable': 'The catalogue cannot be run as it is.',
  'check.bad': {
    one: '{{rows}}: {{good}} can be run, {{count}} has errors.',
    other: '{{rows}}: {{good}} can be run, {{count}} have errors.',
  },
  'check.warned': {
    one: '{{rows}} can be run; {{count}} warning about what titles will lack.',
    other: '{{rows}} can be run; {{count}} warnings about what titles will lack.',
  },
  'check.good': '{{rows}} can be run; nothing is missing.',
  'run.problem': 'Row {{row}}, {{column}}: {{problem}} {{mend}}',
  'run.moreProblems': '{{count}} more; all of them: kinora titles bulk check {{path}}',
  'run.ask': {
    one: 'Of {{rows}} {{count}} has errors. Run the other {{good}}?',
    other: 'Of {{rows}} {{count}} have errors. Run the other {{good}}?',
  },
  'run.locked': 'This catalogue is being run by another process.',
  'run.neverRun': 'This catalogue has not been run yet from this account of the machine.',
  'run.neverRunHow':
    'Run it with: kinora titles bulk run <catalogue>; list what was run with: kinora titles bulk status',
  'run.otherAccount': 'The catalogue was run as {{email}}; sign in as that account.',
  'run.otherTenant': 'The catalogue was run as {{email}} with --tenant {{tenant}}; do it in the same way.',
  'run.withoutTenant': 'The catalogue was run as {{email}} without --tenant; do it in the same way.',
  'run.otherServer': 'What was run last was run on {{server}}; name that server with --url, or a catalogue.',
  'run.nothingOpen':
    'The run has come to its end; nothing is open. Begin another with: kinora titles bulk run {{path}}',
  'run.goOn': 'Nothing is lost; go on with: kinora titles bulk resume {{path}}',
  'run.unchanged': '{{done}}/{{total}}  {{id}}  unchanged',
  'run.row': 'Row {{row}}',
  'run.rowDone': '{{done}}/{{total}}  {{id}}  {{state}}  {{tag}}',
  'run.rowFailed': '{{done}}/{{total}}  {{id}}  {{state}}: {{problem}}',
  'run.waiting': {
    one: 'Everything is sent; {{count}} title in processing.',
    other: 'Everything is sent; {{count}} titles in processing.',
  },
  'run.allDone': '{{rows}} done.',
  'run.partlyDone': '{{good}} of {{rows}} done, {{bad}} not.',
  'plan.inTheWay': '{{path}} is there already and is no plan; name another file for --plan.',
  'plan.row': 'Row {{row}}  {{externalId}}  {{title}}',
  'plan.total': '{{rows}} would be touched, {{size}} sent. Nothing was changed.',
  'plan.written': 'The plan of {{rows}} is in {{path}}; do it with: kinora titles bulk apply {{path}}',
  'plan.notOne': '{{path}} is not a plan that --plan has written.',
  'plan.otherServer': 'The plan was made for {{server}}.',
  'plan.rowChanged': 'Row {{place}}: no longer as it was when the plan was made.',
  'plan.stale': {
    one: 'Nothing was done: {{count}} row changed since. Make the plan again.',
    other: 'Nothing was done: {{count}} rows changed since. Make the plan again.',
  },
  'undo.ask': {
    one: 'Delete {{count}} title that the run created?',
    other: 'Delete {{count}} titles that the run created?',
  },
  'undo.unconfirmed': {
    one: 'Nothing was deleted; pass --yes to delete {{count}} title.',
    other: 'Nothing was deleted; pass --yes to delete {{count}} titles.',
  },
  'undo.total': {
    one: 'To be deleted: {{count}} title; {{kept}} left alone. Nothing was changed.',
    other: 'To be deleted: {{count}} titles; {{kept}} left alone. Nothing was changed.',
  },
  'undo.done': {
    one: '{{count}} title deleted, {{kept}} left alone.',
    other: '{{count}} titles deleted, {{kept}} left alone.',
  },

  'help.template': 'Print an empty catalogue with all columns',
  'help.check': 'List every problem of every row, with how to mend it',
  'help.run': 'Create, fill, upload and process the titles of a catalogue; safe to repeat',
  'help.resume': 'Go on with a run that was stopped',
  'help.status': 'Show how runs stand',
  'help.results': 'Show what became of every row',
  'help.catalogue': 'CSV file; paths in it start at its folder',
  'help.latest': 'CSV file; without it the one run last',
  'help.offline': 'ask the server nothing',
  'help.checkPublish': 'what publishing asks for is an error',
  'help.publish': 'publish every title that is ready',
  'help.dryRun': 'say what would be done and change nothing',
  'help.apply': 'Do what a plan says; refuses when the catalogue, its files or the server have changed since',
  'help.planFile': 'file that --plan has written',
  'help.plan': 'write what would be done to this file, and change nothing',
  'help.undo': 'Delete what a run created, except what people have changed since',
  'help.undoYes': 'delete without asking',
  'help.retry': 'Run again only the rows that came to nothing, from the catalogue as it is now',
  'help.failed': 'rows that failed or were refused',
  'help.yes': 'run without asking, even if some rows have errors',
  'help.csv': 'as CSV with a header',

  'count.rows': { one: '{{count}} row', other: '{{count}} rows' },
} as const satisfies Record<CoreTextKey, Text> & Catalogue

export type BulkTextKey = keyof typeof bulkTexts

export function bulkText(key: BulkTextKey, values?: MessageParams): string {
  return fillText(bulkTexts[key], values)
}

/** A number of rows as it stands in a sentence that counts more than them. */
export const rowsText = (count: number): string => bulkText('count.rows', { count })
