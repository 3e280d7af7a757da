import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { taxonomyIds } from '../taxonomies/schema.ts'
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

const code = readCode()
const literals = new Set([...code.matchAll(/'([a-zA-Z]\w*(?:\.[\w-]+)+)'/g)].map(([, key]) => key!))
/** Where dates are typed, an issue is said by the text of its code with `.typed`. */
const plain = (key: string): string => key.replace(/\.typed$/, '')

/** Whose texts a list and a deletion compose: `ui.${noun}.add`. */
const named = [...code.matchAll(/\bnoun(?:=|: )['"](\w+)['"]/g)].map(([, noun]) => noun!)
const kinds = `(?:${Object.keys(taxonomyIds).join('|')})`
const nouns = `(?:${[...named, kinds].join('|')})`

const value = /\$\{(?:[^{}`]|\{[^{}]*\})*\}/
/** What a template in the code makes, a value being one part of a key: `ui.state.${state}`. */
const templates = [
  ...new Set([...code.matchAll(/`((?:[\w.-]|\$\{(?:[^{}`]|\{[^{}]*\})*\})+)`/g)].map(([, key]) => key!)),
]
  // A type makes no text.
  .filter(key => /^[a-z]\w*\..*\$/.test(key) && !/\$\{[A-Z]/.test(key))
  .map(key => key.replace(/^ui\.\$\{noun\}/, `ui.${nouns}`).replace(/^ui\.\$\{kind\}/, `ui.${kinds}`))
  .map(key => new RegExp(`^${key.replaceAll('.', '\\.').split(value).join('[\\w-]+')}$`))
const isComposed = (key: string): boolean => templates.some(made => made.test(plain(key)))

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
    const isUsed = (key: string) => literals.has(plain(key)) || isComposed(key)
    const waiting = new Set(Object.keys(all.registerTexts))
    const dead = Object.keys(en).filter(key => !isUsed(key) && !waiting.has(key))
    const arrived = [...waiting].filter(key => literals.has(key))
    expect({ dead, arrived }).toEqual({ dead: [], arrived: [] })
  })

  /** Words that other languages tell apart: what each key of the same text means. */
  const apart: Readonly<Record<string, string>> = {
    All: 'every act, every row, every kind of event: agrees with what it counts',
    'Clear selection': 'of rows, of the tenant',
    Day: 'how much of the calendar, the days of a report',
    Delete: 'to delete, the key',
    Deleted: 'a state, the date',
    End: 'to end a sign-in, when a caption ends',
    Favourite: 'to add it, that it is one',
    From: 'where a caller comes from, the first day',
    'General settings': 'of a tenant, of its site',
    Key: 'for a machine, of a text',
    Media: 'a part of the portal, where a provider’s media are',
    New: 'a state, the sample of a badge',
    Next: 'when it takes place next, the following week',
    None: 'no class, no subscription, no sub category: agrees with what isn’t there',
    Off: 'a member, a part of a tenant',
    Pages: 'of the portal, of a list, of a document',
    Platform: 'an owner, where media are',
    Preview: 'what is shown, to show it',
    Published: 'a state, the date',
    'Ready to publish': 'what it takes, that it is so',
    Stop: 'to stop it, that it was stopped',
    Subscriptions: 'the packages, what sells them',
    Upload: 'to upload, the step',
  }

  test('decision 0112: one key for one meaning', () => {
    const own = Object.entries(en)
      .filter(([key]) => key.startsWith('ui.') && (literals.has(key) || !isComposed(key)))
      .map(([, text]) => JSON.stringify(text))
    const twice = new Set(own.filter((text, index) => own.indexOf(text) < index))
    expect([...twice].map(text => JSON.parse(text)).sort()).toEqual(Object.keys(apart).sort())
  })
})
