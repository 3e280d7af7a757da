import { defineConfig } from 'tsup'

/** The app factory, the whole platform, the program, the threads that look at files and write workbooks; dependencies stay outside, types come from tsconfig.build.json. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    platform: 'src/platform.ts',
    main: 'src/main.ts',
    'media-probe-worker': 'src/adapters/probe/worker.ts',
    'spreadsheet-writer': 'src/adapters/spreadsheet/writer.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  splitting: true,
  sourcemap: true,
})
