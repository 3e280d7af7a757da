import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isKinoraError, KinoraError } from '@kinora/core'
import * as z from 'zod'
import type { Database } from '../../ports/db.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { exists, withErrors } from '../files.ts'
import { lockFolder, serverOf } from '../folder-lock.ts'
import { readSecret, readSecretKey } from '../secrets.ts'
import { DatabaseFacts, dumpDatabase, toJson } from './database-copy.ts'

/** What a backup needs of the configuration of the platform that it is of. */
export type BackupConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 'secretKey'>

/** Where a running server takes orders of whoever may read its data folder; no account opens it. */
export const DUMP_PATH = '/local/dump'
/** What the files begin with in which it answers. */
export const DUMP_PREFIX = 'dump-'
/** Milliseconds after which nobody comes for a copy any more. */
const ABANDONED = 86_400_000
/** Milliseconds in which an order is taken. */
const ORDER_LIFETIME = 60_000

const Dumped = z.union([
  z.object({ file: z.string().regex(/^dump-[\w-]+$/), facts: DatabaseFacts }),
  z.object({ detail: z.string() }),
])
/** Milliseconds between signs of life of a server that reads its database: clients take a long silence for the end. */
const SIGN_OF_LIFE = 10_000

export interface Dump {
  facts: DatabaseFacts
  path: string
  discard(): Promise<void>
}

/**
 * The whole database as a file of lines. PostgreSQL is asked itself; so is the embedded database where no server runs, else that
 * server, which alone may open it. Throws `notFound` where there is no database.
 */
export async function dumpTo(config: BackupConfig, folder: string): Promise<Dump> {
  const dataDir = resolve(config.dataDir)
  if (config.databaseUrl !== undefined) return dumpOpened(config, folder)
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    if (isKinoraError(error) && error.code === 'conflict') return undefined
    throw error
  })
  if (lock === undefined) return dumpOfServer(config, dataDir)
  try {
    return await dumpOpened(config, folder)
  } finally {
    await lock.release()
  }
}

/** Of a database that nobody else has open, or of PostgreSQL; into a file of the folder. Throws `notFound` where there is none. */
export async function dumpOpened(config: BackupConfig, folder: string): Promise<Dump> {
  const dataDir = resolve(config.dataDir)
  if (config.databaseUrl === undefined && (await exists(join(dataDir, 'database'))) === undefined)
    throw new KinoraError('notFound', { detail: `There is no Kinora database in ${dataDir}.` })
  const database = await openDatabase(config, dataDir, () => undefined)
  try {
    const name = nameOfDump()
    const facts = await writeDump(database.db, join(folder, name))
    return toDump(join(folder, name), facts)
  } finally {
    await database.close()
  }
}

const nameOfDump = (): string => `${DUMP_PREFIX}${crypto.randomUUID()}`
const toDump = (path: string, facts: DatabaseFacts): Dump => ({
  path,
  facts,
  discard: () => rm(path, { force: true }),
})

async function writeDump(db: Database, path: string): Promise<DatabaseFacts> {
  return withErrors(path, async () => {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    try {
      await once(file, 'open')
      const facts = await dumpDatabase(db, async line => {
        if (!file.write(`${line}\n`)) await once(file, 'drain')
      })
      await new Promise<void>((done, fail) => file.once('error', fail).end(done))
      return facts
    } catch (error) {
      file.destroy()
      await rm(path, { force: true })
      throw error
    }
  })
}

async function dumpOfServer(config: BackupConfig, dataDir: string): Promise<Dump> {
  const url = await serverOf(dataDir)
  const unreachable = (cause?: unknown) =>
    new KinoraError('conflict', {
      detail: `The data folder ${dataDir} is in use by a Kinora that doesn’t answer here${url === undefined ? '' : ` at ${url}`}. Run this command where that one runs, or stop it first.`,
      cause,
    })
  if (url === undefined) throw unreachable()
  const authorization = orderOf(await secretOf(config, dataDir), Date.now() + ORDER_LIFETIME)
  const answer = await fetch(`${url}${DUMP_PATH}`, { method: 'POST', headers: { authorization } }).catch(
    (error: unknown) => {
      throw unreachable(error)
    },
  )
  if (answer.status === 401)
    throw new KinoraError('conflict', {
      detail: `The Kinora at ${url} has another secret than the data folder ${dataDir}. Set KINORA_SECRET as it is set there.`,
    })
  const text = await answer.text().catch((error: unknown) => {
    throw unreachable(error)
  })
  const dumped = Dumped.safeParse(toJson(text)).data
  if (dumped === undefined) throw unreachable(text)
  if ('detail' in dumped) throw new KinoraError('server', { detail: dumped.detail })
  return toDump(join(dataDir, dumped.file), dumped.facts)
}

