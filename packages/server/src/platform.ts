import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createMessages, en, isKinoraError, KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { createAddresses } from './adapters/addresses-http.ts'
import { createAppStore } from './adapters/app-store.ts'
import { answerFolder } from './adapters/backup/source.ts'
import { type Config, readConfig } from './adapters/config.ts'
import { openDatabase } from './adapters/database/open.ts'
import { openFileStore, ownFileStore } from './adapters/file-store.ts'
import { copyDemoFiles } from './adapters/file-store-folder.ts'
import { makeFolder } from './adapters/files.ts'
import { createFolderFiles } from './adapters/files-folder.ts'
import { openBlobs } from './adapters/files-place.ts'
import { lockFolder, readUnprovenLock, takeOwnership, withFencing } from './adapters/folder-lock.ts'
import { createPgBossJobs } from './adapters/jobs-pgboss.ts'
import { createJwPlayer } from './adapters/jwplayer.ts'
import { listen } from './adapters/listen.ts'
import { createLocks } from './adapters/locks.ts'
import { createPinoLog } from './adapters/log-pino.ts'
import { createOutboxMail, createSmtpMail } from './adapters/mail/outbox.ts'
import { absentMedia } from './adapters/media-absent.ts'
import { createFfmpegMedia } from './adapters/media-ffmpeg/index.ts'
import { createClientOf, networks } from './adapters/networks.ts'
import { createOidc } from './adapters/oidc/index.ts'
import { readSettings } from './adapters/oidc/settings.ts'
import { createStripePayments } from './adapters/payments-stripe.ts'
import { createProbe } from './adapters/probe/index.ts'
import { createRateLimits } from './adapters/rate-limits.ts'
import { assertMedia, assertShared, endingOf, refuseAtWorker } from './adapters/roles.ts'
import { createRtmpIngest } from './adapters/rtmp/index.ts'
import {
  createArgon2Passwords,
  createSecrets,
  mediaSecretOf,
  readSecret,
  readSecretKey,
} from './adapters/secrets.ts'
import { assertSharedSecrets, hasFingerprints } from './adapters/shared-secrets.ts'
import { createSpreadsheets } from './adapters/spreadsheet/index.ts'
import { openTelemetry, type Telemetry } from './adapters/telemetry/index.ts'
import { createBroadcasts } from './broadcasts/index.ts'
import type { Deps, Settings } from './deps.ts'
import { createEventFeed } from './event-log/index.ts'
import { migrate } from './kernel/db/migrate.ts'
import { readMigrations } from './migrations.ts'
import type { BlobPort } from './ports/blobs.ts'
import { toDiskFull } from './ports/db.ts'
import type { FilesPort } from './ports/files.ts'
import type { IdentityPort } from './ports/identity.ts'
import type { IngestPort } from './ports/ingest.ts'
import { type Log, systemClock } from './ports/runtime.ts'
import type { MailPort } from './ports/services.ts'
import { assertNotPublic, DEMO_PASSWORD, type DemoAccount, demoAccountsWith } from './seed/accounts.ts'
import { demoStoreFiles } from './seed/batches.ts'
import { runDemoMedia, seed } from './seed/index.ts'
import { createServer, type Server } from './server.ts'
import { createNames } from './titles/index.ts'
import { startWorkers } from './workers.ts'

export { type Backup, type BackupOptions, createBackup, type Progress } from './adapters/backup/create.ts'
export { type Moved, type MoveOptions, movePlatform } from './adapters/backup/move.ts'
export {
  type Damage,
  listBackups,
  pruneBackups,
  type RestoreOptions,
  restoreBackup,
  verifyBackups,
} from './adapters/backup/restore.ts'
export type { Snapshot } from './adapters/backup/snapshots.ts'
export { toBackupPlace } from './adapters/blobs-s3/settings.ts'
export { type Config, readConfig } from './adapters/config.ts'

export { type LocalAccounts, migrateDatabase, openAccounts } from './platform-accounts.ts'

export interface Platform {
  url: string
  app: Server
  deps: Deps
  /** What a person should know at the start but need not act on now. */
  notes: readonly string[]
  /** Demo accounts that the configured demo password opens. */
  demo: { accounts: readonly DemoAccount[]; password: string }
  /** Finishes the write in hand, hands jobs back and stops. */
  close(): Promise<void>
  /** Milliseconds that it takes at most. */
  deadline: number
}

/** Milliseconds in which work in the background ends or is handed back, and all else is closed. */
const HANDING_OVER = 5000

