import { mkdtempSync, rmSync } from 'node:fs'
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
  close(): Promise<void>
}

/** The real platform with its demo on a port of its own, with temporary data. */
export async function startTestPlatform(
  config: Parameters<typeof startPlatform>[0] = {},
): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-data-'))
  const platform = await startSeededPlatform({
    port: 0,
    dataDir,
    logLevel: 'silent',
    demoPassword: password,
    ...config,
  })
  return {
    platform,
    url: platform.url,
    dataDir,
    async signedIn(account = 'tenant') {
      const shell = createShell(platform.url)
      const email = `${account}@demo.kinora.test`
      await shell.run(['login', '--email', email, '--password-stdin'], { stdin: `${password}\n` })
      return shell
    },
    async close() {
      await platform.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
