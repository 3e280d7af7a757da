import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Options } from 'tsup'

/** A stylesheet as a text, as Vite has it. */
const inlineStyles: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'inline-styles',
  setup(build) {
    build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      // With its ending, by which tsup doesn't take it for a stylesheet to be written.
      path: join(resolveDir, path),
      namespace: 'inline-style',
    }))
    build.onLoad({ filter: /./, namespace: 'inline-style' }, async ({ path }) => ({
      contents: await readFile(path.replace('?inline', ''), 'utf8'),
      loader: 'text',
    }))
  },
}

const whole: Options = {
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  sourcemap: true,
  noExternal: [/./],
}

/**
 * What a host doesn't bundle: the stylesheets, the worker's script, and the custom elements for one script tag, whole but for hls.js,
 * which comes with the first video. The components are built by tsconfig.build.json.
 */
export default defineConfig([
  {
    ...whole,
    entry: {
      styles: 'src/styles/index.css',
      viewer: 'src/viewer/viewer.css',
      'digest-worker': 'src/adapters/digest-worker.ts',
    },
    splitting: false,
  },
  {
    ...whole,
    entry: { elements: 'src/viewer/elements.tsx' },
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    esbuildPlugins: [inlineStyles],
  },
])
