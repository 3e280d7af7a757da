import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** What a package ships in one piece, written to its `dist`: `node scripts/bundle.mjs react` in the folder of the package. */
const shared = {
  ...{ bundle: true, format: 'esm', outdir: 'dist', chunkNames: '[name]-[hash]' },
  ...{ sourcemap: true, splitting: true, logLevel: 'warning' },
}
const node = { ...shared, platform: 'node', target: 'node22', mainFields: ['module', 'main'] }
const browser = { ...shared, platform: 'browser', target: 'es2022' }

/** A stylesheet as a text, as Vite has it. */
const inlineStyles = {
  name: 'inline-styles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace('?inline', '')),
      namespace: 'inline-style',
    }))
    onLoad({ filter: /./, namespace: 'inline-style' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }))
  },
}

/** The dependencies of the package in this folder, but for some. */
function dependenciesWithout(names) {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter(name => !names.includes(name))
}

const bundles = {
  /** One program and its lazy parts. The server, the keyring and the questions stay packages of their own. */
  cli: () => [
    {
      ...node,
      entryPoints: ['src/main.ts'],
      minify: true,
      sourcemap: false,
      conditions: ['@kinora/source'],
      external: dependenciesWithout(['@kinora/core', 'commander', 'zod']),
      // commander and others are CommonJS and ask for Node's own modules by `require`.
      banner: {
        js: "import { createRequire as createKinoraRequire } from 'node:module'; const require = createKinoraRequire(import.meta.url);",
      },
    },
  ],
  /** The app factory, the whole platform, the program, the threads that look at files and write workbooks; types come from tsconfig.build.json. */
  server: () => [
    {
      ...node,
      packages: 'external',
      entryPoints: {
        index: 'src/index.ts',
        platform: 'src/platform.ts',
        main: 'src/main.ts',
        'media-probe-worker': 'src/adapters/probe/worker.ts',
        'spreadsheet-writer': 'src/adapters/spreadsheet/writer.ts',
      },
    },
  ],
  /**
   * What a host doesn't bundle: the stylesheets, the worker's script, and the custom elements for one script tag, whole but for
   * hls.js, which comes with the first video. The components are built by tsconfig.build.json.
   */
  react: () => [
    {
      ...browser,
      entryPoints: {
        styles: 'src/styles/index.css',
        viewer: 'src/viewer/viewer.css',
        'digest-worker': 'src/adapters/digest-worker.ts',
      },
    },
    {
      ...browser,
      entryPoints: { elements: 'src/viewer/elements.tsx' },
      minify: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [inlineStyles],
    },
  ],
}

for (const options of bundles[process.argv[2]]()) await build(options)
