import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'vite'
import { toDataModule } from './endpoint-data.ts'

/**
 * EMBED-08, decision 0169: what the compiler has written of a package, so that a bundler leaves out what a host doesn't use. No code
 * of ours is changed by it: a file is split, an import is given another name, a call is marked.
 */
const folder = process.argv[2]!
const slashed = (path: string): string => path.replaceAll(sep, '/')
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map(slashed)
  .filter(name => name.endsWith('.js'))
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

/**
 * Browsers get the endpoints of core without their schemas, by the condition `browser` of its import `#endpoints/*`; Node and all
 * others get both (decision 0013).
 */
async function packEndpoints(): Promise<void> {
  const files = scripts.filter(name => /^[\w-]+\/endpoints\.js$/.test(name))
  for (const name of files) {
    const exported = await import(pathToFileURL(join(folder, name)).href)
    write(name.replace(/\.js$/, '.data.js'), toDataModule(name, exported))
  }
  for (const name of scripts) {
    const source = read(name)
    const renamed = source.replace(/(?<= from ')(\.[^']*)\/endpoints\.js(?=')/g, (_, noun: string) => {
      const inside = slashed(relative(folder, join(folder, dirname(name), noun)))
      return `#endpoints/${inside}`
    })
    if (renamed !== source) write(name, renamed)
  }
}

/** Making a schema does nothing else: a bundler may drop one that nobody uses. */
function markPureCalls(): void {
  for (const name of scripts) {
    const source = read(name)
    if (!/^import \* as z from 'zod'/m.test(source)) continue
    const starts = [...new Set(pureCalls(parseAst(source)))].sort((one, other) => other - one)
    const marked = starts.reduce(
      (text, at) => `${text.slice(0, at)}/* @__PURE__ */ ${text.slice(at)}`,
      source,
    )
    write(name, marked)
  }
}

interface AstNode {
  type: string
  start: number
  name?: string
  callee?: AstNode
  object?: AstNode
}

/** Where calls begin that make a schema as the file is loaded; what stands in a function runs later. */
function pureCalls(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(pureCalls)
  if (typeof node !== 'object' || node === null) return []
  const { type } = node as AstNode
  if (/Function/.test(type)) return []
  const below = Object.values(node).flatMap(pureCalls)
  return type === 'CallExpression' && makesSchema(rootOf(node as AstNode))
    ? [(node as AstNode).start, ...below]
    : below
}

/** Of zod, of another schema, or of a function that is called as they are. */
const makesSchema = (name = ''): boolean =>
  name === 'z' || (/^[A-Z][a-z]/.test(name) && !(name in globalThis))

/** The name that a chain of calls and properties begins with. */
const rootOf = ({ callee, object, name }: AstNode): string | undefined => {
  const left = callee ?? object
  return left === undefined ? name : rootOf(left)
}

/**
 * What a file passes on by name is moved to files of their own: some bundlers (esbuild) load all that a file which names exports leads
 * to, used or not; of `export *` they load what is asked for.
 */
function splitNames(name: string): void {
  const source = read(name)
  const own = `${dirname(name)}/split/${basename(name, '.js')}`
  const split = source.replace(/^export \{[^}]*\} from '(\.[^']*)\.js';$/gm, (line, from: string) => {
    const part = `${own}${from.replaceAll(/[./]+/g, '-')}.js`
    mkdirSync(join(folder, dirname(part)), { recursive: true })
    write(part, `${line.replace(/'(\.\.?\/)/, (_, up: string) => (up === './' ? "'../" : "'../../"))}\n`)
    return `export * from './split/${basename(part)}';`
  })
  if (split !== source) write(name, split)
}

/**
 * Each file that the index exports from gets one beside it for what is public of it, which a host may import by its name too
 * (`@kinora/react/title-list`).
 */
