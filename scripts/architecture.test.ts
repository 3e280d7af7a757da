import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', 'packages')
const files = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (name === 'node_modules' || name === 'dist') return []
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })
const isTest = (path: string) => /\.test\.|\.stories\.|\/testing\/|conformance/.test(path)
const imports = (path: string): string[] =>
  [
    ...readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)\b[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].map(match => match[1] ?? match[2] ?? match[3]!)
const inSource = (name: string) => files(join(root, name, 'src')).filter(path => !isTest(path))
/** `core/kernel/errors.ts` for a relative import, the name itself for a package. */
const resolve = (from: string, to: string) =>
  to.startsWith('.') ? relative(root, join(dirname(from), to)).replace('/src/', '/') : to
const edges = (name: string) =>
  inSource(name).flatMap(from =>
    imports(from).map(to => ({ from: relative(root, from).replace('/src/', '/'), to: resolve(from, to) })),
  )
const breaking = (name: string, rule: (from: string, to: string) => boolean) =>
  edges(name)
    .filter(({ from, to }) => rule(from, to))
    .map(({ from, to }) => `${from} -> ${to}`)
const mayTouchPlatform = (from: string) => /\/adapters\/|\/main\.tsx?$|\/platform\.ts$/.test(from)

describe('who may import whom (house plan; PKG-01 to PKG-05)', () => {
  test('PKG-01 the kernel of core knows no noun, core no platform and no other package of ours', () => {
    const nouns = /^core\/(?!kernel|messages|access)/
    expect(breaking('core', (from, to) => from.startsWith('core/kernel/') && nouns.test(to))).toEqual([])
    expect(breaking('core', (_, to) => /^node:|^react|^@kinora\//.test(to))).toEqual([])
  })
  test('endpoints of core stand in files of that name, which the portal builds without schemas', () => {
    const mayDefine = /^core\/(kernel\/|index\.ts$|[\w-]+\/endpoints\.ts$)/
    expect(breaking('core', (from, to) => to === 'core/kernel/endpoint.ts' && !mayDefine.test(from))).toEqual(
      [],
    )
  })
  test('PKG-02 the server imports core only, and Node only in adapters and composition roots', () => {
    expect(breaking('server', (_, to) => /^@kinora\/(?!core)|^react/.test(to))).toEqual([])
    expect(breaking('server', (from, to) => to.startsWith('node:') && !mayTouchPlatform(from))).toEqual([])
  })
  test('PKG-03 the CLI reaches the server only from serve', () => {
    expect(
      breaking('cli', (from, to) => to.startsWith('@kinora/server') && from !== 'cli/commands/serve.ts'),
    ).toEqual([])
    expect(breaking('cli', (_, to) => /^@kinora\/(react|portal)/.test(to))).toEqual([])
  })
  test('PKG-04 components import core; the UI kit knows no noun; there is no router inside', () => {
    expect(breaking('react', (_, to) => /^@kinora\/(?!core)|router/.test(to))).toEqual([])
    expect(
      breaking(
        'react',
        (from, to) => from.startsWith('react/ui/') && /^@kinora\/|^react\/(?!ui|styles)/.test(to),
      ),
    ).toEqual([])
    expect(
      breaking(
        'react',
        (from, to) => from.startsWith('react/kernel/') && /^react\/(?!kernel|adapters|ui)/.test(to),
      ),
    ).toEqual([])
  })
  test('PKG-05 the portal composes core and react; nobody imports the portal', () => {
    expect(breaking('portal', (_, to) => /^@kinora\/(?!core|react)/.test(to))).toEqual([])
    for (const name of ['core', 'server', 'cli', 'react'])
      expect(breaking(name, (_, to) => to === '@kinora/portal')).toEqual([])
  })
  test('nouns of core have no import cycles', () => {
    const graph = new Map<string, Set<string>>()
    const noun = (path: string) => path.match(/^core\/([^/]+)\//)?.[1]
    for (const { from, to } of edges('core')) {
      const [a, b] = [noun(from), noun(to)]
      if (a && b && a !== b && ![a, b].some(name => ['kernel', 'messages'].includes(name)))
        graph.set(a, (graph.get(a) ?? new Set()).add(b))
    }
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      [...(graph.get(from) ?? [])].some(
        next => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
      )
    expect([...graph.keys()].filter(name => reaches(name, name))).toEqual([])
  })
})

describe('rooms stay small', () => {
  test('no source file passes 300 lines (messages, migrations and tests aside)', () => {
    const long = ['core', 'server', 'cli', 'react', 'portal']
      .flatMap(inSource)
      .filter(path => !/messages\/|migrations\//.test(path))
      .map(path => [relative(root, path), readFileSync(path, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 301)
    expect(long).toEqual([])
  })
})

describe('the style sheet', () => {
  test('no selector ends in a list alone, which would be tried with every element of a page', () => {
    const folder = join(root, 'react/src/styles')
    const found = readdirSync(folder).flatMap(name =>
      [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/^.*[\s>+~]:(?:is|where)\([^()]*\)\s*[,{]$/gm),
      ].map(([line]) => `${name}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
