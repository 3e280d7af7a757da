import { defineConfig } from 'tsup'

/** One file and its lazy parts; core is bundled, what npm installs stays outside. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  dts: false,
  splitting: true,
  noExternal: [/^@kinora\/core/, 'zod', 'mediabunny', 'image-size'],
  external: [/^@kinora\/server/, '@napi-rs/keyring'],
  esbuildOptions(options) {
    options.conditions = ['@kinora/source', ...(options.conditions ?? [])]
  },
})
