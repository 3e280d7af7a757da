import { join } from 'node:path'
import { defaultClientConditions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { packed } from './packed.ts'
import { wireOnly } from './wire-only.ts'

const server = process.env.KINORA_URL ?? 'http://127.0.0.1:4700'
/** Addresses that belong to the server; all others are pages of the portal. */
const proxied = [
  '/api',
  '/identity',
  '/v4',
  '/portal/title',
  '/images',
  '/media/images',
  '/media/captions',
  '/streams',
  '/manifest.json',
  '/openapi.json',
  '/healthz',
]
const proxy = Object.fromEntries(proxied.map(path => [path, { target: server }]))

/** Components are written for React; the portal alone runs them on Preact, a tenth of the script (decision 0013). */
const runtime = [
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react$/, replacement: join(import.meta.dirname, 'src/runtime.ts') },
  { find: /^react-dom$/, replacement: 'preact/compat' },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [wireOnly(), packed()],
  define: { __KINORA_VERSION__: JSON.stringify(manifest.version) },
  resolve: { conditions: ['@kinora/source', ...defaultClientConditions], alias: runtime },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    // For older ones :dir() would be written as a list of languages, and a page has a direction whatever its language is.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
    },
  },
  server: { host: '127.0.0.1', port: 4701, proxy },
  preview: { host: '127.0.0.1', port: 4701, proxy },
})