/** Seconds of a segment of live streams, as of stored ones. */
const LIVE_SEGMENT = 4

/**
 * The whole platform in this process: API, background work and portal (PKG-02). What was opened is closed again if the
 * start fails. `adapt` may wrap the ports that the configuration chose.
 */
export async function startPlatform(
  given: Partial<Config> = {},
  adapt: (deps: Deps) => Deps = deps => deps,
): Promise<Platform> {
  const config: Config = { ...readConfig({}), ...given }
  assertShared(config)
  const ending = endingOf(config)
  const web = await listen(config)
  const taking = await openIngest(config).catch(async (error: unknown) => {
    await web.close(0)
    throw error
  })
  const opened = createOpened()
  let endStreams = async (): Promise<void> => undefined
  const stop = async (drain: number) => {
    web.drain()
    await sleep(drain * 1000)
    // They would go on for as long as others are given to end.
    await endStreams()
    await web.close(ending.grace * 1000)
    await opened.close()
  }
  opened.add(async () => taking.ingest?.close())
  try {
    const seen = await openTelemetry(config)
    opened.add(seen.close)
    const { metrics, traces } = seen
    const deps = adapt(await openDeps(config, { opened, url: web.url, ingestUrl: taking.ingest?.url, seen }))
    seen.observeQueues(deps.jobs)
    endStreams = () => deps.feed.close()
    const password = config.demoPassword ?? DEMO_PASSWORD
    await assertNotPublic(deps, { host: config.host, password })
    const demo = fileURLToPath(new URL('../assets/demo', import.meta.url))
    const assets = createFolderFiles(demo)
    const isNew = await alone(deps, () => seed(deps, { empty: config.empty, password, assets }))
    if (isNew && !config.empty && config.fileStore === undefined)
      await copyDemoFiles({ from: demo, store: ownFileStore(config) }, demoStoreFiles)
    const portal = findPortal(config)
    const app = createServer(deps, { ...optionsOf(config, portal), metrics, traces })
    const takesStreams = taking.ingest !== undefined || config.role === 'all'
    await startWorkers(deps, app, { encoders: config.encoders, takesStreams })
    if (taking.ingest !== undefined) opened.add(acceptSenders(deps, taking.ingest))
    if (config.demoClips && config.role !== 'web') opened.add(runDemoMedia(deps, assets))
    const dataDir = resolve(config.dataDir)
    const ofFolder = answerFolder({ db: deps.db, dataDir, secret: deps.settings.secret })
    web.answer(
      async (request, env) =>
        (await ofFolder(request)) ?? refuseAtWorker(config, request) ?? app.fetch(request, env),
    )
    const notes = [...notesOn(deps, portal), ...taking.notes]
    return {
      url: web.url,
      app,
      deps,
      notes,
      demo: { accounts: await demoAccountsWith(deps, password), password },
      close: () => stop(ending.drain),
      deadline: (ending.drain + ending.grace) * 1000 + HANDING_OVER,
    }
  } catch (error) {
    await stop(0)
    throw toDiskFull(error)
  }
}

/** Of several servers that start on a new database one does the work, and the others find it done. */
function alone<T>({ db, settings }: Deps, work: () => Promise<T>): Promise<T> {
  if (!settings.isDatabaseElsewhere) return work()
  return db.transaction(async tx => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    await tx.execute(sql`SELECT pg_advisory_xact_lock(5466722)`)
    return work()
  })
}

function optionsOf({ metricsToken, trustedProxies }: Config, portal: FilesPort | undefined) {
  const who = createClientOf(trustedProxies)
  const clientOf = ({ env, req }: HonoContext) => who({ env, header: name => req.header(name) })
  return { metricsToken, portal, clientOf }
}

interface Opened {
  /** Remembers how to close what was opened last. */
  add(close: () => Promise<void>): void
  /** Closes in the opposite order; one that fails doesn't keep the others open. */
  close(): Promise<void>
}