/** `Folder <until>.<HMAC>`: only who may read the secret of the data folder can say it. */
const orderOf = (secret: Uint8Array, until: number): string =>
  `Folder ${until}.${createHmac('sha256', secret).update(`kinora dump ${until}`).digest('base64url')}`

function isOrder(secret: Uint8Array, authorization: string | null): boolean {
  const until = Number(/^Folder (\d+)\./.exec(authorization ?? '')?.[1])
  if (!(until > Date.now() && until <= Date.now() + ORDER_LIFETIME)) return false
  const [given, meant] = [authorization!, orderOf(secret, until)].map(text => Buffer.from(text))
  return given!.length === meant!.length && timingSafeEqual(given!, meant!)
}

/** What a server answers to whoever owns its folder; undefined for any other request. */
export function answerFolder({ db, dataDir, secret }: { db: Database; dataDir: string; secret: Uint8Array }) {
  return async (request: Request): Promise<Response | undefined> => {
    if (request.method !== 'POST' || new URL(request.url).pathname !== DUMP_PATH) return undefined
    if (!isOrder(secret, request.headers.get('authorization'))) return new Response(null, { status: 401 })
    return new Response(
      alive(dumpFor({ db, dataDir }), async dumped => {
        if ('file' in dumped) await rm(join(dataDir, dumped.file), { force: true })
      }),
      { headers: { 'content-type': 'application/json' } },
    )
  }
}

async function dumpFor({ db, dataDir }: { db: Database; dataDir: string }): Promise<z.infer<typeof Dumped>> {
  try {
    await removeDumps(dataDir)
    const file = nameOfDump()
    return { file, facts: await writeDump(db, join(dataDir, file)) }
  } catch (error) {
    const why = isKinoraError(error) ? (error.detail ?? error.message) : String(error)
    return { detail: `The server could not read its database out: ${why}` }
  }
}

/** JSON of what is on its way, with blanks before it, which JSON allows; `left` where nobody waits for it any more. */
function alive<T extends object>(
  work: Promise<T>,
  left: (value: T) => Promise<void>,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let isLeft = false
  return new ReadableStream({
    start(controller) {
      const say = (text: string) => controller.enqueue(bytes.encode(text))
      say(' ')
      timer = setInterval(say, SIGN_OF_LIFE, ' ')
      void work.then(async value => {
        clearInterval(timer)
        if (isLeft) return left(value)
        say(JSON.stringify(value))
        controller.close()
      })
    },
    cancel() {
      isLeft = true
      clearInterval(timer)
    },
  })
}

/** Those that nobody came for; another backup may be reading one of today. */
async function removeDumps(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name)
    const facts = name.startsWith(DUMP_PREFIX) ? await exists(path) : undefined
    if (facts !== undefined && facts.mtimeMs < Date.now() - ABANDONED) await rm(path, { force: true })
  }
}

const secretOf = async ({ secret }: BackupConfig, dataDir: string): Promise<Uint8Array> =>
  secret === undefined ? readSecret(dataDir) : new TextEncoder().encode(secret)

/** The files that hold the secrets of a platform; what its environment holds isn’t its folder’s. */
export async function secretsOf(config: BackupConfig, dataDir: string): Promise<Record<string, string>> {
  await secretOf(config, dataDir)
  if (config.secretKey === undefined) await readSecretKey(dataDir)
  const found: Record<string, string> = {}
  for (const name of ['secret', 'secret.key']) {
    const text = await readFile(join(dataDir, name), 'utf8').catch(() => undefined)
    if (text !== undefined) found[name] = text
  }
  return found
}
