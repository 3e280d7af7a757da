import { randomFillSync } from 'node:crypto'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, contract, createApi, createSend, type KinoraContract } from '@kinora/core'
import { root, startServer } from '../faults/processes.ts'
import { makeClip } from '../packages/server/test/media/clips.ts'
import { type Command, forgetPeak, run, startPeer, type Usage, usageOf } from './processes.ts'

const password = 'Kinora-demo-1'
const MiB = 1_048_576

export type UploadRig = Awaited<ReturnType<typeof openUploadRig>>

export interface Sent {
  milliseconds: number
  client: Usage
  /** MiB that the server had at most above what it had before. */
  serverAbove: number
  /** Seconds of processor time of client and server together. */
  seconds: number
}

/** The servers as processes of their own, and a client of each that sends one file. */
export async function openUploadRig() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const installed = installCommandLine(folder)
  const at = (name: string) => join(folder, name)
  for (const name of ['data', 'tus']) mkdirSync(at(name))
  const server = await startServer(at('data'), { KINORA_DEMO_PASSWORD: password })
  const bare = await startPeer('bare-server.ts', at('bare.bin'))
  const tus = await startPeer('tus-server.mjs', at('tus'))
  const { api } = await signIn(server.url, 'admin@demo.kinora.test')
  const { token } = await signIn(server.url, 'tenant@demo.kinora.test')
  const env = { KINORA_CONFIG_DIR: at('home'), KINORA_TOKEN: token, NO_COLOR: '1' }
  let count = 0
  const start = {
    kinora: (path: string, title: string, url = server.url): Command =>
      run(
        process.execPath,
        [installed, 'titles', 'upload', path, '--title', title, '--no-wait', '--url', url],
        env,
      ),
    tus: (path: string, storage: string, url = tus.url): Command =>
      run(process.execPath, ['bench/peers/tus-client.mjs', path, url, at(storage)]),
    curl: (path: string): Command => run('curl', ['-sS', '--noproxy', '*', '-T', path, bare.url]),
  }
  return {
    api,
    start,
    urls: { kinora: server.url, tus: tus.url },
    media: (mebibytes: number) => makeMedia(folder, mebibytes),
    /** `kinora titles upload` from its start to its end; the processing that follows is called off. */
    async kinora(path: string): Promise<Sent> {
      const title = `Bench ${++count}`
      const sent = await measure(server.pid, start.kinora(path, title))
      await forget(api, title)
      return sent
    },
    async tus(path: string): Promise<Sent> {
      const sent = await measure(tus.pid, start.tus(path, `tus-${++count}.json`))
      rmSync(at('tus'), { recursive: true })
      mkdirSync(at('tus'))
      return sent
    },
    async curl(path: string): Promise<Sent> {
      const sent = await measure(bare.pid, start.curl(path))
      rmSync(at('bare.bin'))
      return sent
    },
    forget: (title: string) => forget(api, title),
    async close() {
      await Promise.all([server.kill(), bare.end(), tus.end()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function measure(pid: number, command: Command): Promise<Sent> {
  forgetPeak(pid)
  const before = usageOf(pid)!
  const { code, output, milliseconds, usage } = await command.done
  if (code !== 0) throw new Error(`a command ended with ${code}: ${output}`)
  const after = usageOf(pid)!
  return {
    milliseconds,
    client: usage,
    serverAbove: after.peak - before.resident,
    seconds: usage.seconds + after.seconds - before.seconds,
  }
}

/** Calls the processing off and takes the title away, so that nothing works while the next one is measured. */
async function forget(api: Api<KinoraContract>, name: string): Promise<void> {
  const { data } = await api.titles.search({ query: name })
  for (const title of data.filter(found => found.className === name)) {
    await api.titles.cancelContent({ titleTag: title.tag }).catch(() => undefined)
    await api.titles.remove({ tags: [title.tag] })
  }
}

async function signIn(baseUrl: string, email: string) {
  let token = ''
  const tokens = { get: () => (token === '' ? undefined : { token }), set() {}, clear() {} }
  const send = createSend({ baseUrl, fetch, tokens })
  token = (await send(contract.session.login, { email, password })).token
  return { token, api: createApi(contract, send) }
}

/** The built command line as npm installs it: without the sources that a checkout compares it with. */
export function installCommandLine(folder: string): string {
  const cli = join(root, 'packages/cli')
  const target = join(folder, 'installed/kinora')
  for (const name of ['package.json', 'bin', 'dist'])
    cpSync(join(cli, name), join(target, name), { recursive: true })
  symlinkSync(join(cli, 'node_modules'), join(target, 'node_modules'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'installed/node_modules'))
  return join(target, 'bin/kinora.cjs')
}

/** A second of picture, and noise in a box that players skip: valid for whoever examines it, as long as we like. */
async function makeMedia(folder: string, mebibytes: number): Promise<string> {
  const path = join(folder, `media-${mebibytes}.mp4`)
  await makeClip(path, { seconds: 1, size: '320x180', rate: '10' })
  const size = mebibytes * MiB - statSync(path).size
  const noise = randomFillSync(Buffer.alloc(8 * MiB))
  const file = openSync(path, 'a')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size, 0)
  head.write('free', 4, 'latin1')
  writeSync(file, head)
  for (let left = size - 8; left > 0; left -= noise.byteLength) {
    noise.writeUInt32LE(left, 0)
    writeSync(file, noise, 0, Math.min(left, noise.byteLength))
  }
  closeSync(file)
  return path
}