function createOpened(): Opened {
  const closers: (() => Promise<void>)[] = []
  return {
    add: close => closers.push(close),
    async close() {
      const failures: unknown[] = []
      for (const close of closers.splice(0).reverse()) await close().catch(error => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** The port of RTMP, which senders use that name none. */
const RTMP_PORT = 1935

/** One that was named must be free; that the usual one is taken stops no start. A platform on any port takes any for this as well. */
async function openIngest({ role, host, port, rtmpPort, publicUrl, trustedProxies }: Config): Promise<{
  ingest?: IngestPort
  notes: string[]
}> {
  // A stream belongs to the server that takes it, so that of several one is named.
  if (rtmpPort === 'off' || (rtmpPort === undefined && role !== 'all')) return { notes: [] }
  const shownHost = publicUrl && new URL(publicUrl).hostname
  const open = (wanted: number) => createRtmpIngest({ host, port: wanted, shownHost, trustedProxies })
  if (rtmpPort !== undefined) return { ingest: await open(rtmpPort), notes: [] }
  try {
    return { ingest: await open(port === 0 ? 0 : RTMP_PORT), notes: [] }
  } catch (error) {
    if (!isKinoraError(error)) throw error
    return { notes: [createMessages(en).error(error)] }
  }
}

/** From now on senders are taken; the function given back ends those that send, while everything else is still open. */
function acceptSenders(deps: Deps, ingest: IngestPort): () => Promise<void> {
  const broadcasts = createBroadcasts(deps)
  ingest.accept(sender => broadcasts.accept(sender))
  return ingest.close
}

interface Opening {
  opened: Opened
  url: string
  ingestUrl: string | undefined
  seen: Telemetry
}

async function openDeps(config: Config, { opened, url, ingestUrl, seen }: Opening): Promise<Deps> {
  const dataDir = resolve(config.dataDir)
  await makeFolder(dataDir, 0o700)
  const lock = await lockFolder(dataDir, url)
  opened.add(lock.release)
  const log = createPinoLog(config.logLevel)
  const unproven = await readUnprovenLock(dataDir)
  if (unproven !== undefined) log.warn({ dataDir }, unproven)
  const database = await openDatabase(config, dataDir, error =>
    log.warn({ err: error }, 'database connection'),
  )
  opened.add(database.close)
  const secret =
    config.secret === undefined ? await readSecret(dataDir) : new TextEncoder().encode(config.secret)
  const secretKey =
    config.secretKey === undefined ? await readSecretKey(dataDir) : new TextEncoder().encode(config.secretKey)
  const shareSecrets = async () => {
    // Of a CDN, given or derived; a store signs by its own keys.
    const media = toMedia(config, secret)
    const ofCdn = typeof media === 'object' && { KINORA_MEDIA_SECRET: media.secret }
    const secrets = { KINORA_SECRET: secret, KINORA_SECRET_KEY: secretKey, ...ofCdn }
    if (database.kind === 'postgres')
      await assertSharedSecrets(database.db, secrets, { isChanged: config.secretChanged, log })
  }
  // A server that doesn't belong to it changes nothing of a database, its tables least of all.
  const isShared = await hasFingerprints(database.db)
  if (isShared) await shareSecrets()
  await migrate(database, await readMigrations())
  if (!isShared) await shareSecrets()
  const epoch = await takeOwnership(database.db, lock)
  const stored = await openBlobs(config, { db: database.db, dataDir, log })
  opened.add(async () => stored.close())
  const laid = await openFileStore(config, log)
  opened.add(async () => laid.close())
  const jobs = await createPgBossJobs(database, log, {
    works: config.role !== 'web',
    onTry: seen.metrics.job,
  })
  opened.add(jobs.stop)
  const probe = createProbe()
  opened.add(probe.close)
  const media =
    (await createFfmpegMedia(config.ffmpeg, { measure: probe.measure, niceness: config.encoderNiceness })) ??
    absentMedia
  assertMedia(config, media)
  const fenced = withFencing(jobs, { db: database.db, lock, epoch, log })
  return {
    db: database.db,
    blobs: stored.blobs,
    ...seen.withTraces({ jobs: fenced, media }),
    names: createNames(database.db),
    feed: createEventFeed({ db: database.db, clock: systemClock, log }),
    locks: createLocks(),
    probe,
    spreadsheets: createSpreadsheets(),
    mail: openMail(config, dataDir),
    fileStore: laid.fileStore,
    passwords: createArgon2Passwords(),
    identityProviders: await openIdentityProviders(config, { baseUrl: config.publicUrl ?? url, log }),
    secrets: createSecrets(secretKey),
    addresses: createAddresses(config.urlCheckNetworks),
    networks,
    payments: createStripePayments(config.stripeUrl),
    appStore: createAppStore(),
    videoHost: createJwPlayer(config.jwPlayerUrl),
    limits: createRateLimits(secret, database.kind === 'postgres' ? database.pool : undefined),
    clock: systemClock,
    log,
    settings: await toSettings(config, {
      secret,
      blobs: stored.blobs,
      ingestUrl: config.rtmpUrl ?? ingestUrl,
      isDatabaseElsewhere: database.kind === 'postgres',
    }),
  }
}

/** What is set, and what follows from what was opened. */
async function toSettings(
  config: Config,
  { blobs, ...opened }: Pick<Settings, 'secret' | 'ingestUrl' | 'isDatabaseElsewhere'> & { blobs: BlobPort },
): Promise<Settings> {
  const { accessTokenLifetime, refreshTokenLifetime, playbackLifetime, forcedSignOut, quotas } = config
  const { origins, productName, helpUrl, supportUrl, siteUrl, publicUrl, keyMode } = config
  const rules = { accessTokenLifetime, refreshTokenLifetime, playbackLifetime, forcedSignOut, quotas }
  const names = { origins, productName, helpUrl, supportUrl, siteUrl, publicUrl, keyMode }
  return {
    ...opened,
    ...rules,
    ...names,
    media: toMedia(config, opened.secret),
    mediaOrigin: await mediaOriginOf(config, blobs),
    liveSegment: LIVE_SEGMENT,
    isSsoOnly: config.oidcOnly,
    version: await readVersion(),
  }
}

/** OPS-08. Throws `invalid` where the store is named and there is none. */
function toMedia({ mediaUrl, mediaSecret, files }: Config, secret: Uint8Array): Settings['media'] {
  if (mediaUrl === 'store' && files === undefined)
    throw new KinoraError('invalid', {
      detail:
        'KINORA_MEDIA_URL=store needs a store: set KINORA_FILES, or leave KINORA_MEDIA_URL away (docs/streams.md).',
    })
  if (mediaUrl === undefined || mediaUrl === 'store') return mediaUrl
  const own = mediaSecret === undefined ? mediaSecretOf(secret) : new TextEncoder().encode(mediaSecret)
  return { url: mediaUrl, secret: own }
}

/** Where players find the bytes that don’t come from here. */
async function mediaOriginOf({ mediaUrl }: Config, { addressOf }: BlobPort): Promise<string | undefined> {
  if (mediaUrl === undefined) return undefined
  const address = mediaUrl === 'store' ? await addressOf?.('streams', { from: 0, until: 60 }) : mediaUrl
  return address && new URL(address).origin
}

/** KEY-05: those that are set up, each by its id once. Passwords can’t be off where there is none. */
async function openIdentityProviders(
  { oidc, oidcFile, oidcOnly }: Config,
  { baseUrl, log }: { baseUrl: string; log: Log },
): Promise<IdentityPort[]> {
  const ofFile = oidcFile === undefined ? [] : await readSettings(oidcFile)
  if (oidc !== undefined && ofFile.length > 0)
    throw new KinoraError('invalid', { detail: 'Set KINORA_OIDC_FILE or KINORA_OIDC_ISSUER, not both.' })
  const all = oidc === undefined ? ofFile : [oidc]
  if (oidcOnly && all.length === 0)
    throw new KinoraError('invalid', {
      detail:
        'KINORA_OIDC_ONLY is on, but no identity provider is set up: set KINORA_OIDC_ISSUER or KINORA_OIDC_FILE.',
    })
  return all.map(settings => createOidc({ settings, baseUrl, log }))
}

function openMail({ smtpUrl, mailFrom: from }: Config, dataDir: string): MailPort {
  return smtpUrl === undefined
    ? createOutboxMail({ folder: join(dataDir, 'outbox'), from })
    : createSmtpMail({ url: smtpUrl, from })
}

function findPortal({ portalDir }: Config): FilesPort | undefined {
  const folder = portalDir ?? fileURLToPath(new URL('../../portal/dist', import.meta.url))
  return existsSync(join(folder, 'index.html')) ? createFolderFiles(folder) : undefined
}

const noPortal =
  'There is no portal here, so only the API answers. In a checkout npm run build makes it; elsewhere install @kinora/portal, or set KINORA_PORTAL_DIR.'

const noFfmpeg =
  'No ffmpeg 5.1 or newer with libx264 and zscale was found: uploads are kept, and titles wait. Install it (on Debian: sudo apt-get install -y ffmpeg) or set KINORA_FFMPEG, then start again.'

function notesOn({ media }: Deps, portal: FilesPort | undefined): string[] {
  return [...(portal === undefined ? [noPortal] : []), ...(media.isAbsent ? [noFfmpeg] : [])]
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
