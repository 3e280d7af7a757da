import { defineConfig } from 'tsup'

/** The components and their one stylesheet. The banner lets server components import them. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    styles: 'src/styles/index.css',
    'digest-worker': 'src/adapters/digest-worker.ts',
  },
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  clean: true,
  dts: { entry: { index: 'src/index.ts', styles: 'src/styles/module.ts' } },
  splitting: true,
  sourcemap: true,
  external: ['react', 'react-dom'],
  // There is one stylesheet.
  noExternal: [/\.css$/],
  banner: { js: "'use client'" },
})
