import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions } from 'vite'
import { defineProject } from 'vitest/config'
import { chromiumFlags, chromiumPath, lateScript } from '../../scripts/chromium.ts'
import { patience } from '../../scripts/patience.ts'
import { snippetModules } from '../../scripts/snippets.ts'
import { platformFor } from './test/platform.ts'

/** What React's development build tells a profiler of each element and render is a tenth of its time. */
const beginning = {
  name: 'kinora:beginning',
  transformIndexHtml: () => [
    {
      tag: 'script',
      children: `console.createTask = console.timeStamp = undefined;${lateScript}`,
      injectTo: 'head-prepend' as const,
    },
  ],
}

export default defineProject({
  plugins: [react(), beginning, snippetModules()],
  resolve: { conditions: ['@kinora/source', ...defaultClientConditions] },
  // All of them are named: one that is found on the way reloads the page under a running test, and an entry that isn't named is a second copy.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      '@ariakit/react',
      '@ariakit/react-components/portal/portal-context',
      '@internationalized/date',
      '@tanstack/react-query',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      '@tiptap/extension-bold',
      '@tiptap/extension-document',
      '@tiptap/extension-hard-break',
      '@tiptap/extension-italic',
      '@tiptap/extension-link',
      '@tiptap/extension-list',
      '@tiptap/extension-paragraph',
      '@tiptap/extension-text',
      '@tiptap/extension-underline',
      '@tiptap/extensions',
      '@tiptap/react',
      'axe-core',
      'csv-parse/browser/esm',
      'd3-scale',
      'dompurify',
      'hls.js',
      'idb',
      'image-size',
      'lucide-react',
      'mediabunny',
      'msw',
      'react',
      'react-dom',
      'react-dom/client',
      'react-hook-form',
      'react-image-crop',
      'react/jsx-dev-runtime',
      'vitest-browser-react/pure',
      'zod',
    ],
  },
  test: {
    name: 'react',
    maxWorkers: 4,
    include: ['src/**/*.test.{ts,tsx}', 'examples/*/test.tsx'],
    setupFiles: ['src/testing/clean-page.ts'],
    isolate: false,
    testTimeout: 2 * patience,
    hookTimeout: 2 * patience,
    expect: { poll: { timeout: patience } },
    api: { host: '127.0.0.1' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      provider: playwright({
        launchOptions: { executablePath: chromiumPath, args: [...chromiumFlags] },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      commands: { platform: (_, origin: string) => platformFor(origin) },
    },
  },
})
