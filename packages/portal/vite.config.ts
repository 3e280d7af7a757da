import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { endpointData } from './endpoint-data.ts'
import manifest from './package.json' with { type: 'json' }
import { packed } from './packed.ts'

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
/** What nearly every page shows. Left alone, each part that another lazy page shares becomes a file of its own, and packs worse. */
const base =
  /react\/src\/(ui\/(button|classes|icon-button|lazy-mount|visually-hidden|overlay\/tooltip|status\/(badge|progress-ring)|form\/checkbox|frame\/link)|kernel\/(message|use-write|use-read|location))\.tsx?$|createLucideIcon|lucide-react\/dist\/esm\/(shared|Icon|context|default)|core\/src\/(access|kernel\/errors|messages\/(validation|lists|uploads|processing))\.ts$/

const proxy = Object.fromEntries(proxied.map(path => [path, { target: server }]))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointData(), packed()],
  define: { __KINORA_VERSION__: JSON.stringify(manifest.version) },
  resolve: { conditions: ['@kinora/source', ...defaultClientConditions] },
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
      output: { codeSplitting: { groups: [{ name: 'base', test: base }] } },
      // Making a schema does nothing else, so one that no page uses is dropped.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
    },
  },
  server: { host: '127.0.0.1', port: 4701, proxy },
  preview: { host: '127.0.0.1', port: 4701, proxy },
})
