import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkBatch } from '../batches/rules.ts'
import { BatchDraft } from '../batches/schema.ts'
import { checkDocument } from '../documents/schema.ts'
import type { Issue } from '../kernel/errors.ts'
import { checkWith } from '../kernel/issues.ts'
import { createMessages } from '../kernel/messages.ts'
import { GeneralDraft } from '../site/schema.ts'
import { SubscriptionDraft } from '../subscriptions/schema.ts'
import { checkTaxonomy } from '../taxonomies/rules.ts'
import { missingToPublish } from '../titles/completeness.ts'
import { checkTitle, emptyTitleDraft } from '../titles/rules.ts'
import { TitleDraft } from '../titles/schema.ts'
import { en } from './en.ts'

const messages = createMessages(en)
const nameOf = (path: string): string => en[`field.${path}` as keyof typeof en] as string

/** The components that make forms, lists and filters. */
function readScreens(): string {
  const packages = join(import.meta.dirname, '../../..')
  const files = globSync('{react,portal}/src/**/*.tsx', { cwd: packages }).filter(
    file => !/\.(test|stories)\./.test(file),
  )
  return files.map(file => readFileSync(join(packages, file), 'utf8')).join('\n')
}

describe('one name for each field', () => {
  test.each([
    ['titles', Object.keys(TitleDraft.shape)],
    ['batches', [...Object.keys(BatchDraft.shape), 'file']],
    ['taxonomies', ['name', 'isActive']],
  ])('every field of %s has one', (_, paths) => {
    expect(paths.filter(path => nameOf(path) === undefined)).toEqual([])
  })

  test('a form labels a field by it, where it does so itself; these two are called by what they hold', () => {
    const named = [...readScreens().matchAll(/\bname="(\w+)"[^<>]*?label=\{text\('([\w.]+)'\)\}/g)]
    const others = named
      .filter(([, path, key]) => key !== `field.${path}`)
      .map(([, path, key]) => [path, key])
    expect(others).toEqual([
      ['imageLink', 'ui.cover'],
      ['documentIds', 'ui.nav.documents'],
    ])
  })

  /** Exact texts of the register that name no field of ours. */
  const fixed: ReadonlySet<string> = new Set(['validation.url', 'validation.maxOptions'])
  const long = 'a'.repeat(20_000)
  const wrongTitle = {
    ...emptyTitleDraft,
    ...{ className: `${long}\n`, classDescription: long, instructor: `${long}\n`, keywords: ['a\nb'] },
    ...{ startDate: '2026-12-02T00:00:00', endDate: '2026-12-01T00:00:00', scheduleDate: 'soon' },
  }
  const issues: Issue[] = [
    ...checkTitle(wrongTitle),
    ...checkTitle({ startDate: 'soon', endDate: 'later' }),
    ...missingToPublish(emptyTitleDraft),
    ...checkBatch({ title: '', notificationEmail: '' }, undefined),
    ...checkWith(GeneralDraft, { appTitle: ' ', contactEmail: 'nobody' }),
    ...checkWith(SubscriptionDraft, { title: '', description: '' }),
    ...checkDocument({ title: '' }),
    ...checkTaxonomy({ name: {} }, { languageCodes: ['en-GB'], languageTag: 'en-GB' }),
  ]
  test('its errors name it so', () => {
    const told = issues
      .filter(({ code }) => !fixed.has(code))
      .map(issue => [issue, messages.issue(issue)] as const)
      .filter(([{ path }, words]) => !words.toLowerCase().includes(nameOf(path.split('.')[0]!).toLowerCase()))
      .map(([{ path }, words]) => `${path}: ${words}`)
    expect(told).toEqual([])
    expect(new Set(issues.map(({ path }) => path.split('.')[0])).size).toBeGreaterThan(12)
  })

  test('so do columns and filters: the names stand nowhere else', () => {
    const names = new Set(
      Object.entries(en).flatMap(([key, text]) => (key.startsWith('field.') ? [text] : [])),
    )
    const again = Object.entries(en).filter(
      ([key, text]) => /^ui\.titles\.(column|filter|field)/.test(key) && names.has(text),
    )
    expect(again.map(([key]) => key)).toEqual([])
  })
})
