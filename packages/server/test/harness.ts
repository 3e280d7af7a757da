import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Api,
  type ClientOptions,
  contract,
  createApi,
  createSend,
  type KinoraContract,
  type Tokens,
  type User,
} from '@kinora/core'
import { createAddresses } from '../src/adapters/addresses-http.ts'
import { createAppStore } from '../src/adapters/app-store.ts'
import { createFileBlobs } from '../src/adapters/blobs-fs/index.ts'
import { createFolderFileStore } from '../src/adapters/file-store-folder.ts'
import { createPgBossJobs } from '../src/adapters/jobs-pgboss.ts'
import { createJwPlayer } from '../src/adapters/jwplayer.ts'
import { createLocks } from '../src/adapters/locks.ts'
import { createOutboxMail } from '../src/adapters/mail/outbox.ts'
import { absentMedia } from '../src/adapters/media-absent.ts'
import { networks } from '../src/adapters/networks.ts'
import { createStripePayments } from '../src/adapters/payments-stripe.ts'
import { createProbe } from '../src/adapters/probe/index.ts'
import { createRateLimits } from '../src/adapters/rate-limits.ts'
import { createSpreadsheets } from '../src/adapters/spreadsheet/index.ts'
import type { Deps, Settings } from '../src/deps.ts'
import { createEventFeed } from '../src/event-log/index.ts'
import type { BlobPort } from '../src/ports/blobs.ts'
import type { FileStorePort } from '../src/ports/file-store.ts'
import type { IdentityPort } from '../src/ports/identity.ts'
import type { MediaPort } from '../src/ports/media.ts'
import type { ProbePort } from '../src/ports/probe.ts'
import type { JobsPort } from '../src/ports/runtime.ts'
import { type Clock, type Log, silentLog, systemClock } from '../src/ports/runtime.ts'
import { DEMO_PASSWORD, type DemoAccountName, demoAccounts } from '../src/seed/accounts.ts'
import { type CreateServerOptions, createServer, type Server } from '../src/server.ts'
import { createNames } from '../src/titles/index.ts'
import { testPasswords, testSecrets } from './content.ts'
import { openTestPglite, openTestPostgres, type TestDatabase } from './database.ts'

export interface TestServerOptions extends CreateServerOptions {
  /** Where the media of bulk uploads lie, instead of in a folder. */
  fileStore?: FileStorePort
  db?: 'pglite' | 'postgres'
  clock?: Clock
  log?: Log
  /** The real one where a test is about media; without it every step fails. */
  media?: MediaPort
  probe?: ProbePort
  /** Files lie in a folder unless they are opened otherwise. */
  blobs?: (folder: string) => Promise<BlobPort>
  settings?: Partial<Settings>
  /** A stand-in for Stripe; without one it can't be reached. */
  stripeUrl?: string
  /** The same for JW Player. */
  jwPlayerUrl?: string
  identityProviders?: readonly IdentityPort[]
  /** The root that signs for the App Store instead of Apple’s; base64 DER. */
  appleRoot?: string
  /** Networks of one's own that addresses may lead into; none unless given. */
  networks?: readonly string[]
  /** Leaves the database without any row. */
  unseeded?: boolean
}

interface ApiOptions {
  /** The tenant that customer support has chosen. */
  tenantId?: string
  client?: ClientOptions['client']
}

export interface TestServer {
  app: Server
  deps: Deps
  database: TestDatabase
  /** Where blobs, file store and outbox are. */
  folder: string
  /** The client of the product, signed in as one of the demo accounts. */
  api(account?: DemoAccountName, options?: ApiOptions): Api<KinoraContract>
  signIn(account: DemoAccountName): Promise<Required<Tokens> & { user: User }>
  close(): Promise<void>
}

/** A clock that stands still until it is told to move. */
export function createTestClock(
  start = '2026-11-20T09:00:00.000Z',
): Clock & { forward(seconds: number): void } {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    forward(seconds) {
      now += seconds * 1000
    },
  }
}

/** The whole server in this process, on a database with the demo's organisations, catalogue and accounts. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const open = options.db === 'postgres' ? openTestPostgres : openTestPglite
  const database = await open(options.unseeded === true ? 'migrated' : 'seeded')
  const folder = await mkdtemp(join(tmpdir(), 'kinora-test-'))
  const deps = await createTestDeps(database, folder, options)
  const app = createServer(deps, options)
  return {
    app,
    deps,
    database,
    folder,
    ...createClients(app),
    async close() {
      await deps.feed.close()
      await deps.jobs.stop()
      await deps.probe.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Pictures that titles of the tests show: a cover is one that is stored. */
