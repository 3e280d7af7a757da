import { defineConfig } from 'tsup'

/** The app factory, the whole platform, the program, the child that works on media, the thread that looks at it; dependencies stay outside. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    platform: 'src/platform.ts',
    main: 'src/main.ts',
    'media-node-av-child': 'src/adapters/media-node-av/child.ts',
    'media-probe-worker': 'src/adapters/probe/worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  dts: { entry: { index: 'src/index.ts', platform: 'src/platform.ts' } },
  splitting: true,
  sourcemap: true,
})
