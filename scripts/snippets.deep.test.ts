import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSnippets } from './snippets.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules/.cache/kinora/snippets')

test('PKG-08 every snippet of the documentation compiles against what the packages are', () => {
  const snippets = readSnippets()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { file, code } of snippets) writeFileSync(join(folder, file), code)
  const sources = ['core', 'server', 'cli', 'react'].map(name => [
    `#${name}/*`,
    [join(root, 'packages', name, 'src/*')],
  ])
  const options = {
    incremental: false,
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: ['vite/client', 'node'],
    jsx: 'react-jsx',
    paths: Object.fromEntries(sources),
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: options,
      files: snippets.map(({ file }) => file),
    }),
  )
  expect(snippets.length).toBeGreaterThan(12)
  expect(mistakes(['-p', folder])).toEqual([])
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
