import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestedPlatform } from '@kinora/react/testing'
import { startPlatform } from '@kinora/server/platform'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    kinora: Pick<TestedPlatform, 'url' | 'demo'>
  }
}

/** Vitest's `globalSetup`: the platform with its demo, once for all tests of a run. */
export default async function start({ provide }: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-'))
  const platform = await startPlatform({
    ...{ dataDir, port: 0, logLevel: 'silent', demoClips: false, rtmpPort: 'off' },
    // Pages of a browser's tests come from here.
    origins: ['http://localhost:3000'],
  })
  provide('kinora', { url: platform.url, demo: { password: platform.demo.password } })
  return async () => {
    await platform.close()
    await rm(dataDir, { recursive: true })
  }
}
