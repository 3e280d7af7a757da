import { defineConfig } from 'vitest/config'
import { patience } from './scripts/patience.ts'

/** `npm test` proves everything once; `npm run test:deep` has the long corpora, kills and growth (docs/tests.md). */
const isDeep = process.env.KINORA_TEST_SUITE === 'deep'
const source = {
  resolve: { conditions: ['@kinora/source'] },
  ssr: { resolve: { conditions: ['@kinora/source', 'node', 'default'] } },
  // Where Vitest runs what comes before all files.
  environments: { __vitest__: { resolve: { conditions: ['@kinora/source', 'node', 'default'] } } },
}
const project = (name: string, folders: string[], globalSetup: string[] = []) => ({
  ...source,
  test: {
    name,
    include: folders.map(folder => `${folder}/**/*.${isDeep ? 'deep.' : ''}test.{ts,tsx}`),
    exclude: isDeep ? [] : ['**/*.deep.test.{ts,tsx}'],
    globalSetup,
    environment: 'node' as const,
    // Files that a worker runs in turn share their modules: no module keeps state, and loading PGlite costs a second.
    isolate: false,
    testTimeout: 2 * patience,
    hookTimeout: 2 * patience,
    expect: { poll: { timeout: patience } },
  },
})

export default defineConfig({
  ...source,
  test: {
    reporters: ['default', './scripts/times-reporter.mjs', './scripts/count-reporter.mjs'],
    // Most tests wait half of their time, for a browser or a process.
    maxWorkers: 4,
    // A worker's platform and browser close with it, on a slow machine in more than the usual ten seconds.
    teardownTimeout: 2 * patience,
    passWithNoTests: isDeep,
    projects: [
      project('core', ['packages/core/src']),
      project(
        'server',
        ['packages/server/src', 'packages/server/test'],
        ['packages/server/test/postgres-of-run.ts'],
      ),
      project('cli', ['packages/cli/src', 'packages/cli/test']),
      project('react-server', ['packages/react/test']),
      project(
        'react-hosts',
        ['packages/react/examples/testing'],
        ['packages/react/examples/testing/platform.ts'],
      ),
      project('architecture', ['scripts']),
      ...(isDeep ? [] : ['packages/react/vitest.config.ts']),
      project('portal', ['packages/portal/e2e'], ['scripts/built-portal.mjs']),
      project('faults', ['faults']),
    ],
  },
})
