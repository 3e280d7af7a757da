import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { type Rolldown, build as vite } from 'vite'

/** The bundlers that a host is likely to have: Vite brings Rolldown, most others esbuild or work as it does. */
export const bundlers = ['rolldown', 'esbuild'] as const
export type Bundler = (typeof bundlers)[number]

/** What a page loads before it can run: of the packages as they are packed, without React. */
export interface FirstLoad {
  /** KiB, gzipped; what is loaded later isn't counted. */
  size: number
  /** The files that are in it, below the workspace: `packages/core/dist/…`, `node_modules/zod/…`. */
  modules: string[]
}

const root = `import { createKinora } from '@kinora/react/kinora'
import { KinoraRoot } from '@kinora/react/kinora-root'
`
const page = (...parts: (readonly [name: string, file: string])[]): string =>
  `${root}${parts.map(([name, file]) => `import { ${name} } from '@kinora/react/${file}'\n`).join('')}globalThis.shown = [createKinora, KinoraRoot, ${parts.map(([name]) => name).join()}]`

/** A page of a viewers’ site with these parts. */
const viewer = (...parts: string[]): string => {
  const names = ['createViewer', 'siteServer', 'ViewerProvider', ...parts].join(', ')
  return `import { ${names} } from '@kinora/react/viewer'\nglobalThis.shown = [${names}]`
}

/** Pages of hosts, and the KiB that they may take (decision 0169). */
export const hosts = {
  uploader: {
    statement: `import { createUploader } from '@kinora/core/uploader'\nglobalThis.shown = createUploader`,
    limits: { rolldown: 20, esbuild: 20 },
  },
  client: {
    statement: `import { contract, createApi, createSend } from '@kinora/core'\nglobalThis.shown = [contract, createApi, createSend]`,
    limits: { rolldown: 15, esbuild: 15 },
  },
  root: { statement: page(), limits: { rolldown: 35, esbuild: 38 } },
  UploadTray: {
    statement: page(['UploadTray', 'upload-tray']),
    limits: { rolldown: 37, esbuild: 38 },
  },
  TitleList: {
    statement: page(['TitleList', 'title-list']),
    limits: { rolldown: 104, esbuild: 115 },
  },
  TitleEditor: {
    statement: page(['TitleEditor', 'title-editor']),
    limits: { rolldown: 123, esbuild: 134 },
  },
  'player without hls.js': {
    statement: `import { TitlePlayer } from '@kinora/react/title-player'\nglobalThis.shown = TitlePlayer`,
    limits: { rolldown: 20, esbuild: 20 },
  },
  'viewers’ player without hls.js': {
    statement: viewer('Player'),
    limits: { rolldown: 19, esbuild: 20 },
  },
  'all parts of a viewers’ site': {
    statement: viewer('ClassPage', 'ClassGrid', 'Collection', 'Schedule', 'EventPage'),
    limits: { rolldown: 32, esbuild: 34 },
  },
} as const satisfies Record<string, { statement: string; limits: Record<Bundler, number> }>

interface Chunk {
  name: string
  code: string
  imports: string[]
  modules: string[]
  isEntry: boolean
}

const workspace = resolve(import.meta.dirname, '../../..')

/** In the workspace, so that a host there finds what npm has installed. */
const cache = join(workspace, 'node_modules/.cache')

export interface Place {
  /** A folder of the workspace whose packages the page finds first. */
  folder?: string
  /** Packages that are left out besides React. */
  without?: readonly string[]
}

/** Bundles a page that runs the statement, and tells what it loads first. */
export async function firstLoad(bundler: Bundler, statement: string, place: Place = {}): Promise<FirstLoad> {
  const { folder = cache, without = [] } = place
  mkdirSync(folder, { recursive: true })
  const host = mkdtempSync(join(folder, 'host-'))
  const left = ['react', 'react-dom', ...without]
  try {
    const page = join(host, 'page.js')
    writeFileSync(page, statement)
    const chunks = await (bundler === 'rolldown' ? withRolldown(page, left) : withEsbuild(page, left))
    const first = neededAtOnce(chunks)
    const modules = first
      .flatMap(chunk => chunk.modules)
      .filter(name => !/\/host-[^/]+\/page\.js$/.test(name))
    const bytes = first.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).byteLength, 0)
    return { size: bytes / 1024, modules: [...new Set(modules)].sort() }
  } finally {
    rmSync(host, { recursive: true, force: true })
  }
}

/** The page’s own chunk and all that it imports before it runs. */
function neededAtOnce(chunks: readonly Chunk[]): Chunk[] {
  const needed = new Set<Chunk>()
  const need = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) need(chunks.find(each => each.name === name))
  }
  need(chunks.find(chunk => chunk.isEntry))
  return [...needed]
}

async function withRolldown(page: string, left: readonly string[]): Promise<Chunk[]> {
  const built = await vite({
    configFile: false,
    root: join(page, '..'),
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: page, external: left.map(name => new RegExp(`^${name}($|/)`)) },
    },
  })
  return (built as Rolldown.RolldownOutput).output
    .filter(file => file.type === 'chunk')
    .map(({ fileName, code, imports, moduleIds, isEntry }) => ({
      ...{ name: fileName, code, imports, isEntry },
      modules: moduleIds.map(id => relative(workspace, id)),
    }))
}

async function withEsbuild(page: string, left: readonly string[]): Promise<Chunk[]> {
  const { outputFiles, metafile } = await esbuild({
    ...{ entryPoints: [page], bundle: true, write: false, metafile: true, absWorkingDir: workspace },
    ...{ format: 'esm', splitting: true, minify: true, target: 'es2022', logLevel: 'silent' },
    outdir: join(workspace, 'out'),
    external: left.flatMap(name => [name, `${name}/*`]),
  })
  return Object.entries(metafile.outputs).map(([name, { imports, inputs, entryPoint }]) => ({
    name,
    code: outputFiles.find(file => relative(workspace, file.path) === name)!.text,
    imports: imports.filter(each => each.kind === 'import-statement').map(each => each.path),
    modules: Object.entries(inputs).flatMap(([id, { bytesInOutput }]) => (bytesInOutput > 0 ? [id] : [])),
    isEntry: entryPoint === relative(workspace, page),
  }))
}
