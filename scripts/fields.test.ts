import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as core from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { fieldTables } from './fields.mjs'
import { heading, idsOf } from './requirements.mjs'

type Shaped = { shape: Record<string, unknown> }
const { general, web, mobile, social, app, custom } = core.siteDrafts
const ofConfiguration = { tag: 0, tenantId: 0, version: 0, configurationType: 0 }
/** The schemas whose fields a table has: what people set, and what is answered. */
const schemas: Record<string, readonly Shaped[]> = {
  'B-10': [core.TenantDraft, core.Tenant, core.TenantSettings, core.AppKeyPair],
  'B-11': [core.WebSettingsDraft],
  'B-12': [core.AppSettingsDraft],
  'B-13': [core.ProviderDraft, core.ProviderAccount, core.ProviderRecord],
  'B-14': [core.ChannelDraft, core.ChannelRecord],
  'B-15': [core.EventDraft, core.ScheduledEvent],
  'B-15a': [core.AttachedClass],
  'B-16': [core.CollectionDraft, core.Collection],
  'B-17': [core.SubscriptionDraft, core.Subscription],
  'B-18': [core.DocumentDraft, core.Document],
  'B-19': [core.TermsDraft, core.TermsFile],
  'B-20': [general, web, mobile, { shape: ofConfiguration }],
  'B-21': [social, app, custom, { shape: ofConfiguration }],
  'B-22': [core.Member, core.MemberSubscription],
  'B-23': [core.MemberImport],
  'B-24': [core.FavouriteChange],
}

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const titlesOf = (file: string) => [...read(file).matchAll(heading)].map(match => match[2]!)
const rows = Object.entries(fieldTables).flatMap(([id, all]) =>
  all.map(row => ({ id, name: `${id} ${row.fields.join(', ')}`, row })),
)

describe('B-10 to B-24 every field has an effect', () => {
  test('each table of the register stands here', () =>
    expect(Object.keys(fieldTables)).toEqual(Object.keys(schemas)))

  test.each(Object.entries(schemas))('%s: each field of its schemas has one row', (id, all) => {
    const known = new Set(all.flatMap(({ shape }) => Object.keys(shape)))
    const named = fieldTables[id as keyof typeof fieldTables].flatMap(({ fields }) => fields)
    expect(named.toSorted()).toEqual([...known].toSorted())
  })

  test.each(rows)('$name: somebody meets it, and a test shows that', ({ id, row }) => {
    expect(row.seen.length, 'stored alone').toBeGreaterThan(0)
    const title = titlesOf(row.file).find(each => each.includes(row.test))
    expect(title, `${row.file} has no test “${row.test}”`).toBeDefined()
    const isNamed = (field: string) =>
      title!.includes('$field')
        ? new RegExp(`field: '[^']*\\b${field}\\b`).test(read(row.file))
        : title!.includes(field)
    const isOfTable = idsOf(`test('${title!.replaceAll("'", '’')}')`).has(id)
    expect(isOfTable || row.fields.every(isNamed), `“${title}” names neither ${id} nor the field`).toBe(true)
  })
})
