import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform, startPlatform } from '@kinora/server/platform'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'
import { createShell, type Shell } from './shell.ts'

export const password = 'Kinora-demo-1'

export interface TestPlatform {
  platform: Platform
  url: string
  dataDir: string
  /** A shell that is signed in as one of the demo accounts. */
  signedIn(account?: 'admin' | 'provider' | 'tenant' | 'support'): Promise<Shell>
  /** Where the server keeps the bytes of a title's upload. */
  storedPath(tag: string): string
  close(): Promise<void>
}

/** The program that processes what is sent, for tests that wait for it. */
export const withMedia = { ffmpeg: 'ffmpeg' }

/**
 * The real platform with its demo on a port of its own, with temporary data. It has no ffmpeg unless asked for
 * (`withMedia`): what is sent is kept, and its processing, which few tests look at, costs nothing.
 */
export async function startTestPlatform(
  config: Parameters<typeof startPlatform>[0] = {},
): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-data-'))
  const platform = await startSeededPlatform({
    port: 0,
    dataDir,
    logLevel: 'silent',
    demoPassword: password,
    ffmpeg: join(dataDir, 'no-ffmpeg'),
    ...config,
  })
  return {
    platform,
    url: platform.url,
    dataDir,
    async signedIn(account = 'tenant') {
      const shell = createShell(platform.url)
      const email = `${account}@demo.kinora.test`
      const { code, stderr } = await shell.run(['login', '--email', email, '--password-stdin'], {
        stdin: `${password}\n`,
      })
      if (code !== 0) throw new Error(stderr)
      return shell
    },
    storedPath(tag) {
      const folder = join(dataDir, 'blobs/objects/uploads', tag)
      const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
      return paths.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]!
    },
    async close() {
      await platform.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let shared: Promise<TestPlatform> | undefined
/**
 * One platform for the files of a worker that only add what is theirs by its name: whatever others leave there, they find the same.
 * It ends with the worker.
 */
export function sharedPlatform(): Promise<TestPlatform> {
  shared ??= startTestPlatform().then(platform => {
    process.once('exit', () => rmSync(platform.dataDir, { recursive: true, force: true }))
    return platform
  })
  return shared
}