function splitIndex(): void {
  const declared = linesOf('index.d.ts')
  const running = linesOf('index.js')
  mkdirSync(join(folder, 'parts'), { recursive: true })
  const nameOf = createNames(declared.map(line => line.from))
  const index = { js: '', ts: '' }
  for (const { from, text } of declared) {
    const part = nameOf(from)
    const script = running.find(line => line.from === from)?.text ?? 'export {};\n'
    write(`parts/${part}.d.ts`, text.replaceAll("'./", "'../"))
    write(`parts/${part}.js`, script.replaceAll("'./", "'../"))
    index.ts += `export * from './parts/${part}.js';\n`
    index.js += `export * from './parts/${part}.js';\n`
  }
  // Of each part's file; the index has another text than the compiler mapped.
  rmSync(join(folder, 'index.d.ts.map'))
  write('index.d.ts', index.ts)
  write('index.js', index.js)
}

/** The statements of an index, each of which exports from one file; a file may have two. */
function linesOf(name: string): { from: string; text: string }[] {
  const byFile = Map.groupBy(
    read(name).match(/^export [^;]*;$/gm) ?? [],
    line => line.match(/from '(.*)\.\w+'/)![1]!,
  )
  return [...byFile].map(([from, lines]) => ({ from, text: `${lines.join('\n')}\n` }))
}

/** A file is called by its own name, and by that of its folder as well where another has the same. */
function createNames(files: readonly string[]): (file: string) => string {
  const plain = (file: string): string => basename(file)
  const isAlone = (file: string): boolean => files.filter(each => plain(each) === plain(file)).length === 1
  return file => (isAlone(file) ? plain(file) : `${basename(dirname(file))}-${plain(file)}`)
}

/**
 * A lazy part of a page for staff is drawn beneath its root, and says so: some bundlers (esbuild) make a file for each set of lazy
 * parts that share something, and so tore the root into twelve. Parts for viewers have no root.
 */
function nameRoot(): void {
  const root = ['session/kinora-root.js', 'kernel/kinora.js']
  const missing = root.filter(name => !scripts.includes(name))
  if (missing.length === root.length) return
  if (missing.length > 0) throw new Error(`${missing[0]} is not there: the root goes by another name`)
  const ofViewers = reachOf('viewer/index.js', 'ever')
  const lazy = new Set(scripts.flatMap(name => importsOf(name).lazy))
  const circle = root
    .flatMap(name => [...reachOf(name, 'now')])
    .find(name => lazy.has(name) && !ofViewers.has(name))
  if (circle !== undefined) throw new Error(`${circle} is loaded late and with the root: one of them must go`)
  for (const name of lazy.difference(ofViewers)) {
    const lines = root.map(each => `import './${slashed(relative(dirname(name), each))}';\n`)
    const source = read(name)
    const named = source.replace(/(?=^\/\/# sourceMappingURL)/m, lines.join(''))
    if (named === source)
      throw new Error(`${name} has no line of its source map, before which the root is named`)
    write(name, named)
  }
}

/** The files of the package that one imports, at once and later. */
function importsOf(name: string): { now: string[]; lazy: string[] } {
  const inside = (path: string): string => slashed(join(dirname(name), path))
  const found = [...read(name).matchAll(/( from |\bimport\()'(\.[^']*\.js)'/g)]
  const { now = [], lazy = [] } = Object.groupBy(found, ([, word]) => (word === ' from ' ? 'now' : 'lazy'))
  return { now: now.map(each => inside(each[2]!)), lazy: lazy.map(each => inside(each[2]!)) }
}

function reachOf(name: string, when: 'now' | 'ever', reached = new Set<string>()): Set<string> {
  if (reached.has(name)) return reached
  reached.add(name)
  const { now, lazy } = importsOf(name)
  for (const each of when === 'now' ? now : [...now, ...lazy]) reachOf(each, when, reached)
  return reached
}

await packEndpoints()
markPureCalls()
nameRoot()
for (const name of scripts.filter(each => each !== 'index.js')) splitNames(name)
splitIndex()
