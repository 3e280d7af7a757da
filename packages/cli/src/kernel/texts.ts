import type { Catalogue, MessageParams } from '@kinora/core'
import { say } from './cells.ts'

/** Sentences that two places share; every other stands where it is used. */
const texts = {
  'exit.invalid': 'Invalid input',
  'why.offline': 'The server did not answer.',
  'offline.what': 'Can’t reach {{url}}',
  'how.offline': 'Check that the server is running and the address is right: kinora doctor{{context}}',
  'how.timeout': 'Try again, or check the server: kinora doctor{{context}}',
  'why.unauthorised': 'You are not signed in, or your session has expired.',
  'why.notFound': 'It doesn’t exist, or this account has no access to it.',
  'how.look': 'See how it stands: {{list}}',
  'how.storageFull': 'Free up space on the server, then run the same command again.',
  'usage.missingFlag': 'Missing flag: {{flag}}',
  'usage.passFlag': 'Pass {{flag}}.',
  'usage.help': 'See {{command}} --help',
  'usage.notJson': '{{what}} is not JSON',
  'usage.number': '{{value}} is not a number',
  'usage.choice': '{{value}} is not one of: {{choices}}',
  'disk.barred': 'Can’t use {{path}} ({{reason}}).',
  'upload.noWait': 'exit once the file is stored',
  'upload.again': 'Run the same command again to resume.',
  'upload.goOn': 'Resume with: {{command}}',
  'upload.refused': '{{name}} can’t be uploaded',
  'upload.refusedHow': 'Nothing was sent. Fix or convert the file, then run the command again.',
  'upload.stored': 'Stored {{name}} for {{tag}}',
  'titles.download': 'download the file that was uploaded for a title',
  'verify.noFile': '{{tag}} has no stored file',
  'wait.verify': 'Reading {{name}} …',
  'tokens.inVariable': 'Token from {{name}}',
  'session.notKinora': '{{url}} answers, but not as a Kinora server',
  'session.noneHow': 'Sign in: kinora login{{profile}} --url {{url}}',
  'wait.server': 'Waiting for the server …',
  'help.after': `Exit codes  0 ok · 1 failure · 2 usage · 3 not found · 4 sign-in · 5 network
            6 partly failed · 7 conflict · 130 interrupted
Environment KINORA_URL, KINORA_PROFILE, KINORA_API_KEY, KINORA_TOKEN,
            KINORA_CONFIG_DIR, KINORA_KEYRING=off, NO_COLOR
Examples    kinora login --email tenant@demo.kinora.test
            kinora titles list --status published --json tag,className
            kinora titles list --jq '.[] | select(.stuck) | .tag'
            kinora titles upload class.mp4 --title "Morning yoga"`,
  'flag.yes': 'skip the confirmation',
  'argument.tag': 'tag of the title',
  'argument.tags': 'tags of the titles',
  'api.output': 'write to this file instead of stdout',
  'api.saved': 'Saved {{path}}',
  'resource.id': 'id, as in the list',
  'resource.ids': 'ids, as in the list',
  'resource.ifVersion': 'fail if the version is no longer this one',
  'resource.created': 'Created {{id}}',
  'resource.missing': 'Record not found: {{id}}',
  'resource.missingHow': 'Check the id. List what you can access: {{command}}{{context}}',
  'resource.nothingToEdit': 'Nothing to change: no fields were given',
  'resource.deleteAsk': { one: 'Delete it permanently?', other: 'Delete all {{count}} permanently?' },
  'tenants.why': 'Customer support acts for one tenant at a time.',
  'tenants.how': 'Pass --tenant ID, or remember one when signing in: kinora login --tenant ID',
  'field.nameOrId': 'name or id',
  'field.language': 'name or tag, such as en-GB',
  'field.scale': '1 to 10',
  'filter.sort': 'order of the list',
  'filter.dir': 'direction',
  'filter.query': 'search text',
  'filter.all': 'all titles, without pages',
  'filter.view': 'a saved view, by name or id; other filters narrow or replace its own',
  'argument.localFile': 'file on this machine',
  'wait.interrupted': 'Stopped waiting. The server continues on its own',
  'batches.add.bad': '{{bad}} of {{rows}} rows have errors and would be skipped.',
  'bulk.check.noFile': {
    one: '{{count}} row names no file: a new title is made without one, another keeps what it has.',
    other: '{{count}} rows name no file: new titles are made without one, others keep what they have.',
  },
  'bulk.run.goOn': 'Nothing is lost. Resume with: kinora titles bulk resume {{path}}{{context}}',
  'bulk.run.rowFailed': '{{done}}/{{total}}  {{id}}  {{state}}: {{problem}}',
  'bulk.dryRun': 'say what would be done and change nothing',
  'captions.folder':
    'folder of files such as NAME.de-DE.vtt, where NAME is a tag, an external id, or the name of the video file or the title',
  'captions.line.error': '{{file}}: {{problem}}',
  'captions.add.done': '{{language}} captions added to {{tag}}',
  'categories.name': 'name, or TAG=NAME for one language; TAG= removes it',
  'categories.promoted': 'promoted; --no-promoted takes it back',
  'collections.tag': 'collection tag, as in the list',
  'work.ended': '{{status}}: {{done}} of {{total}} rows done, {{bad}} failed.',
  'publishing.ask': { one: 'Publish this change?', other: 'Publish these {{count}} changes?' },
  'reports.usage.typeHow': 'Choose one of {{types}}.',
  'reports.usage.days': 'Give --from and --to, or --month 2026-11, or --period last-month.',
  'reports.usage.oneWay': 'Days, a month and a period are three ways to say the same.',
  'reports.usage.month': 'Write it like 2026-11.',
  'schedule.at':
    'when a live event takes place once: on the clock of the tenant, such as "2026-11-20 18:30", or with its offset, such as 2026-11-20T18:30:00+01:00',
  'schedule.calendar.zone': 'Times are those of {{timeZone}}.',
  'schedule.type': 'kind of event',
  'schedule.status': 'state of the event',
  'tenantFile.file': 'YAML file of a tenant',
  'tenantFile.export.left': 'Left out, as only customer support reads them: {{names}}',
  'tenantFile.plan.none': '{{id}} is as the file says. Nothing to change',
  'tenants.id': 'tenant id, as in kinora tenants list',
  'tenants.secret': 'secret: @FILE, or - to read it from stdin; an empty value removes it, after a question',
  'tenants.siteType': 'site type; only administrators can change it',
} as const satisfies Catalogue

/** A shared sentence with its values filled in. */
export const text = (key: keyof typeof texts, values?: MessageParams): string => say(texts[key], values)

/** A number of rows as it stands in a sentence that counts more than them. */
export const rowsText = (count: number): string =>
  say({ one: '{{count}} row', other: '{{count}} rows' }, { count })
