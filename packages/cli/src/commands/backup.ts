import { isKinoraError, type KinoraError } from '@kinora/core'
import type { Progress, Snapshot } from '@kinora/server/platform'
import type { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { safe, say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, explain, usage } from '../kernel/exit.ts'
import { dataFlag } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, group } from '../kernel/lazy.ts'
import { createBar, toSize } from '../kernel/progress.ts'
import type { Session } from '../kernel/session.ts'

interface Flags {
  withoutFiles?: boolean
  to?: string
  data?: string
  snapshot?: string
  passphraseFile?: string
  withoutSecrets?: boolean
  keep?: string
  files?: string
}

const withData = (command: Command) =>
  command.option('--data <folder>', 'data folder (default: KINORA_DATA_DIR, else .kinora)')
const placeWords = 'folder of backups, or s3://bucket/prefix'
const withPassphrase = (command: Command) =>
  command.option(
    '--passphrase-file <file>',
    'file with the passphrase of the platform’s secrets (KINORA_BACKUP_PASSPHRASE)',
  )
const withSnapshot = (command: Command) =>
  command.option('--snapshot <id>', 'one of the backups, as kinora backup list names it')

/** Seals nothing with a passphrase that anybody guesses. */
const PASSPHRASE_MIN = 12

const shownFields = ['id', 'version', 'rows', 'files', 'missing', 'bytes', 'secrets']

/** A backup as it is listed. */
const toShown = ({ id, version, database, files, missing = [], secrets }: Snapshot) => ({
  id,
  version,
  rows: Object.values(database.facts.tables).reduce((sum, { rows }) => sum + rows, 0),
  files: files.count,
  missing: missing.length,
  bytes: files.total + database.bytes,
  secrets: secrets !== undefined,
})

const factsOf = ({ rows, files, bytes }: ReturnType<typeof toShown>): string =>
  say('{{rows}} rows, {{files}} files, {{size}}', { rows, files, size: toSize(bytes) })

/** The platform of this machine, while it runs (OPS-03). */
export const addBackup: FillCommand = (command, session, loadAll) => {
  withPassphrase(
    withData(
      command.option(
        '--to <place>',
        'where backups lie, a folder or s3://bucket/prefix; a new one adds what changed',
      ),
    ),
  )
    .option('--without-files', 'leave the files of titles out, where they lie in S3')
    .hook('preAction', printing(session, [...shownFields, 'added']))
    .action((flags: Flags) => back(session, flags))
  group([
    ['list', 'list the backups of a folder or bucket', addList],
    ['verify', 'read every byte of the backups in a folder or bucket again', addVerify],
    ['prune', 'remove all backups of a folder or bucket but the newest', addPrune],
  ])(command, session, loadAll)
  addExamples(command, [
    '--to /mnt/backups/kinora',
    '--to /mnt/backups/kinora --data /var/lib/kinora --passphrase-file /etc/kinora/passphrase',
    '--to s3://studio-backups/kinora --data /var/lib/kinora',
  ])
}

async function back(session: Session, flags: Flags): Promise<void> {
  const { print } = session
  const { to: given, withoutFiles } = flags
  if (given === undefined) throw usage('No place for the backup was given', 'kinora backup --to FOLDER')
  const to = await placeOf(session, given)
  const passphrase = await passphraseOf(session, flags)
  const { createBackup } = await server()
  const { snapshot, added } = await withBar(session, 'Backing up', async onProgress =>
    createBackup(await configOf(session, flags), {
      to,
      version: manifest.version,
      passphrase,
      withoutStore: withoutFiles,
      onProgress,
    }),
  )
  const shown = { ...toShown(snapshot), added }
  print.record(shown, [
    ['backup', shown.id],
    ['holds', factsOf(shown)],
    ['new', toSize(added)],
  ])
  if (!shown.secrets)
    print.warn(
      'The secrets of the platform aren’t in it: without them everybody signs in again after a restore, and customers’ keys, such as Stripe’s, can’t be read. Keep the files secret and secret.key of the data folder elsewhere, or set KINORA_BACKUP_PASSPHRASE.',
    )
  if (snapshot.store?.isIn === false)
    print.warn(
      safe`The files of titles lie in ${snapshot.store.name} and aren’t in it, as --without-files says. Turn versioning on there, so that what a restored database names can be brought back.`,
    )
  const { missing = [] } = snapshot
  if (missing.length === 0) return print.done(safe`Backed up to ${given}`)
  print.fail(missingWords(missing))
  session.code = exitCodes.partly
}

