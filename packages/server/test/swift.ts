import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../../scripts/patience.ts'
import { openStore, type StorePlace } from '../src/adapters/blobs-s3/store.ts'
import { freePort } from './cluster.ts'

/** OpenStack Swift, which speaks S3, is a package of Debian; where it isn't installed the tests of S3 are left out. */
export const hasSwift = spawnSync('sh', ['-c', 'command -v swift-proxy-server']).status === 0

/** Said in the name of what is left out. */
export const inSwift = hasSwift ? '' : ' (left out: OpenStack Swift isn’t installed)'

const execute = promisify(execFile)

const SERVERS = ['account', 'container', 'object'] as const

export const key = { accessKeyId: 'kinora:admin', secretAccessKey: 'a-secret-of-the-tests' }

/** What a platform is started with whose files lie there. */
export const variablesOf = ({ bucket, prefix, endpoint }: StorePlace) => ({
  KINORA_FILES: `s3://${bucket}/${prefix}`,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: key.accessKeyId,
  AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
})

export interface Swift {
  endpoint: string
  /** A new bucket of it. */
  createBucket(): Promise<StorePlace>
  /** Takes the door away, while what is stored stays. */
  kill(): Promise<void>
  /** Opens it again, at the same address. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A store of its own in a temporary folder: one copy of everything, on this machine alone. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-swift-'))
  const ports = await Promise.all([...SERVERS, 'proxy'].map(freePort))
  await mkdir(join(folder, 'srv/disk'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = kinora\n')
  for (const [at, name] of SERVERS.entries())
    await writeFile(join(folder, `${name}.conf`), settingsOf(name, { folder, port: ports[at]! }))
  await writeFile(join(folder, 'proxy.conf'), proxySettings(folder, ports.at(-1)!))
  await execute('/usr/bin/python3', ['-c', rings, folder, ...ports.map(String)])
  const children = new Map<string, ChildProcess>()
  const endAll = () => {
    for (const child of children.values()) child.kill('SIGKILL')
  }
  process.on('exit', endAll)
  const run = (name: string): void => {
    const child = spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    children.set(name, child)
  }
  const endpoint = `http://127.0.0.1:${ports.at(-1)}`
  const answers = (url: string) =>
    fetch(url).then(
      answer => answer.arrayBuffer().then(() => true),
      () => false,
    )
  const start = async () => {
    run('proxy')
    await until('the store answers', () => answers(`${endpoint}/info`))
  }
  for (const name of SERVERS) run(name)
  for (const port of ports.slice(0, -1))
    await until('its servers answer', () => answers(`http://127.0.0.1:${port}/recon/version`))
  await start()
  let buckets = 0
  return {
    endpoint,
    async createBucket() {
      buckets += 1
      const place: StorePlace = {
        bucket: `kinora-${buckets}`,
        prefix: 'files/',
        region: 'us-east-1',
        endpoint,
        style: 'path',
        credentials: key,
      }
      await openStore(place).createBucket()
      return place
    },
    kill: async () => end(children.get('proxy')!),
    start,
    async stop() {
      process.off('exit', endAll)
      await Promise.all([...children.values()].map(end))
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** Which server keeps what: one of each. */
const rings = `
import sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], sys.argv[2:]
for at, name in enumerate(('account', 'container', 'object')):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(ports[at]), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{folder}/{name}.ring.gz')
`

const settingsOf = (name: string, { folder, port }: { folder: string; port: number }): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
log_address = ${folder}/no-log
fallocate_reserve = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/** The dead address of memcached: nothing is remembered from call to call. */
const proxySettings = (folder: string, port: number): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_address = ${folder}/no-log
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_${key.accessKeyId.replace(':', '_')} = ${key.secretAccessKey} .admin
user_kinora_guest = ${key.secretAccessKey}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
`
