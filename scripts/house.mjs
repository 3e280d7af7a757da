import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const packages = ['core', 'server', 'cli', 'react', 'portal']
const root = join(import.meta.dirname, '..', 'packages')
const walk = folder =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? walk(path) : [path]
  })
const isSource = path =>
  /\.(tsx?|css)$/.test(path) && !/\.test\.|\.stories\.|\/testing\/|\/fixtures?\/|conformance/.test(path)
const linesOf = text => text.split('\n').length - 1
/** Without endpoint and schema files, whose fields are the wire's. */
/** `calls.ts` has endpoints without their schemas (decision 0170). */
const isInside = path => !/\/(endpoints|calls|[\w-]*schema|schema-[\w-]+)\.ts$/.test(path)
const wireSpelling =
  /\b(tenantIDs?|event_Id|providerIDs?|ContentId|CollectionIds|ChannelIdsTo(Un)?Publish|item[12])\b/

const importsOf = (path, text) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to]) => resolve(dirname(path), to))

/**
 * What the source of the packages comes to: lines, files, small files that only one file of their own folder imports
 * (house plan, *Size*), lines that speak the wire's spelling outside endpoints and schemas (law 14).
 */
export const measureHouse = (names = packages) => {
  const sources = names.flatMap(name => walk(join(root, name, 'src'))).filter(isSource)
  const texts = new Map(sources.map(path => [path, readFileSync(path, 'utf8')]))
  const importers = new Map()
  for (const [path, text] of texts)
    for (const to of importsOf(path, text)) importers.set(to, [...(importers.get(to) ?? []), path])
  const scraps = sources.filter(path => {
    const by = importers.get(path) ?? []
    return by.length === 1 && dirname(by[0]) === dirname(path) && linesOf(texts.get(path)) < 60
  })
  const spellings = sources.filter(isInside).flatMap(path =>
    texts
      .get(path)
      .split('\n')
      .flatMap((line, index) => (wireSpelling.test(line) ? [`${relative(root, path)}:${index + 1}`] : [])),
  )
  return {
    lines: sources.reduce((sum, path) => sum + linesOf(texts.get(path)), 0),
    files: sources.length,
    scraps: scraps.map(
      path =>
        `${relative(root, path)} (${linesOf(texts.get(path))}) <- ${relative(root, importers.get(path)[0])}`,
    ),
    spellings,
    merged: [...texts.values()].reduce((sum, text) => sum + (text.match(/^\s*\.\.\.\{ /gm)?.length ?? 0), 0),
  }
}

/** Functions of more than 40 lines, the longest first, each by its name or by what it is given to. */
export async function longFunctions(names = packages) {
  const { parseSync, Visitor } = await import('vite')
  const found = []
  for (const path of names.flatMap(name => walk(join(root, name, 'src'))).filter(isSource)) {
    if (path.endsWith('.css')) continue
    const text = readFileSync(path, 'utf8')
    const named = new Map()
    const measure = node => {
      const lines = text.slice(node.start, node.end).split('\n').length
      if (lines <= 40) return
      const name = node.id?.name ?? named.get(node) ?? ''
      const line = text.slice(0, node.start).split('\n').length
      found.push({ lines, told: `${lines} ${relative(root, path)}:${line} ${name}` })
    }
    new Visitor({
      VariableDeclarator: ({ id, init }) => named.set(init, id.name),
      Property: ({ key, value }) => named.set(value, key.name),
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    }).visit(parseSync(path, text).program)
  }
  return found.sort((one, other) => other.lines - one.lines).map(({ told }) => told)
}

/** `node scripts/house.mjs --list scraps react`: the figures, and what stands behind one of them. */
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [listed] = process.argv.includes('--list')
    ? process.argv.slice(process.argv.indexOf('--list') + 1)
    : []
  const names = process.argv.slice(2).filter(name => packages.includes(name))
  for (const name of names.length > 0 ? names : [...packages, undefined]) {
    const house = {
      ...measureHouse(name ? [name] : packages),
      long: await longFunctions(name ? [name] : packages),
    }
    console.log(
      `${(name ?? 'all').padEnd(8)} ${house.lines} lines, ${house.files} files, ${house.scraps.length} small files with one importer beside them, ${house.spellings.length} lines in the wire's spelling, ${house.merged} literals begun by a spread one, ${house.long.length} functions over 40 lines`,
    )
    if (listed && name) console.log(house[listed].join('\n'))
  }
}