const NAMED = 20

/** What a backup lacks, and the way to a whole one. */
const missingWords = (missing: readonly string[]): string =>
  say(
    {
      one: '{{count}} file isn’t in it, since it changed or went each time that it was read: {{names}}. Back up again; what was copied is kept.',
      other:
        '{{count}} files aren’t in it, since they changed or went each time that they were read: {{names}}. Back up again; what was copied is kept.',
    },
    { count: missing.length, names: namesOf(missing) },
  )

/** What a restored backup lacked. */
const lackedWords = (missing: readonly string[]): string =>
  say(
    {
      one: '{{count}} file wasn’t in this backup: {{names}}. An older one may have it (kinora backup list).',
      other:
        '{{count}} files weren’t in this backup: {{names}}. An older one may have them (kinora backup list).',
    },
    { count: missing.length, names: namesOf(missing) },
  )

const namesOf = (missing: readonly string[]): string =>
  [...missing.slice(0, NAMED), ...(missing.length > NAMED ? ['…'] : [])].join(', ')

/** A folder, or a bucket with what opens it. */
const placeOf = async ({ world }: Session, text: string) => (await server()).toBackupPlace(text, world.env)

const addList: FillCommand = (command, session) => {
  command
    .argument('<place>', placeWords)
    .hook('preAction', printing(session, shownFields))
    .action(async (place: string) => {
      const { listBackups } = await server()
      session.print.table((await listBackups(await placeOf(session, place))).map(toShown), [
        { header: 'BACKUP', value: ({ id }) => id, look: 'accent' },
        { header: 'ROWS', value: ({ rows }) => String(rows) },
        { header: 'FILES', value: ({ files }) => String(files) },
        {
          header: 'MISSING',
          value: ({ missing }) => (missing === 0 ? '' : String(missing)),
          look: () => 'bad',
        },
        { header: 'SIZE', value: ({ bytes }) => toSize(bytes) },
        { header: 'SECRETS', value: ({ secrets }) => (secrets ? 'sealed' : 'not in it') },
        { header: 'KINORA', value: ({ version }) => version },
      ])
    })
  addExamples(command, ['/mnt/backups/kinora'])
}

const addVerify: FillCommand = (command, session) => {
  withSnapshot(command.argument('<place>', placeWords))
    .hook('preAction', printing(session, ['snapshot', 'path', 'problem']))
    .action(async (place: string, { snapshot }: Flags) => {
      const { verifyBackups } = await server()
      const from = await placeOf(session, place)
      const { snapshots, damages } = await withBar(session, 'Reading', onProgress =>
        verifyBackups(from, { snapshot, onProgress }),
      )
      session.print.table(damages, [
        { header: 'BACKUP', value: ({ snapshot }) => snapshot },
        { header: 'FILE', value: ({ path }) => path, flexible: true },
        { header: 'PROBLEM', value: ({ problem }) => problem, look: () => 'bad' },
      ])
      if (damages.length === 0)
        return session.print.done(
          say(
            {
              one: '{{count}} backup read: every byte is what was saved',
              other: '{{count}} backups read: every byte is what was saved',
            },
            { count: snapshots.length },
          ),
        )
      session.print.fail(
        'Take a new backup now: what is damaged is saved again where the platform still has it.',
      )
      session.code = exitCodes.failure
    })
  addExamples(command, ['/mnt/backups/kinora'])
}

