import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, defineConfig } from 'tsup'
import { quickBuild } from './quick-build.ts'

/** One file and its lazy parts; core is bundled, what npm installs stays outside. Then what the build works out from it. */
export default defineConfig({
  entry: ['src/main.ts', 'src/help.ts', 'src/adapters/network-undici.ts', 'src/titles/upload-title.ts'],
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
  async onSuccess() {
    await renderHelp()
    await build(quickBuild)
  },
})

/** `kinora --help` as files, without and with colours, for bin/kinora.cjs. */
async function renderHelp() {
  const built = (await import(pathToFileURL(resolve('dist/help.js')).href)) as typeof import('./src/help.ts')
  writeFileSync('dist/help.txt', await built.renderHelp(false))
  writeFileSync('dist/help.ansi', await built.renderHelp(true))
}
