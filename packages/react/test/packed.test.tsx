import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build as bundle, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const packages = join(import.meta.dirname, '../..')
const run = promisify(execFile)
// In the workspace, so that a host there finds what npm has installed.
const cache = join(packages, '../node_modules/.cache')
mkdirSync(cache, { recursive: true })
const host = mkdtempSync(join(cache, 'host-'))
afterAll(() => rmSync(host, { recursive: true, force: true }))

/** What a page loads first that imports one of these: the names of packages and files that are in it, page by page. */
async function firstScripts(...names: string[]): Promise<string[][]> {
  const pages = names.map(name => join(host, `${name}.ts`))
  for (const [index, name] of names.entries())
    writeFileSync(pages[index]!, `import { ${name} } from '@kinora/react'\nglobalThis.shown = ${name}\n`)
  const built = await bundle({
    configFile: false,
    root: host,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input: pages, external: [/^react($|\/)/, /^react-dom($|\/)/] } },
  })
  const chunks = (built as Rolldown.RolldownOutput).output.filter(file => file.type === 'chunk')
  const modulesOf = (page: string): string[] => {
    const needed = new Set<string>()
    const need = (fileName: string | undefined): void => {
      const chunk = chunks.find(each => each.fileName === fileName)
      if (chunk === undefined || needed.has(chunk.fileName)) return
      needed.add(chunk.fileName)
      chunk.imports.forEach(need)
    }
    need(chunks.find(chunk => chunk.isEntry && chunk.facadeModuleId === page)?.fileName)
    const modules = chunks.filter(chunk => needed.has(chunk.fileName)).flatMap(chunk => chunk.moduleIds)
    return modules.map(id => id.split('node_modules/').at(-1)!.replace(`${packages}/`, ''))
  }
  return pages.map(modulesOf)
}

describe('PKG-01 the packages as they are packed', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(packages, '../scripts/build.mjs'), 'core', 'react'])
  })

  test('have every file that their entries name, and run in Node and as client components', async () => {
    for (const name of ['core', 'react']) {
      const folder = join(packages, name)
      const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const named: string[] = JSON.stringify(exports).match(/\.\/dist\/[\w./-]+(?=")/g) ?? []
      expect(named.filter(path => !existsSync(join(folder, path)))).toEqual([])
    }
    const entries = Object.keys(
      JSON.parse(readFileSync(join(packages, 'core/package.json'), 'utf8')).exports,
    ).filter(entry => !entry.endsWith('.json'))
    const imports = entries.map(entry => `import('@kinora/core${entry.slice(1)}')`).join(',')
    const script = `Promise.all([${imports}]).then(all => console.log(all.every(each => Object.keys(each).length > 0)))`
    expect((await run(process.execPath, ['-e', script], { cwd: packages })).stdout).toBe('true\n')
    const components = readdirSync(join(packages, 'react/dist/ui'), { recursive: true, encoding: 'utf8' })
    for (const name of components.filter(each => each.endsWith('.js')))
      expect(readFileSync(join(packages, 'react/dist/ui', name), 'utf8')).toMatch(/^'use client';/)
  })

  test('give a host what it imports, and no list, form or noun beside it', async () => {
    const [button, quota] = (await firstScripts('Button', 'QuotaCard')) as [string[], string[]]
    expect(button).not.toEqual([])
    expect(button.filter(id => !/^(react\/dist\/ui|\.cache)\//.test(id))).toEqual([])
    expect(quota).not.toEqual([])
    const others = ['@tanstack/table-core', '@ariakit', '@tiptap', 'react-hook-form', 'react/dist/titles']
    expect(quota.filter(id => others.some(other => id.startsWith(other)))).toEqual([])
    expect(quota.filter(id => id.startsWith('core/dist/messages/')).length).toBeLessThan(8)
  })
})
