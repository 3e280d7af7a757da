import { execFileSync } from 'node:child_process'
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
  let said = ''
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder, encoding: 'utf8' })
  } catch (cause) {
    said = (cause as { stdout: string }).stdout
  }
  expect(snippets.length).toBeGreaterThan(12)
  expect(said.split('\n').filter(line => line !== '')).toEqual([])
})
