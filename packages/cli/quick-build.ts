import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Options } from 'tsup'
import * as zod from 'zod'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Never a value, whatever is asked of it: schemas are made from it and none of them is used. */
const nothing = `const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
  has: () => false,
})
export { ${Object.keys(zod)
  .map(name => `nothing as ${name}`)
  .join()} }`

/**
 * `dist/quick.cjs` and `quick-upload.cjs`, small files for what is asked most and what goes on after a kill (decision 0017). A client checks nothing against schemas, so zod
 * stays out; what the flags need of them is worked out here, once. What is rarely needed is loaded from the rest of the build.
 */
export const quickBuild: Options = {
  config: false,
  entry: { quick: 'src/quick.ts', 'quick-upload': 'src/quick-upload.ts' },
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  silent: true,
  clean: false,
  splitting: false,
  noExternal: [/^@kinora\/core/, 'commander', 'zod', 'write-file-atomic'],
  external: [/^@kinora\/server/, '@napi-rs/keyring', '@inquirer/prompts'],
  outExtension: () => ({ js: '.cjs' }),
  esbuildPlugins: [withoutSchemas()],
  esbuildOptions(options) {
    Object.assign(options, { minify: true, charset: 'ascii' })
    options.conditions = ['@kinora/source', ...(options.conditions ?? [])]
  },
}

function withoutSchemas(): Plugin {
  return {
    name: 'kinora:quick',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        const sources = Object.keys(metafile?.inputs ?? {}).filter(path => path.includes('src/'))
        writeFileSync(
          'dist/quick.json',
          JSON.stringify(sources.filter(path => !path.includes('node_modules'))),
        )
      })
      // commander starts programs for subcommands that are files of their own, which kinora has none of.
      build.onLoad({ filter: /commander\/lib\/command\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(
          "import childProcess from 'node:child_process'",
          'const childProcess = {}',
        ),
      }))
      build.onResolve({ filter: /^zod(\/mini)?$/ }, () => ({ path: 'zod', namespace: 'nothing' }))
      build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: nothing }))
      build.onResolve({ filter: /\/(network-undici|upload-title)\.ts$/ }, ({ path }) => ({
        path: path
          .replace('../titles/', './titles/')
          .replace('./network', './adapters/network')
          .replace(/ts$/, 'js'),
        external: true,
      }))
      build.onLoad({ filter: /\/(filter|draft)-fields\.ts$/ }, async () => {
        const { draftFields, filterFields } = (await import(
          pathToFileURL(resolve('dist/help.js')).href
        )) as typeof import('./src/help.ts')
        const known = { draftFields: draftFields(), filterFields: filterFields() }
        const contents = Object.entries(known).map(
          ([name, fields]) => `export const ${name} = () => (${JSON.stringify(fields)})`,
        )
        return { contents: contents.join('\n') }
      })
    },
  }
}
