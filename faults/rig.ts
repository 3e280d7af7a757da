import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Api, CHUNK_SIZE, contract, createApi, createSend, type KinoraContract } from '@kinora/core'
import { startStandby } from '../packages/server/test/cluster.ts'
import { startDatabaseProxy } from '../packages/server/test/haproxy.ts'
import { makeClip } from '../packages/server/test/media/clips.ts'
import { startPostgres, type TestCluster } from '../packages/server/test/postgres.ts'
import { type CommandRun, type Outcome, type ServerChild, startCommand, startServer } from './processes.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import type { Random } from './random.ts'
import { startServers } from './servers.ts'

export const password = 'Kinora-demo-1'
export const account = 'tenant@demo.kinora.test'

/** A playable file of several chunks with random content of its own. */
export interface Media {
  path: string
  name: string
  size: number
  chunks: number
  sha256: string
  /** What the platform must store as the file's digest. */
  digest: string
}

/** What holds the rows; `servers` is PostgreSQL under several servers, with files in an S3 store (OPS-06). */
export const databases = ['pglite', 'postgres', 'servers'] as const
export type DatabaseKind = (typeof databases)[number]
export const roles = ['video', 'trailer'] as const
export type UploadRole = (typeof roles)[number]

/** Server, proxy and a signed-in command line, for a row of cases. */
export interface Rig {
  folder: string
  random: Random
  server: ServerChild
  proxy: FaultProxy
  api: Api<KinoraContract>
  /** The same for another account of the demo; at the proxy where `at` is that. */
  apiOf(email: string, at?: { url: string }): Api<KinoraContract>
  /** The address of its database, where that is PostgreSQL. */
  databaseUrl: string | undefined
  /** The PostgreSQL server, where the rig has one. */
  cluster: TestCluster | undefined
  /** kill -9 of the primary, for good, and the promotion of its standby a moment later, where the rig has one. */
  failOver: (() => Promise<void>) | undefined
  /** What cases upload that leave it open. */
  role: UploadRole
  media(chunks: number): Promise<Media>
  /** `kinora` through the proxy. */
  command(args: readonly string[], env?: Record<string, string>, stdin?: string): CommandRun
  signIn(): Promise<void>
  /** Kills the server and starts it again, and leads the proxy to it; of several servers one and the worker, where no settings change. */
  restart(env?: Record<string, string>): Promise<void>
  original(tag: string): Promise<string>
  /** Digests of the files in the store that were sent for a title. */
  stored(tag: string): Promise<string[]>
  /** The same of all titles at once, by tag. */
  storedFiles(): Promise<Map<string, string[]>>
  close(): Promise<void>
}

export interface RigOptions {
  random: Random
  /** Made ready before the server starts, for example as a small disk of its own. */
  prepare?(folder: string): void
  env?: Record<string, string>
  /** PGlite unless set. */
  database?: DatabaseKind
  /** PostgreSQL has a standby, and HAProxy in front of both. */
  hasStandby?: boolean
  /** Videos unless set. */
  role?: UploadRole
  /** What is started instead of the server's own main, for example with fault points. */
  entry?: string
}

/** What is confirmed must be on the disk, unlike in tests; a killed process loses no more than that. */
const durable = '-c synchronous_commit=on'