export const samplePictures = ['images/cover.jpg', 'images/mine.jpg', 'images/x.jpg']

async function openTestBlobs(
  folder: string,
  open: TestServerOptions['blobs'] = createFileBlobs,
): Promise<BlobPort> {
  const blobs = await open(join(folder, 'blobs'))
  for (const key of samplePictures) await blobs.put(key, new Uint8Array(1))
  return blobs
}

async function createTestDeps(
  database: TestDatabase,
  folder: string,
  options: TestServerOptions,
): Promise<Deps> {
  const log = options.log ?? silentLog
  return {
    db: database.db,
    blobs: await openTestBlobs(folder, options.blobs),
    jobs: createLateJobs(() => createPgBossJobs(database, log, { pollSeconds: 0.5 })),
    names: createNames(database.db),
    feed: createEventFeed({ db: database.db, clock: options.clock ?? systemClock, log }),
    locks: createLocks(),
    media: options.media ?? absentMedia,
    probe: options.probe ?? createProbe(),
    spreadsheets: createSpreadsheets(),
    mail: createOutboxMail({ folder: join(folder, 'outbox'), from: 'portal@kinora.example' }),
    fileStore: options.fileStore ?? (await openTestStore(folder)),
    passwords: testPasswords,
    identityProviders: options.identityProviders ?? [],
    secrets: testSecrets,
    addresses: createAddresses(options.networks ?? []),
    networks,
    payments: createStripePayments(options.stripeUrl ?? 'http://127.0.0.1:9'),
    appStore: createAppStore(options.appleRoot),
    videoHost: createJwPlayer(options.jwPlayerUrl ?? 'http://127.0.0.1:9'),
    limits: createRateLimits(new Uint8Array(32)),
    clock: options.clock ?? systemClock,
    log,
    settings: {
      secret: new Uint8Array(32).fill(7),
      accessTokenLifetime: 86_400,
      // A sign-in lasts as long as its tokens do.
      refreshTokenLifetime: Math.max(30 * 86_400, options.settings?.accessTokenLifetime ?? 0),
      playbackLifetime: 3600,
      version: '1.12.0',
      productName: 'Kinora',
      forcedSignOut: false,
      liveSegment: 4,
      quotas: { titles: null, bytes: null, openUploads: 1000, images: 1000 },
      ...options.settings,
    },
  }
}

async function openTestStore(folder: string) {
  await mkdir(join(folder, 'file-store'))
  return createFolderFileStore(join(folder, 'file-store'))
}

function createClients(app: Server): Pick<TestServer, 'api' | 'signIn'> {
  const request = (async (url: string, init?: RequestInit) => app.request(url, init)) as typeof fetch
  const connect = (tokens: () => Promise<Tokens | undefined>, { tenantId, client }: ApiOptions = {}) => {
    const headers = (): Record<string, string> => (tenantId === undefined ? {} : { tenantId })
    const store = { get: tokens, set: () => undefined, clear: () => undefined }
    return createApi(
      contract,
      createSend({
        baseUrl: '',
        fetch: request,
        tokens: store,
        headers,
        timeout: 0,
        ...(client && { client }),
      }),
    )
  }
  const nobody = connect(async () => undefined)
  const signIn = (account: DemoAccountName) =>
    nobody.session.login({ email: demoAccounts[account].email, password: DEMO_PASSWORD })
  return {
    signIn,
    api(account, options) {
      if (account === undefined) return nobody
      let tokens: Promise<Tokens> | undefined
      const once = () => {
        tokens ??= signIn(account)
        return tokens
      }
      return connect(once, options)
    },
  }
}

/** The job queue costs a moment, which tests without background work needn't spend. */
function createLateJobs(start: () => Promise<JobsPort>): JobsPort {
  let started: Promise<JobsPort> | undefined
  const jobs = () => {
    started ??= start()
    return started
  }
  return {
    enqueue: async (...all) => (await jobs()).enqueue(...all),
    work: async (...all) => (await jobs()).work(...all),
    state: async () => (await jobs()).state(),
    stop: async () => (await started)?.stop(),
  }
}

export { databases } from './database.ts'
