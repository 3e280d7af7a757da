import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerId } from '../../../scripts/hover-texts.ts'
import { bundlers, firstLoad, hosts } from './first-load.ts'

const packages = join(import.meta.dirname, '../..')
const run = promisify(execFile)

beforeAll(async () => {
  await run(process.execPath, [join(packages, '../scripts/build.mjs'), '--stale', 'core', 'react'])
})

describe('PKG-01 the packages as they are packed', () => {
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
    const modulesOf = async (name: string) =>
      (await firstLoad('rolldown', `import { ${name} } from '@kinora/react'\nglobalThis.shown = ${name}`))
        .modules
    const [button, quota] = [await modulesOf('Button'), await modulesOf('QuotaCard')]
    expect(button).not.toEqual([])
    expect(button.filter(id => !id.startsWith('packages/react/dist/ui/'))).toEqual([])
    expect(quota).not.toEqual([])
    const others = [
      '@tanstack/table-core',
      '@ariakit',
      '@tiptap',
      'react-hook-form',
      'react/dist/titles',
      'zod',
    ]
    expect(quota.filter(id => others.some(other => id.includes(`/${other}`)))).toEqual([])
    expect(quota.filter(id => id.startsWith('packages/core/dist/messages/')).length).toBeLessThan(8)
  })

  test('EMBED-08 each file that the index exports from is an entry of its own, with the same names', async () => {
    const script = `Promise.all([import('@kinora/react'), import('@kinora/react/title-list'), import('@kinora/react/kinora')]).then(
      ([all, list, kinora]) => console.log(all.TitleList === list.TitleList, all.createKinora === kinora.createKinora))`
    expect((await run(process.execPath, ['-e', script], { cwd: packages })).stdout).toBe('true true\n')
    const part = readFileSync(join(packages, 'react/dist/parts/title-list.d.ts'), 'utf8')
    expect(part).toContain('TitleListProps')
  })

  test('PKG-08 what an editor shows of them names no id of our register', () => {
    const texts = ['core', 'react'].flatMap(name => {
      const folder = join(packages, name, 'dist')
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.d.ts'))
        .map(file => [file, readFileSync(join(folder, file), 'utf8')] as const)
    })
    expect(texts.length).toBeGreaterThan(300)
    expect(
      texts.filter(([, text]) => new RegExp(`${registerId}|†`).test(text)).map(([file]) => file),
    ).toEqual([])
  })

  test('EMBED-06 what an editor goes to is the line of the source that declares it', () => {
    const wrong: string[] = []
    let count = 0
    for (const name of ['core', 'react']) {
      const folder = join(packages, name, 'dist')
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter(each => each.endsWith('.d.ts.map'))) {
        const map = new SourceMap(JSON.parse(readFileSync(join(folder, file), 'utf8')))
        const source = readFileSync(join(folder, dirname(file), map.payload.sources[0]!), 'utf8').split('\n')
        const declared = readFileSync(join(folder, file.slice(0, -'.map'.length)), 'utf8').split('\n')
        for (const [at, line] of declared.entries()) {
          const [, before, word] =
            /^((?:export |declare )*(?:function|interface|type|class|const) )(\w+)/.exec(line) ?? []
          if (word === undefined) continue
          count++
          const found = map.findEntry(at, before!.length)
          if (!('originalLine' in found && source[found.originalLine]?.includes(word)))
            wrong.push(`${file}: ${word}`)
        }
      }
    }
    expect(count).toBeGreaterThan(3000)
    expect(wrong).toEqual([])
  })

  test('EMBED-08 a browser gets the endpoints of core without their schemas, Node with them', async () => {
    const statement = `import { contract } from '@kinora/core'\nglobalThis.contract = contract`
    for (const bundler of bundlers) {
      const { modules } = await firstLoad(bundler, statement)
      expect(modules.filter(id => /zod|schema\.js|endpoints\.js/.test(id))).toEqual([])
    }
    const script = `import('@kinora/core').then(({ contract }) => console.log(contract.titles.search.input.safeParse({ take: 'x' }).success))`
    expect((await run(process.execPath, ['-e', script], { cwd: packages })).stdout).toBe('false\n')
  })

  test('EMBED-03 the uploader has neither schemas nor contract with it', async () => {
    for (const bundler of bundlers) {
      const { modules } = await firstLoad(bundler, hosts.uploader.statement)
      expect(modules.filter(id => /zod|endpoints|contract|\/schema\.js/.test(id))).toEqual([])
    }
  })
})

describe('EMBED-08 what a host’s page loads first', () => {
  const rows = Object.entries(hosts).flatMap(([name, { statement, limits }]) =>
    bundlers.map(bundler => ({ name, bundler, statement, limit: limits[bundler] })),
  )
  test.each(rows)('$name by $bundler: at most $limit KiB', async ({ bundler, statement, limit }) => {
    expect((await firstLoad(bundler, statement)).size).toBeLessThanOrEqual(limit)
  })
})
