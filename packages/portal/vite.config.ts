import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { acyclic } from './acyclic.ts'
import { endpointData } from './endpoint-data.ts'
import { helpPages } from './help-pages.ts'
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
  '/tenant.schema.json',
  '/healthz',
]

const proxy = Object.fromEntries(proxied.map(path => [path, { target: server }]))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointData(), helpPages(), acyclic(), packed()],
  define: { __KINORA_VERSION__: JSON.stringify(manifest.version) },
  resolve: { conditions: ['@kinora/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    // For older ones :dir() would be written as a list of languages, and a page has a direction whatever its language is.
    cssTarget: ['chrome120', 'edge120', 'firefox124', 'safari17.4'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: false,
    rolldownOptions: {
      // The sign-in form, which hosts load where they need it, is here with the first page.
      checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
      // What every page needs is one file, and what most need another. Left alone, each part of it that a lazy page shares becomes a file of its own, and packs worse.
      output: {
        // The first file names all others: a character less of each is 100 bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', tags: ['$initial'] },
            {
              name: 'translations',
              test: /core\/src\/(translations\/(?!endpoints)|messages\/(en|translations|catalogues|register|site-content|tenant-file)\.ts)/,
            },
          ],
        },
      },
      // Making a schema does nothing else, so one that no page uses is dropped.
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
    },
  },
  server: { host: '127.0.0.1', port: 4701, proxy },
  preview: { host: '127.0.0.1', port: 4701, proxy },
})
