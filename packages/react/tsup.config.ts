import { defineConfig } from 'tsup'

/** What a host doesn't bundle: the one stylesheet, and the worker's script, whole. The components are built by tsconfig.build.json. */
export default defineConfig({
  entry: {
    styles: 'src/styles/index.css',
    viewer: 'src/viewer/viewer.css',
    'digest-worker': 'src/adapters/digest-worker.ts',
  },
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  splitting: false,
  sourcemap: true,
  noExternal: [/./],
})
