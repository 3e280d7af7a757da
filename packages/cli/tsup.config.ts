import { defineConfig } from 'tsup'

/** One program and its lazy parts. The server, the keyring and the questions stay packages of their own. */
export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  // By its name a module: of a `.js` Node asks the package.json, for each chunk anew.
  outExtension: () => ({ js: '.mjs' }),
  platform: 'node',
  target: 'node22',
  clean: true,
  dts: false,
  splitting: true,
  minify: true,
  noExternal: [/^@kinora\/core/, 'zod', 'mediabunny', 'image-size', 'commander'],
  external: [/^@kinora\/server/, '@napi-rs/keyring', /^@inquirer\//],
  // yaml is CommonJS and asks for Node's own modules by `require`.
  banner: { js: 'const require = process.getBuiltinModule;' },
  esbuildOptions(options) {
    options.conditions = ['@kinora/source', ...(options.conditions ?? [])]
  },
})