const addPrune: FillCommand = (command, session) => {
  command
    .argument('<place>', placeWords)
    .option('--keep <n>', 'how many of the newest stay', '7')
    .hook('preAction', printing(session, shownFields))
    .action(async (place: string, { keep = '7' }: Flags) => {
      if (!/^[1-9]\d{0,3}$/.test(keep))
        throw usage(safe`--keep ${keep} is no number from 1 to 9999`, '--keep 7')
      const { pruneBackups } = await server()
      const { removed, bytes } = await pruneBackups(await placeOf(session, place), Number(keep))
      session.print.table(removed.map(toShown), [
        { header: 'REMOVED', value: ({ id }) => id },
        { header: 'SIZE', value: row => toSize(row.bytes) },
      ])
      session.print.done(
        say(
          {
            one: 'Removed {{count}} backup, {{size}} are free',
            other: 'Removed {{count}} backups, {{size}} are free',
          },
          { count: removed.length, size: toSize(bytes) },
        ),
      )
    })
  addExamples(command, ['/mnt/backups/kinora --keep 14'])
}

/** A data folder, and its database, of a backup (OPS-03). */
export const addRestore: FillCommand = (command, session) => {
  withPassphrase(withSnapshot(withData(command.argument('<place>', placeWords))))
    .option(
      '--without-secrets',
      'leave the secrets out: everybody signs in again, and customers’ keys are set anew',
    )
    .hook('preAction', printing(session, shownFields))
    .action(async (place: string, flags: Flags) => {
      const { snapshot, withoutSecrets } = flags
      const from = await placeOf(session, place)
      const config = await configOf(session, flags)
      const passphrase = await passphraseOf(session, flags)
      const { restoreBackup } = await server()
      const restored = await withBar(session, 'Restoring', onProgress =>
        restoreBackup(config, { from, snapshot, passphrase, withoutSecrets, onProgress }),
      ).catch((error: unknown) => {
        throw isSealed(error)
          ? explain('invalid', {
              what: error.detail ?? '',
              how: 'Name it: --passphrase-file FILE, or KINORA_BACKUP_PASSPHRASE. Lost it? --without-secrets',
            })
          : error
      })
      const shown = toShown(restored)
      session.print.record(shown, [
        ['backup', shown.id],
        ['holds', factsOf(shown)],
        ['folder', config.dataDir],
      ])
      const { store, missing = [] } = restored
      if (missing.length > 0) session.print.warn(lackedWords(missing))
      session.print.done(
        store?.isIn === false
          ? safe`Every row, and every file but those of titles, is what was saved: they lie in ${store.name}, which is another platform’s as long as that one runs. docs/files-in-s3.md says how to start on it, or on a copy of it.`
          : store !== undefined
            ? safe`Every row and file is what was saved; the files of titles, which lay in S3, are in the folder now. Start it without KINORA_FILES: kinora serve${dataFlag({ data: config.dataDir })}; or put them into a store first: kinora move --files s3://…`
            : safe`Every row and file is what was saved. Start it: kinora serve${dataFlag({ data: config.dataDir })}`,
      )
    })
  addExamples(command, [
    '/mnt/backups/kinora --data /var/lib/kinora',
    '/mnt/backups/kinora --data /var/lib/kinora --snapshot 2026-11-27T03-00-00.000Z',
    's3://studio-backups/kinora --data /var/lib/kinora',
  ])
}

const isSealed = (error: unknown): error is KinoraError => isKinoraError(error) && error.code === 'invalid'

