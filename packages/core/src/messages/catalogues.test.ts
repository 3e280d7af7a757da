import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import * as all from './catalogues.ts'
import { en } from './en.ts'

const catalogues = Object.entries<Catalogue>(all)

/** The code of all packages without tests and without the catalogues. */
function readCode(): string {
  const packages = join(import.meta.dirname, '../../..')
  const isCode = (file: string) => !file.includes('.test.') && !file.startsWith('core/src/messages/')
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: packages }).filter(isCode)
  return files.map(file => readFileSync(join(packages, file), 'utf8')).join('\n')
}

describe('ERR-19 catalogues', () => {
  test('no key stands in two of them, and together they are all texts', () => {
    const owner = new Map<string, string>()
    const twice: string[] = []
    for (const [name, catalogue] of catalogues) {
      for (const key of Object.keys(catalogue)) {
        if (owner.has(key)) twice.push(`${key}: ${owner.get(key)} and ${name}`)
        owner.set(key, name)
      }
    }
    expect(twice).toEqual([])
    expect([...owner.keys()].sort()).toEqual(Object.keys(en).sort())
  })

  test('every text is used; those of the register that wait for their screens are not', () => {
    const code = readCode()
    const literals = new Set([...code.matchAll(/'([a-zA-Z]\w*(?:\.[\w-]+)+)'/g)].map(([, key]) => key!))
    const starts = [...new Set([...code.matchAll(/`([a-zA-Z][\w.]*\.)\$\{/g)].map(([, start]) => start!))]
    // Where dates are typed, an issue is said by the text of its code with `.typed`.
    const isUsed = (each: string) => {
      const key = each.replace(/\.typed$/, '')
      return literals.has(key) || starts.some(start => key.startsWith(start))
    }
    const waiting = new Set(Object.keys(all.registerTexts))
    const dead = Object.keys(en).filter(key => !isUsed(key) && !waiting.has(key))
    const arrived = [...waiting].filter(key => literals.has(key))
    expect({ dead, arrived }).toEqual({ dead: [], arrived: [] })
  })
})
