import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { __KINORA_VERSION__: JSON.stringify(manifest.version) },
  resolve: { conditions: ['@kinora/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: { polyfill: false },
  },
  server: { host: '127.0.0.1', port: 4701, proxy },
  preview: { host: '127.0.0.1', port: 4701, proxy },
})
