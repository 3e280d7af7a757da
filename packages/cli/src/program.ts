import type { Command } from 'commander'
import { safe } from './kernel/cells.ts'
import { createRoot, runWith } from './kernel/command-line.ts'
import { addLazily, type LazyCommand, manyOf } from './kernel/lazy.ts'
import type { Session } from './kernel/session.ts'
import type { World } from './kernel/world.ts'

/** A noun whose verbs `resourceVerbs` makes. */
const noun = (name: string, load: LazyCommand['load']): LazyCommand => ({
  name,
  summary: safe`manage ${manyOf(name)}`,
  load,
})

/** What stands at the root. Each module is loaded with the call of its command. */
const commands: readonly LazyCommand[] = [
  {
    name: 'login',
    summary: 'sign in and keep the token',
    description:
      'Sign in and store the token in the system keyring, or in a file only you can read. Scripts pass --email and --password-stdin.',
    load: async () => (await import('./commands/session.ts')).addLogin,
  },
  {
    name: 'logout',
    summary: 'sign out and forget the token',
    load: async () => (await import('./commands/session.ts')).addLogout,
  },
  {
    name: 'whoami',
    summary: 'show the signed-in account, the server, and where the token is stored',
    load: async () => (await import('./commands/session.ts')).addWhoami,
  },
  {
    name: 'password',
    summary: 'change your own password; every other session of your account ends',
    load: async () => (await import('./commands/session.ts')).addPassword,
  },
  {
    name: 'quota',
    summary:
      'show what is stored (titles, files of titles, events and documents, pictures), and how much is allowed',
    load: async () => (await import('./commands/quota.ts')).addQuota,
  },
  {
    name: 'profiles',
    summary: 'list profiles: who is signed in where',
    load: async () => (await import('./commands/session.ts')).addProfiles,
  },
  {
    name: 'keys',
    summary: 'create, list, rotate and revoke API keys for CI, cron and other programs',
    load: async () => (await import('./commands/keys.ts')).keyVerbs,
  },
  {
    name: 'embed',
    summary: 'create, list and end embed sessions, and say which pages may embed',
    load: async () => (await import('./commands/embed.ts')).embedVerbs,
  },
  {
    name: 'sessions',
    summary: 'list your own sign-ins and end them one by one',
    load: async () => (await import('./commands/keys.ts')).sessionVerbs,
  },
  {
    name: 'events',
    summary: 'list what happened in the platform, or follow it',
    load: async () => (await import('./commands/events.ts')).eventVerbs,
  },
  {
    name: 'webhooks',
    summary: 'send events to an address of yours: webhooks, their deliveries, and a listener for development',
    load: async () => (await import('./commands/webhooks.ts')).webhookVerbs,
  },
  {
    name: 'titles',
    summary: 'list, edit, upload and publish titles',
    description: 'List, edit, upload and publish titles.',
    load: async () => (await import('./commands/titles.ts')).titleVerbs,
  },
  {
    name: 'views',
    summary: 'list, show and delete saved views of titles',
    load: async () => (await import('./commands/views.ts')).viewVerbs,
  },
  {
    name: 'history',
    summary: 'show what people did to a title, the newest first',
    load: async () => (await import('./commands/titles-history.ts')).addHistory,
  },
  {
    name: 'batches',
    summary: 'manage bulk uploads that the server runs, from a CSV and the files in its file store',
    load: async () => (await import('./commands/batches.ts')).addBatches,
  },
  {
    name: 'captions',
    summary: 'check, add and remove captions of titles',
    load: async () => (await import('./commands/captions.ts')).captionVerbs,
  },
  noun('categories', async () => (await import('./commands/categories.ts')).categoryVerbs),
  {
    name: 'subcategories',
    summary: 'manage the sub categories of a category',
    load: async () => (await import('./commands/categories.ts')).subCategoryVerbs,
  },
  noun('collections', async () => (await import('./commands/collections.ts')).collectionVerbs),
  noun('documents', async () => (await import('./commands/documents.ts')).documentVerbs),
  noun('subscriptions', async () => (await import('./commands/subscriptions.ts')).subscriptionVerbs),
  {
    name: 'playback',
    summary: 'upload playback data, look at it by line, and commit or cancel it',
    load: async () => (await import('./commands/playback.ts')).playbackVerbs,
  },
  {
    name: 'texts',
    summary: 'replace texts of the portal, on open pages too',
    load: async () => (await import('./commands/texts.ts')).textVerbs,
  },
  noun('channels', async () => (await import('./commands/channels.ts')).channelVerbs),
  {
    name: 'schedule',
    summary: 'list, change, move and export the events of the schedule',
    load: async () => (await import('./commands/schedule.ts')).scheduleVerbs,
  },
  {
    name: 'publishing',
    summary: 'publish channels to tenants',
    load: async () => (await import('./commands/publishing.ts')).publishingVerbs,
  },
  noun('providers', async () => (await import('./commands/providers.ts')).providerVerbs),
  {
    name: 'tenants',
    summary: 'list, show, create, edit and delete tenants, and set up their sites and apps',
    load: async () => (await import('./commands/tenants.ts')).tenantVerbs,
  },
  noun('labels', async () => (await import('./commands/taxonomies.ts')).labelVerbs),
  noun('focus-areas', async () => (await import('./commands/taxonomies.ts')).focusAreaVerbs),
  noun('equipment', async () => (await import('./commands/taxonomies.ts')).equipmentVerbs),
  {
    name: 'members',
    summary: 'members of the tenant’s site: find, correct, turn off, import, hand in, erase',
    load: async () => (await import('./commands/members.ts')).memberVerbs,
  },
  {
    name: 'access',
    summary: 'explain whether a member may watch a title',
    load: async () => (await import('./commands/members.ts')).accessVerbs,
  },
  {
    name: 'reviews',
    summary: 'read what members wrote about titles',
    load: async () => (await import('./commands/reviews.ts')).reviewVerbs,
  },
  {
    name: 'favourites',
    summary: 'manage the favourites of a tenant',
    load: async () => (await import('./commands/favourites.ts')).favouriteVerbs,
  },
  {
    name: 'terms',
    summary: 'upload, list and download the terms of a tenant’s site',
    load: async () => (await import('./commands/terms.ts')).termsVerbs,
  },
  {
    name: 'site',
    summary: 'show and change the settings and links of a tenant’s site',
    load: async () => (await import('./commands/site.ts')).siteVerbs,
  },
  {
    name: 'api',
    summary: 'call any server endpoint',
    description:
      'Call an endpoint by name, such as titles.search, or list all of them. Prints JSON, or the bytes of a file.',
    load: async () => (await import('./commands/api.ts')).addApi,
  },
  {
    name: 'serve',
    summary: 'run the whole platform in one process',
    description:
      'Run the API, background workers and portal (where it is built or @kinora/portal is installed) in this process. Uses the same environment variables as the server; flags take precedence.',
    load: async () => (await import('./commands/serve.ts')).addServe,
  },
  {
    name: 'reports',
    summary: 'tenant uploads, content usage, billable users and content provider usage',
    load: async () => (await import('./commands/reports.ts')).reportVerbs,
  },
  {
    name: 'audit',
    summary: 'read the audit log: changes, sign-ins and refusals',
    load: async () => (await import('./commands/audit.ts')).auditVerbs,
  },
  {
    name: 'accounts',
    summary: 'create administrators and set lost passwords, on the server’s machine',
    description:
      'Works on the database of this machine: the data folder, or DATABASE_URL as kinora serve reads it. Nobody needs to be signed in. With the embedded database, stop Kinora first.',
    load: async () => (await import('./commands/accounts.ts')).accountVerbs,
  },
  {
    name: 'backup',
    summary: 'back up the platform of this machine while it runs; list, verify and prune backups',
    description:
      'Back up the platform of this machine: its database at one moment and every file, while it runs. Backups in one folder or bucket keep once what they share. Works on the data folder of this machine, or DATABASE_URL and KINORA_FILES, as kinora serve reads them. Nobody needs to be signed in.',
    load: async () => (await import('./commands/backup.ts')).addBackup,
  },
  {
    name: 'restore',
    summary: 'make a data folder of a backup',
    description:
      'Make a data folder of a backup. It appears whole or not at all; a run that was killed goes on where it was. With DATABASE_URL the rows go to that empty PostgreSQL database.',
    load: async () => (await import('./commands/backup.ts')).addRestore,
  },
  {
    name: 'move',
    summary: 'move the embedded database to PostgreSQL, and files to S3',
    description:
      'Move everything that the embedded database holds to an empty PostgreSQL database (--to), the files of the data folder to S3 (--files), or both. Stop Kinora first. Everything is read again in its new place and proven; until then nothing changes for the platform, and a run that was killed goes on. What was moved stays as it was.',
    load: async () => (await import('./commands/backup.ts')).addMove,
  },
  {
    name: 'migrate',
    summary: 'bring the database up to date with this version, before its server starts',
    description:
      'Bring the database up to date with this version. A server does the same at its start; one server does it, others wait. With the embedded database, stop Kinora first; with PostgreSQL the servers of the version before go on.',
    load: async () => (await import('./commands/backup.ts')).addMigrate,
  },
  {
    name: 'doctor',
    summary:
      'check server, versions, ffmpeg, disk, token; for administrators, files both ways and references',
    load: async () => (await import('./commands/doctor.ts')).addDoctor,
  },
  {
    name: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    description:
      'Print a completion script for commands, flags and values; tags and names are asked of the server while you type. For bash: source <(kinora completion bash)',
    load: async () => (await import('./commands/completion.ts')).addCompletion,
  },
  {
    name: 'man',
    summary: 'print a man page of all commands',
    load: async () => (await import('./commands/man.ts')).addMan,
  },
]

/** One command line from its arguments to its exit code. */
export const run = (world: World): Promise<number> =>
  runWith((program, session) => void addLazily(program, commands, session), world)

/** The whole tree of commands with their flags; docs/cli.md comes from it. */
export async function loadProgram(session: Session): Promise<Command> {
  const program = createRoot(session)
  const loadAll = addLazily(program, commands, session)
  await loadAll()
  return program
}
