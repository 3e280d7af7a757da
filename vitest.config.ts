import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { retry } from './scripts/retry.ts'

const source = {
  resolve: { conditions: ['@kinora/source'] },
  ssr: { resolve: { conditions: ['@kinora/source', 'node', 'default'] } },
}
const project = (name: string, include: string[], timeout = 20_000, globalSetup: string[] = []) => ({
  ...source,
  test: {
    name,
    include,
    globalSetup,
    environment: 'node' as const,
    // Files that a worker runs in turn share their modules: no module keeps state, and loading PGlite costs a second.
    isolate: false,
    testTimeout: timeout,
    retry,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})

export default defineConfig({
  ...source,
  test: {
    reporters: ['default', './scripts/count-reporter.mjs'],
    // Most tests wait half of their time, for a browser, a process or a clock.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('core', ['packages/core/src/**/*.test.ts']),
      project('server', ['packages/server/src/**/*.test.ts', 'packages/server/test/**/*.test.ts'], 60_000),
      project('cli', ['packages/cli/src/**/*.test.ts', 'packages/cli/test/**/*.test.ts'], 60_000),
      project('react-server', ['packages/react/test/**/*.test.tsx']),
      project('architecture', ['scripts/**/*.test.ts']),
      ...['packages/react/vitest.config.ts'].filter(path => existsSync(path)),
      project('portal', ['packages/portal/e2e/**/*.test.ts'], 120_000, ['scripts/built-portal.mjs']),
      project('faults', ['faults/**/*.test.ts'], 180_000),
    ],
  },
})