/** From the embedded database to a PostgreSQL server, from the data folder to S3, or both (OPS-04). */
export const addMove: FillCommand = (command, session) => {
  withData(command)
    .option('--to <address>', 'empty PostgreSQL database: postgres://user@host/database')
    .option('--files <place>', 'S3 for the files: s3://bucket/prefix, opened by the AWS_… variables')
    .hook('preAction', printing(session, ['rows', 'tables', 'files', 'bytes', 'sent']))
    .action(async (flags: Flags) => {
      const isDatabase = /^postgres(ql)?:/.test(flags.to ?? '')
      if (!isDatabase && (flags.to !== undefined || flags.files === undefined))
        throw usage('No PostgreSQL database was given', 'kinora move --to postgres://user@host/database')
      const config = await configOf(session, flags)
      const { movePlatform } = await server()
      const { database, files } = await withBar(session, 'Moving files', onProgress =>
        movePlatform(config, {
          databaseUrl: flags.to,
          files: flags.files === undefined ? undefined : config.files,
          onProgress,
        }),
      )
      const tables = Object.values(database?.tables ?? {})
      const shown = {
        ...(database && { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length }),
        ...(files && { files: files.count, bytes: files.bytes, sent: files.sent }),
      }
      session.print.record(shown, [
        ...(database
          ? [
              [
                'rows',
                say('{{rows}} rows of {{tables}} tables', { rows: shown.rows!, tables: shown.tables! }),
              ] as const,
            ]
          : []),
        ...(files
          ? [
              [
                'files',
                say('{{files}} files, {{size}}, {{sent}} of it sent now', {
                  files: files.count,
                  size: toSize(files.bytes),
                  sent: toSize(files.sent),
                }),
              ] as const,
            ]
          : []),
      ])
      session.print.done(nextOf(database !== undefined, files?.place))
    })
  addExamples(command, [
    '--data /var/lib/kinora --to postgres://kinora@db.example/kinora',
    '--data /var/lib/kinora --files s3://studio-media/kinora',
    '--data /var/lib/kinora --to postgres://kinora@db.example/kinora --files s3://studio-media/kinora',
  ])
}

/** What was proven, and how to start. */
function nextOf(hasRows: boolean, place: string | undefined): string {
  const files = place?.replace(/\/$/, '')
  if (files === undefined)
    return 'Every row was read again and is the same. Start Kinora with DATABASE_URL and the same data folder, which keeps the files; the embedded database in it is as it was.'
  return hasRows
    ? safe`Every row and every file was read again and is the same. Start Kinora with DATABASE_URL, KINORA_FILES=${files} and the same data folder; what was moved is in it as it was.`
    : safe`Every file was read again and is the same. Start Kinora with KINORA_FILES=${files} and the same data folder; the files in it are as they were.`
}

/** The tables of this program, before its server starts (OPS-07). */
export const addMigrate: FillCommand = (command, session) => {
  withData(command)
    .hook('preAction', printing(session, ['ran']))
    .action(async (flags: Flags) => {
      const { migrateDatabase } = await server()
      const ran = await migrateDatabase(await configOf(session, flags))
      session.print.table(
        ran.map(name => ({ ran: name })),
        [{ header: 'RAN', value: ({ ran: name }) => name }],
      )
      session.print.done(
        ran.length === 0
          ? 'The database is up to date'
          : say({ one: 'Ran {{count}} migration', other: 'Ran {{count}} migrations' }, { count: ran.length }),
      )
    })
  addExamples(command, ['', '--data /var/lib/kinora'])
}

/** The server is loaded only here. */
const server = () => import('@kinora/server/platform')

async function configOf({ world }: Session, { data, files }: Flags) {
  const { readConfig } = await server()
  return readConfig({
    ...world.env,
    ...(data !== undefined && { KINORA_DATA_DIR: data }),
    ...(files !== undefined && { KINORA_FILES: files }),
  })
}

async function passphraseOf({ world }: Session, { passphraseFile }: Flags): Promise<string | undefined> {
  const given =
    passphraseFile === undefined
      ? world.env.KINORA_BACKUP_PASSPHRASE || undefined
      : (await world.files.text(passphraseFile)).split(/\r?\n/)[0]
  if (given !== undefined && given.length < PASSPHRASE_MIN)
    throw usage(safe`The passphrase is shorter than ${PASSPHRASE_MIN} characters`, 'Choose a longer one.')
  return given
}

/** A bar of bytes, which begins once it is known how many there are. */
async function withBar<T>(
  session: Session,
  label: string,
  work: (onProgress: Progress) => Promise<T>,
): Promise<T> {
  let bar: ReturnType<typeof createBar> | undefined
  try {
    return await work((done, total) => {
      bar ??= createBar(session, { label, total, unit: 'bytes' })
      void bar.then(({ update }) => update(done))
    })
  } finally {
    ;(await bar)?.end()
  }
}
