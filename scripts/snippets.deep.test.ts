import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { moreOfNoun, plainNoun, written } from './noun.ts'
import { readSnippets } from './snippets.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules/.cache/kinora/snippets')

test('PKG-08 every snippet of the documentation compiles against what the packages are', () => {
  const snippets = readSnippets()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { file, code } of snippets) writeFileSync(join(folder, file), code)
  const options = {
    incremental: false,
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['vite/client', 'node'],
    jsx: 'react-jsx',
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: options,
      files: snippets.map(({ file }) => file),
    }),
  )
  expect(snippets.length).toBeGreaterThan(6)
  expect(mistakes(['-p', folder])).toEqual([])
})

test('decision 0103 the noun of docs/add-a-noun.md compiles in a copy of the packages', () => {
  const copy = join(root, 'node_modules/.cache/kinora/noun')
  const names = ['core', 'server', 'cli', 'react', 'portal']
  rmSync(copy, { recursive: true, force: true })
  for (const part of names.flatMap(name => [`${name}/src`, `${name}/package.json`]))
    cpSync(join(root, 'packages', part), join(copy, 'packages', part), { recursive: true })
  const files = [...plainNoun, ...moreOfNoun]
  for (const file of files) {
    const path = join(copy, 'packages', file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, written(file))
  }
  const of = (name: string) => [`@kinora/${name}`, [`./packages/${name}/src/index.ts`]]
  const options = {
    incremental: false,
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['vite/client', 'node'],
    jsx: 'react-jsx',
    paths: {
      'csv-parse/browser/esm': ['./packages/core/src/bulk/csv/csv-parse.d.ts'],
      ...Object.fromEntries(['core', 'react', 'server'].map(of)),
    },
  }
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: options,
      files: files.map(({ path }) => `packages/${path}`).filter(path => /\.tsx?$/.test(path)),
    }),
  )
  expect(mistakes(['-p', copy])).toEqual([])
})

test('every project compiles, tests, benchmarks and faults among them', () => {
  expect(mistakes(['-b', '--builders', '1'])).toEqual([])
})

/** What the compiler says, line by line. */
function mistakes(args: string[]): string[] {
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), args, {
    cwd: root,
    encoding: 'utf8',
  })
  return (stdout + stderr).split('\n').filter(line => line !== '')
}
