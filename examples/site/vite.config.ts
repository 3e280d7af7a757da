import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['@kinora/source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    cssTarget: ['chrome120', 'edge120', 'firefox124', 'safari17.4'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: false,
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
    },
  },
})
