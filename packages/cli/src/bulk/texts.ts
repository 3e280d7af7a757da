import { type Catalogue, fillText, type MessageParams, type Text } from '@kinora/core'
import { type BulkTextKey as CoreTextKey, bulkTexts as coreTexts } from '@kinora/core/bulk'
import { safeValues } from '../kernel/cells.ts'

/** What only bulk commands say, by key; what core says of catalogues stands here where a command is named. */
export const bulkTexts = {
  ...coreTexts,
  'mend.template': 'Start from: kinora titles bulk template',
  'next.retry': 'Try again with: kinora titles bulk retry --failed',
  'next.publish': 'Fill in what is missing and run again with --publish.',

  'next.force': 'Overwrite it with --force, or accept it as it is: kinora titles bulk reconcile',

  'wait.check': 'Checking the catalogue…',
  'wait.plan': 'Comparing with the server…',
  'check.file': 'The file',
  'check.header': 'Header',
  'check.row': 'Row {{row}}  {{externalId}}',
  'check.unusable': 'The catalogue can’t be run.',
  'check.bad': {
    one: '{{rows}}: {{good}} can be run, {{count}} has errors.',
    other: '{{rows}}: {{good}} can be run, {{count}} have errors.',
  },
  'check.warned': {
    one: '{{rows}} can be run; {{count}} warning about missing details.',
    other: '{{rows}} can be run; {{count}} warnings about missing details.',
  },
  'check.noFile': {
    one: '{{count}} row names no file: a new title is made without one, another keeps what it has.',
    other: '{{count}} rows name no file: new titles are made without one, others keep what they have.',
  },
  'check.good': '{{rows}} can be run. Nothing is missing.',
  'run.problem': 'Row {{row}}, {{column}}: {{problem}} {{mend}}',
  'run.moreProblems': '{{count}} more; all of them: kinora titles bulk check {{path}}{{context}}',
  'run.ask': {
    one: 'Of {{rows}} {{count}} has errors. Run the other {{good}}?',
    other: 'Of {{rows}} {{count}} have errors. Run the other {{good}}?',
  },
  'run.locked': 'Another process is running this catalogue.',
  'run.neverRun': 'This catalogue hasn’t been run from this user account.',
  'run.neverRunHow':
    'Run it with: kinora titles bulk run <catalogue>. List earlier runs with: kinora titles bulk status',
  'run.otherAccount': 'The catalogue was run as {{email}}. Sign in as that account.',
  'run.otherTenant':
    'The catalogue was run as {{email}} with --tenant {{tenant}}. Use the same account and tenant.',
  'run.withoutTenant':
    'The catalogue was run as {{email}} without --tenant. Use the same account without --tenant.',
  'run.otherServer': 'The last run was on {{server}}. Pass --url with that server, or name a catalogue.',
  'run.nothingOpen': 'This run is complete. Start another with: kinora titles bulk run {{path}}{{context}}',
  'run.goOn': 'Nothing is lost. Resume with: kinora titles bulk resume {{path}}{{context}}',
  'run.unchanged': { one: '{{count}} row unchanged.', other: '{{count}} rows unchanged.' },
  'run.strict': {
    one: '{{count}} row has errors, so nothing was run (--strict)',
    other: '{{count}} rows have errors, so nothing was run (--strict)',
  },
  'run.strictHow': 'Mend them: kinora titles bulk check {{path}}{{context}}',
  'undo.tooMany': {
    one: 'Nothing was deleted: {{count}} title is more than --max-delete {{max}}.',
    other: 'Nothing was deleted: {{count}} titles are more than --max-delete {{max}}.',
  },
  'help.strict': 'run nothing if any row has errors',
  'help.maxDelete': 'delete nothing if it would be more titles than this',
  'run.row': 'Row {{row}}',
  'run.rowDone': '{{done}}/{{total}}  {{id}}  {{state}}  {{tag}}',
  'run.rowFailed': '{{done}}/{{total}}  {{id}}  {{state}}: {{problem}}',
  'run.waiting': {
    one: 'Everything is sent. {{count}} title is processing.',
    other: 'Everything is sent. {{count}} titles are processing.',
  },
  'run.allDone': '{{rows}} done.',
  'run.partlyDone': '{{good}} of {{rows}} done, {{bad}} failed.',
  'run.kept': {
    one: '{{count}} title was changed elsewhere and left alone. Overwrite it with --force, or accept it as it is: kinora titles bulk reconcile{{context}}',
    other:
      '{{count}} titles were changed elsewhere and left alone. Overwrite them with --force, or accept them as they are: kinora titles bulk reconcile{{context}}',
  },
  'results.notCompared': 'As the journal has it; not compared with the server.',
  'reconcile.none': 'Nothing was changed elsewhere.',
  'reconcile.done': {
    one: 'Accepted {{count}} title as it is on the server.',
    other: 'Accepted {{count}} titles as they are on the server.',
  },
  'plan.inTheWay': '{{path}} already exists and is not a plan. Choose another file for --plan.',
  'plan.row': 'Row {{row}}  {{externalId}}  {{title}}',
  'plan.total': '{{rows}} would change, {{size}} to send. Nothing was changed.',
  'plan.written':
    'Saved the plan of {{rows}} to {{path}}. Apply it with: kinora titles bulk apply {{path}}{{context}}',
  'plan.notOne': '{{path}} is not a plan created with --plan.',
  'plan.otherServer': 'The plan was created for {{server}}.',
  'plan.rowChanged': 'Row {{place}} has changed since the plan was created.',
  'plan.stale': {
    one: 'Nothing was applied: {{count}} row changed since the plan was created. Create it again.',
    other: 'Nothing was applied: {{count}} rows changed since the plan was created. Create it again.',
  },
  'undo.ask': {
    one: 'Delete {{count}} title created by this run?',
    other: 'Delete {{count}} titles created by this run?',
  },
  'undo.unconfirmed': {
    one: 'Nothing was deleted. Pass --yes to delete {{count}} title.',
    other: 'Nothing was deleted. Pass --yes to delete {{count}} titles.',
  },
  'undo.total': {
    one: 'Would delete {{count}} title and leave {{kept}} alone. Nothing was changed.',
    other: 'Would delete {{count}} titles and leave {{kept}} alone. Nothing was changed.',
  },
  'undo.done': {
    one: 'Deleted {{count}} title, left {{kept}} alone.',
    other: 'Deleted {{count}} titles, left {{kept}} alone.',
  },

  'help.template': 'print an empty catalogue with all columns',
  'help.check': 'list every problem in every row, with how to fix it',
  'help.run': 'create, update, upload and process the titles of a catalogue; safe to repeat',
  'help.resume': 'resume an interrupted run',
  'help.status': 'show the status of runs',
  'help.results': 'show the result of every row, compared with the server',
  'help.resultsOffline': 'as the journal has it; don’t contact the server',
  'help.reconcile': 'accept titles that were changed elsewhere as they are on the server',
  'help.force': 'overwrite titles that were changed elsewhere since the last run',
  'help.catalogue': 'CSV file; paths in it are relative to its folder',
  'help.latest': 'CSV file; defaults to the last one run',
  'help.offline': 'don’t contact the server',
  'help.checkPublish': 'report anything that blocks publishing as an error',
  'help.publish': 'publish every title that is ready',
  'help.dryRun': 'say what would be done and change nothing',
  'help.apply': 'apply a plan; refused if the catalogue, its files or the server have changed since',
  'help.planFile': 'file created with --plan',
  'help.plan': 'save what would be done to this file and change nothing',
  'help.undo': 'delete what a run created, except titles edited since',
  'help.undoYes': 'delete without asking',
  'help.retry': 'run again only the rows that failed, from the current catalogue',
  'help.failed': 'rows that failed or were refused',
  'help.yes': 'run without asking, even if some rows have errors',
  'help.csv': 'as CSV with a header',

  'count.rows': { one: '{{count}} row', other: '{{count}} rows' },
} as const satisfies Record<CoreTextKey, Text> & Catalogue

export type BulkTextKey = keyof typeof bulkTexts

export function bulkText(key: BulkTextKey, values?: MessageParams): string {
  return fillText(bulkTexts[key], safeValues(values))
}

/** A number of rows as it stands in a sentence that counts more than them. */
export const rowsText = (count: number): string => bulkText('count.rows', { count })
