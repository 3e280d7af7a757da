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
import { DatabaseFacts, dumpDatabase } from './database-copy.ts'

/** What a backup needs of the configuration of the platform that it is of. */
export type BackupConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'secret' | 'secretKey'>

/** Where a running server takes orders of whoever may read its data folder; no account opens it. */
export const DUMP_PATH = '/local/dump'
/** What the files begin with in which it answers. */
export const DUMP_PREFIX = 'dump-'
/** Milliseconds in which an order is taken. */
const ORDER_LIFETIME = 60_000

const Dumped = z.object({ file: z.string().regex(/^dump-[\w-]+$/), facts: DatabaseFacts })

interface Dump {
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
  if (config.databaseUrl !== undefined) return dumpOpened(config, dataDir, folder)
  if ((await exists(join(dataDir, 'database'))) === undefined)
    throw new KinoraError('notFound', { detail: `There is no Kinora database in ${dataDir}.` })
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    if (isKinoraError(error) && error.code === 'conflict') return undefined
    throw error
  })
  if (lock === undefined) return dumpOfServer(config, dataDir)
  try {
    return await dumpOpened(config, dataDir, folder)
  } finally {
    await lock.release()
  }
}

async function dumpOpened(config: BackupConfig, dataDir: string, folder: string): Promise<Dump> {
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
  if (!answer.ok) throw unreachable(await answer.text())
  const { file, facts } = Dumped.parse(await answer.json())
  return toDump(join(dataDir, file), facts)
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
    await removeDumps(dataDir)
    const file = nameOfDump()
    return Response.json({ file, facts: await writeDump(db, join(dataDir, file)) })
  }
}

/** Those that nobody came for. */
async function removeDumps(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(DUMP_PREFIX)) await rm(join(dataDir, name), { force: true })
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
