import { defineConfig } from 'tsup'

/** The entries of core; what npm installs stays outside. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    bulk: 'src/bulk/index.ts',
    live: 'src/titles/live.ts',
    media: 'src/media/index.ts',
    schedule: 'src/events/schedule/index.ts',
    'tenant-file': 'src/tenant-file/index.ts',
    uploads: 'src/uploads/index.ts',
    webvtt: 'src/captions/webvtt/index.ts',
  },
  format: 'esm',
  platform: 'neutral',
  // Node and browsers find builds of their own by `imports` of package.json.
  external: ['#csv-parse'],
  target: 'es2022',
  clean: true,
  dts: true,
  splitting: true,
  sourcemap: true,
})