export async function openRig(options: RigOptions): Promise<Rig> {
  const { random, prepare, env = {}, entry, database = 'pglite', role = 'video' } = options
  const folder = mkdtempSync(join(tmpdir(), 'kinora-faults-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  prepare?.(folder)
  const cluster = database === 'pglite' ? undefined : await startPostgres(durable)
  const databaseUrl = await cluster?.createDatabase()
  const pair = cluster && options.hasStandby ? await startPair(cluster) : undefined
  const place: Record<string, string> =
    databaseUrl === undefined ? {} : { DATABASE_URL: pair?.at(databaseUrl) ?? databaseUrl }
  const settings = { KINORA_DEMO_PASSWORD: password, ...place, ...env }
  const servers = database === 'servers' ? await startServers(folder, settings) : undefined
  const server = servers ?? (await startServer(dataDir, settings, entry))
  const files = servers?.files ?? (prefix => filesOf(join(dataDir, 'blobs'), prefix))
  const proxy = await startProxy(server.url)
  const direct = createDirect(server)
  let count = 0
  const command = (args: readonly string[], more: Record<string, string> = {}, stdin = '') =>
    startCommand(args, { KINORA_CONFIG_DIR: join(folder, 'home'), KINORA_URL: proxy.url, ...more }, stdin)
  const rig: Rig = {
    folder,
    random,
    server,
    proxy,
    api: direct.api,
    apiOf: (email, at = server) => createDirect(at, email).api,
    databaseUrl: place.DATABASE_URL,
    cluster,
    failOver:
      pair &&
      (async () => {
        await cluster?.kill()
        await wait(random.between(0, 1500))
        await pair.standby.promote()
      }),
    role,
    media: chunks => makeMedia(join(folder, `media-${++count}.mp4`), chunks, random),
    command,
    async signIn() {
      const { code, stderr } = await command(['login', '--email', account, '--password-stdin'], {}, password)
        .done
      if (code !== 0) throw new Error(`sign-in failed: ${stderr}`)
    },
    async restart(more) {
      if (more === undefined && (await servers?.killOne())) return
      await Promise.all([server.kill(), proxy.gone()])
      await server.start(more)
      await proxy.back(server.url)
    },
    async original(tag) {
      const headers = { authorization: `Bearer ${await direct.token()}` }
      const response = await fetch(`${server.url}/media/raw/${tag}`, { headers })
      if (!response.ok) throw new Error(`the original of ${tag} answers ${response.status}`)
      const hash = createHash('sha256')
      for await (const piece of response.body!) hash.update(piece)
      return hash.digest('hex')
    },
    stored: tag => digestsBelow(files(`objects/uploads/${tag}/`)).then(found => found.get(tag) ?? []),
    storedFiles: () => digestsBelow(files('objects/uploads/')),
    async close() {
      await proxy.close()
      await server.kill()
      await servers?.close()
      await pair?.stop()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await rig.signIn()
  return rig
}

/** A standby of a server, and one address for both. */
async function startPair(primary: TestCluster) {
  const standby = await startStandby(primary, durable)
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
  const proxy = await startDatabaseProxy([portOf(primary), portOf(standby)])
  return {
    standby,
    at: (url: string) => proxy.url + new URL(url).pathname,
    async stop() {
      await proxy.stop()
      await standby.stop()
    },
  }
}

type Files = AsyncGenerator<[key: string, content: AsyncIterable<Uint8Array>]>

/** Those of a folder whose keys begin so. */
async function* filesOf(folder: string, prefix: string): Files {
  const found = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(() => [])
  for (const file of found) {
    const path = join(file.parentPath, file.name)
    if (file.isFile()) yield [relative(folder, path), createReadStream(path)]
  }
}

/** By the folder that each lies in, which is the tag of its title. */
async function digestsBelow(files: Files): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const [key, content] of files) {
    const tag = key.split('/').at(-2)!
    const hash = createHash('sha256')
    for await (const piece of content) hash.update(piece)
    found.set(tag, [...(found.get(tag) ?? []), hash.digest('hex')])
  }
  return found
}

/** Calls past the proxy; signs in again whenever its token has run out. */
function createDirect(server: { url: string }, email = account) {
  let token = ''
  const signIn = async () => {
    const anonymous = { baseUrl: server.url, fetch, tokens: { get: () => undefined, set() {}, clear() {} } }
    token = (await createSend(anonymous)(contract.session.login, { email, password })).token
    return { token }
  }
  const send: ReturnType<typeof createSend> = (endpoint, input, options) => {
    const tokens = { get: () => ({ token }), set() {}, clear() {} }
    return createSend({ baseUrl: server.url, fetch, tokens, refresh: signIn })(endpoint, input, options)
  }
  return { token: async () => (await signIn()).token, api: createApi(contract, send) }
}

/** A second of picture, and noise in a box that players skip. */
async function makeMedia(path: string, chunks: number, random: Random): Promise<Media> {
  const base = join(tmpdir(), `kinora-faults-clip-${process.pid}.mp4`)
  if (!existsSync(base)) {
    await makeClip(base, { seconds: 1, size: '320x180', rate: '10' })
    process.on('exit', () => rmSync(base, { force: true }))
  }
  copyFileSync(base, path)
  const size = (chunks - 1) * CHUNK_SIZE + random.between(1, 200) * 1024
  const box = random.fill(new Uint8Array(Math.max(8, size - readFileSync(path).byteLength)))
  const head = Buffer.from(box.buffer)
  head.writeUInt32BE(box.byteLength, 0)
  head.write('free', 4, 'latin1')
  appendFileSync(path, head)
  const bytes = readFileSync(path)
  const sha = (content: Uint8Array) => createHash('sha256').update(content).digest()
  const digests: Buffer[] = []
  for (let at = 0; at < bytes.byteLength; at += CHUNK_SIZE)
    digests.push(sha(bytes.subarray(at, at + CHUNK_SIZE)))
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size: bytes.byteLength,
    chunks: digests.length,
    sha256: sha(bytes).toString('hex'),
    digest: sha(Buffer.concat(digests)).toString('hex'),
  }
}

/** The last lines a person reads. */
export const lastWords = ({ stderr }: Outcome): string => stderr.slice(stderr.lastIndexOf('✖'))
