import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../src/adapters/blobs-s3/store.ts'
import { createPostgres } from './database.ts'
import { addressOf, end, spawnServer } from './server-process.ts'
import { type Swift, startSwift, variablesOf } from './swift.ts'

export interface StartedServer {
  url: string
  /** kill -9. */
  kill(): Promise<void>
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>
}

export interface Servers {
  databaseUrl: string
  swift: Swift
  /** A web server or a worker as a process of its own, with a data folder of its own. */
  start(role: 'web' | 'worker', variables?: NodeJS.ProcessEnv): Promise<StartedServer>
  /** Keys in the store of parts that no upload has made a file of. */
  partsLeft(): Promise<string[]>
  stop(): Promise<void>
}

export const metricsToken = 'a-token-of-metrics'

/** One platform of several servers: rows in PostgreSQL, the demo’s accounts among them, files in OpenStack Swift (OPS-06). */
export async function createServers(): Promise<Servers> {
  const home = await mkdtemp(join(tmpdir(), 'kinora-servers-'))
  const swift = await startSwift()
  const place = await swift.createBucket()
  const databaseUrl = await createPostgres('seeded')
  const shared = {
    DATABASE_URL: databaseUrl,
    ...variablesOf(place),
    // The rows are those of a platform whose files lay on a disk.
    KINORA_FILES_MOVED: 'on',
    KINORA_SECRET: 'the secret of all servers of a test',
    KINORA_SECRET_KEY: 'the key of all servers of one test',
    KINORA_METRICS_TOKEN: metricsToken,
    KINORA_DEMO_CLIPS: 'off',
    KINORA_DRAIN_SECONDS: '0',
  }
  const children = new Set<ChildProcess>()
  return {
    databaseUrl,
    swift,
    async start(role, variables) {
      const dataDir = await mkdtemp(join(home, `${role}-`))
      const child = spawnServer({ ...shared, KINORA_ROLE: role, KINORA_DATA_DIR: dataDir, ...variables })
      children.add(child)
      return {
        url: await addressOf(child),
        kill: async () => void (await end(child)),
        stop: () => end(child, 'SIGTERM'),
      }
    },
    async partsLeft() {
      const store = openStore(place)
      const left: string[] = []
      for await (const { key: part } of store.list('parts/')) left.push(part)
      store.close()
      return left
    },
    async stop() {
      await Promise.all([...children].map(child => end(child)))
      await swift.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
