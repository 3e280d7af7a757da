import { defineConfig } from 'tsup'

/** One program and its lazy parts. The server, the keyring and the questions stay packages of their own. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  dts: false,
  splitting: true,
  minify: true,
  noExternal: [/^@kinora\/core/, 'zod', 'mediabunny', 'image-size', 'commander'],
  external: [/^@kinora\/server/, '@napi-rs/keyring', '@inquirer/prompts'],
  // commander and others are CommonJS and ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as createKinoraRequire } from 'node:module'; const require = createKinoraRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['@kinora/source', ...(options.conditions ?? [])]
  },
})
