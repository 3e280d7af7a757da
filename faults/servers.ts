import { join } from 'node:path'
import { openStore } from '../packages/server/src/adapters/blobs-s3/store.ts'
import { freePort } from '../packages/server/test/cluster.ts'
import { hasHaproxy, startHaproxy } from '../packages/server/test/haproxy.ts'
import { hasSwift, startSwift, variablesOf } from '../packages/server/test/swift.ts'
import { type ServerChild, startServer } from './processes.ts'

export const missing = [!hasSwift && 'OpenStack Swift', !hasHaproxy && 'HAProxy'].filter(Boolean)

/** Two web servers behind HAProxy and a worker, in place of the one server; files lie in OpenStack Swift (OPS-06). */
export interface Servers extends ServerChild {
  /** kill -9 of one web server, the other one each time, and of the worker; both are started again. The proxy goes on. */
  killOne(): Promise<boolean>
  /** Each object whose key begins so, with its bytes. */
  files(prefix: string): AsyncGenerator<[key: string, content: AsyncIterable<Uint8Array>]>
  close(): Promise<void>
}

export async function startServers(folder: string, env: Record<string, string>): Promise<Servers> {
  const opened: (() => unknown)[] = []
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end()
  }
  try {
    return { ...(await open(folder, env, end => opened.push(end))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  folder: string,
  env: Record<string, string>,
  atEnd: (end: () => unknown) => void,
): Promise<Omit<Servers, 'close'>> {
  const swift = await startSwift()
  atEnd(() => swift.stop())
  const place = await swift.createBucket()
  const store = openStore(place)
  atEnd(() => store.close())
  const shared = {
    ...env,
    ...(variablesOf(place) as Record<string, string>),
    KINORA_SECRET: 'the secret of all servers of a suite of faults',
    KINORA_SECRET_KEY: 'the key of all servers of a suite of faults',
    ...{ KINORA_TRUSTED_PROXIES: '127.0.0.1', KINORA_DRAIN_SECONDS: '0', KINORA_RTMP_PORT: 'off' },
  }
  const ports = [await freePort(), await freePort()] as const
  const startOne = async (role: 'web' | 'worker', port = 0) => {
    const variables = { ...shared, KINORA_ROLE: role, PORT: String(port) }
    const server = await startServer(join(folder, `${role}-${port}`), variables)
    atEnd(() => server.kill())
    return server
  }
  // The first one writes the demo.
  const first = await startOne('web', ports[0])
  const all = [first, await startOne('web', ports[1]), await startOne('worker')] as const
  const haproxy = await startHaproxy(ports)
  atEnd(() => haproxy.stop())
  let isWhole = true
  let turn = 0
  return {
    ...{ url: haproxy.url, pid: first.pid, dataDir: first.dataDir },
    async kill() {
      isWhole = false
      await Promise.all(all.map(each => each.kill()))
    },
    ended: () => first.ended(),
    startDoomed: () => Promise.reject(new Error('several servers are never killed by a point of the code')),
    async start(more = {}) {
      await Promise.all(all.map(each => each.start(more)))
      isWhole = Object.keys(more).length === 0
    },
    async killOne() {
      if (!isWhole) return false
      const chosen = [all[turn++ % 2]!, all[2]]
      await Promise.all(chosen.map(each => each.kill()))
      await Promise.all(chosen.map(each => each.start()))
      return true
    },
    async *files(prefix) {
      for await (const { key } of store.list(prefix)) {
        const opened = await store.open(key, { start: 0, end: Number.POSITIVE_INFINITY })
        if (opened !== undefined) yield [key, opened.pieces]
      }
    },
  }
}
