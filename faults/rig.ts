import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Api, CHUNK_SIZE, contract, createApi, createSend, type KinoraContract } from '@kinora/core'
import { makeClip } from '../packages/server/test/media/clips.ts'
import { startPostgres, type TestCluster } from '../packages/server/test/postgres.ts'
import { type CommandRun, type Outcome, type ServerChild, startCommand, startServer } from './processes.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import type { Random } from './random.ts'

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

export const databases = ['pglite', 'postgres'] as const
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
  /** What cases upload that leave it open. */
  role: UploadRole
  media(chunks: number): Promise<Media>
  /** `kinora` through the proxy. */
  command(args: readonly string[], env?: Record<string, string>, stdin?: string): CommandRun
  signIn(): Promise<void>
  /** Starts the killed server again and leads the proxy to it. */
  restart(env?: Record<string, string>): Promise<void>
  original(tag: string): Promise<string>
  /** Digests of the files in the store that were sent for a title. */
  stored(tag: string): string[]
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
  const cluster = database === 'postgres' ? await startPostgres(durable) : undefined
  const place: Record<string, string> =
    cluster === undefined ? {} : { DATABASE_URL: await cluster.createDatabase() }
  const server = await startServer(dataDir, { KINORA_DEMO_PASSWORD: password, ...place, ...env }, entry)
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
    role,
    media: chunks => makeMedia(join(folder, `media-${++count}.mp4`), chunks, random),
    command,
    async signIn() {
      const { code, stderr } = await command(['login', '--email', account, '--password-stdin'], {}, password)
        .done
      if (code !== 0) throw new Error(`sign-in failed: ${stderr}`)
    },
    async restart(more) {
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
    stored: tag => pathsBelow(join(dataDir, 'blobs'), `uploads/${tag}/`).map(digestOf),
    async storedFiles() {
      const found = new Map<string, string[]>()
      for (const path of pathsBelow(join(dataDir, 'blobs'), '/uploads/')) {
        const tag = path.split('/').at(-2)!
        found.set(tag, [...(found.get(tag) ?? []), digestOf(path)])
        // Connections that end meanwhile want to be noticed, or the next call is sent on one of them.
        await setImmediate()
      }
      return found
    },
    async close() {
      await proxy.close()
      await server.kill()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await rig.signIn()
  return rig
}

function pathsBelow(folder: string, part: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(file => file.isFile())
    .map(file => join(file.parentPath, file.name))
    .filter(path => path.includes(part))
}

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

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
