import {
  categories,
  isKinoraError,
  isReading,
  labels,
  type Send,
  site,
  tenants,
  toHeader,
} from '@kinora/core'
import {
  applyPlan,
  exportTenant,
  parseTenantFile,
  planTenant,
  type TenantFile,
  writeTenantFile,
} from '@kinora/core/tenant-file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { startTestPlatform, type TestPlatform } from '../platform.ts'
import { apply, breaking, filesInMemory, parsed, portsOf, sendAs } from './support.ts'

let platform: TestPlatform
let send: Send
beforeAll(async () => {
  platform = await startTestPlatform()
  send = await sendAs(platform.url, 'support')
})
afterAll(() => platform.close())

const ports = () => portsOf(send)
const stepsOf = async (file: TenantFile, options = {}) => {
  const plan = await planTenant(file, ports(), options)
  expect(plan.issues).toEqual([])
  return plan.steps.map(({ action, section, name }) => `${action} ${section} ${name}`.trim())
}
const small = (name: string) =>
  parsed(`
general:
  name: ${name}
  customerNumber: K-1
  timeZone: Europe/Berlin
  languageCodes: [en-GB, de-DE]
  languageTag: en-GB
  activatedProducts: [Web]
site: { general: { appTitle: ${name}, contactEmail: a@acme.example } }
links:
  social: { Instagram: { httpLink: instagram.com/acme } }
  custom: [{ linkText: Shop, httpLink: shop.acme.example }, { linkText: Blog, httpLink: blog.acme.example }]
categories:
  - { name: Yoga, subCategories: [{ name: Yin }, { name: { default: Flow, de-DE: Fluss } }] }
  - { name: { default: Strength, de-DE: Kraft } }
labels: [{ name: Express }, { name: { en-GB: Calm, de-DE: Ruhe }, isActive: false }]
equipment: [{ name: Mat }]
terms: { title: Terms, files: { en-GB: terms/terms.en-GB.html, de-DE: terms/terms.de-DE.html } }
providers: [{ name: ${name} Films, contact: Nora Wind, email: ${name}@films.example, password: { prompt: true } }]
channels: [{ name: ${name} Flow, provider: ${name} Films }]
publishing: [${name} Flow, Lumen Flow]
`)

describe('TENANT-33 export, then apply', () => {
  test.each(['pulsehouse', 'nordicmove'])('%s: nothing changes, from stdout as from a folder', async id => {
    const plain = await exportTenant(id, ports())
    expect(await stepsOf(plain)).toEqual([])
    const { files, open } = filesInMemory(platform.url)
    const whole = await exportTenant(id, ports(), files)
    const text = writeTenantFile(whole, { schema: 'x', notes: [] })
    const plan = await planTenant(parseTenantFile(text).file!, portsOf(send, { open }))
    expect([plan.issues, plan.steps]).toEqual([[], []])
    // CHAN-01, PROV-01: another platform gets what is published with its channels and their providers.
    const [channels = [], providers = []] = [whole.channels, whole.providers]
    expect([channels.length > 0, channels.length]).toEqual([true, whole.publishing?.length])
    expect(new Set(providers.map(({ name }) => name))).toEqual(
      new Set(channels.map(({ provider }) => provider).filter(name => name !== whole.general?.name)),
    )
  })

  test('any file that can be applied is what is there afterwards, and what is exported then', async () => {
    const name = fc.stringMatching(/^[A-Za-zäøß][\wäøß -]{0,20}[a-z]$/u)
    const colour = fc.stringMatching(/^#[0-9A-F]{6}$/)
    const changes = fc.record(
      {
        general: fc.record(
          { name, isRichTextEnabled: fc.boolean(), connect: fc.constantFrom('live', 'both', null) },
          { requiredKeys: [] },
        ),
        site: fc.record({
          web: fc.record({ primaryColor: colour, accentColor: colour }, { requiredKeys: [] }),
        }),
        links: fc.record({
          custom: fc.array(fc.record({ linkText: name, httpLink: fc.constant('a.example') }), {
            maxLength: 4,
          }),
        }),
        categories: fc.array(fc.record({ name, isPromoted: fc.boolean() }), { maxLength: 3 }),
        labels: fc.array(
          fc.record({ name: fc.record({ 'en-GB': name, 'de-DE': name }), isActive: fc.boolean() }),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(changes, async given => {
        const file: TenantFile = { id: 'pulsehouse', ...given }
        const { issues } = await apply(file, ports())
        expect([issues, await stepsOf(file)]).toEqual([[], []])
        expect(await stepsOf(await exportTenant('pulsehouse', ports()))).toEqual([])
      }),
      { numRuns: 6 },
    )
  })
})

describe('TENANT-33 an apply that ends early', () => {
  test.each([
    ['lost', ['lost']],
    ['before the server', ['offline', 'unauthorised']],
    ['before the server, the other way round', ['unauthorised', 'offline']],
  ] as const)('%s: the same file goes on, and nothing is there twice', async (_, kinds) => {
    const name = `cut${kinds[0]}`
    const file = small(name)
    let cuts = 0
    // Each try fails at its second write: every write is once the one that fails.
    for (let at = kinds[0] === 'lost' ? 0 : 1; cuts < 60; cuts++) {
      const how = kinds[cuts % kinds.length]!
      const failed = await apply(file, portsOf(breaking(send, at, how))).then(
        () => false,
        (error: unknown) => {
          if (!isKinoraError(error) || !['offline', 'unauthorised'].includes(error.code)) throw error
          return true
        },
      )
      if (!failed) break
    }
    expect(cuts).toBeGreaterThan(8)
    expect(await stepsOf(file)).toEqual([])
    const inTenant = { headers: { tenantId: toHeader(name) } }
    const all = await send(categories.list, { tenantId: name, page: 1, take: -1 }, inTenant)
    expect(all.data.filter(row => row.tenantId === name).map(row => row.name.invariantText)).toEqual([
      'Yoga',
      'Strength',
    ])
    const links = await send(site.list, { tenantId: name, configurationType: 'custom' }, inTenant)
    expect(links.data.map(row => 'linkText' in row && row.linkText)).toEqual(['Shop', 'Blog'])
  })
})

describe('TENANT-33 what somebody else changes', () => {
  test('between plan and step it is refused with what differs, and stays', async () => {
    const file = parsed('id: nordicmove\ngeneral: { name: Nordic Move North }')
    const spoiled: Send = async (endpoint, input, options) => {
      if (endpoint.id === 'tenants.update')
        await send(tenants.update, { tenantId: 'nordicmove', customerNumber: 'K-changed' })
      return send(endpoint, input, options)
    }
    const error = await apply(file, portsOf(spoiled)).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      code: 'outdated',
      changes: [{ path: 'customerNumber', after: 'K-changed' }],
    })
    expect((await send(tenants.view, { tenantId: 'nordicmove' })).name).toBe('Nordic Move')
    expect(await stepsOf(file)).toEqual(['update general Nordic Move North'])
  })
})

describe('TENANT-33 two applies of one file', () => {
  test('what the other has made since the plan is not made twice, and the same file goes on behind it', async () => {
    const file = small('raced')
    await apply(file, ports(), { only: ['general'] })
    const [first, second] = [await planTenant(file, ports()), await planTenant(file, ports())]
    await applyPlan(first, ports())
    const met = new Map<string, Set<string>>()
    for (const step of second.steps) {
      const found = await applyPlan({ ...second, steps: [step] }, ports()).then(
        () => 'done',
        (error: unknown) => (isKinoraError(error) ? error.code : 'none'),
      )
      const isCustom = step.changes.some(({ path }) => path === 'linkText')
      const part = isCustom ? 'custom links' : step.section
      met.set(part, (met.get(part) ?? new Set()).add(found))
    }
    for (const part of ['categories', 'labels', 'equipment', 'terms', 'channels', 'custom links'])
      expect([part, ...(met.get(part) ?? [])]).toEqual([part, 'outdated'])
    const { steps, extra } = await planTenant(file, ports())
    expect([steps, extra]).toEqual([[], []])
  })
})

describe('TENANT-33 a file of many rows', () => {
  test('reads each list once for all of them, not once for each', async () => {
    const file = small('many')
    await apply(file, ports(), { only: ['general'] })
    const many = (name: string, more: object) =>
      Array.from({ length: 12 }, (_, nth) => ({ ...more, name: `${name} ${nth}` }))
    const long: TenantFile = {
      ...file,
      categories: many('Category', {}),
      labels: many('Label', {}).map(({ name }) => ({ name: { 'en-GB': name, 'de-DE': name } })),
      links: { custom: many('Link', {}).map(({ name }) => ({ linkText: name, httpLink: 'acme.example' })) },
      channels: many('Channel', file.channels![0]!) as TenantFile['channels'],
      publishing: ['Lumen Flow'],
    }
    const plan = await planTenant(long, ports())
    expect([plan.issues, plan.steps.length > 48]).toEqual([[], true])
    const reads = new Map<string, number>()
    const counting: Send = (endpoint, input, options) => {
      if (isReading(endpoint)) reads.set(endpoint.id, (reads.get(endpoint.id) ?? 0) + 1)
      return send(endpoint, input, options)
    }
    await applyPlan(plan, portsOf(counting))
    const lists = ['categories.list', 'labels.list', 'site.list', 'channels.search', 'providers.list']
    expect(lists.filter(id => (reads.get(id) ?? 0) > 2)).toEqual([])
  })
})

describe('TENANT-33 what the file has not', () => {
  test('stays and is named; prune removes what can be deleted; rows are renamed by id and put in order', async () => {
    await apply(small('pruned'), ports())
    const inTenant = { headers: { tenantId: 'pruned' } }
    const rows = (await send(labels.list, { tenantId: 'pruned' }, inTenant)).data
    const own = rows.filter(row => row.tenantId === 'pruned')
    const calm = own.find(row => row.name['en-GB'] === 'Calm')!
    const file = parsed(`
id: pruned
links: { custom: [{ linkText: Blog, httpLink: blog.acme.example }, { linkText: Shop, httpLink: shop.acme.example }] }
categories: [{ name: Strength }, { name: Yoga }]
labels: [{ id: ${calm.labelId}, name: { en-GB: Quiet } }]
equipment: []
publishing: [Lumen Flow]`)
    const plan = await planTenant(file, ports())
    expect(plan.extra).toEqual([
      { section: 'labels', name: 'Express', isRemovable: true },
      { section: 'equipment', name: 'Mat', isRemovable: false },
      { section: 'publishing', name: 'pruned Flow', isRemovable: true },
    ])
    expect(await stepsOf(file, { prune: true })).toEqual([
      ...['reorder links custom', 'reorder categories', 'update labels Quiet', 'remove labels Express'],
      'unpublish publishing',
    ])
    await apply(file, ports(), { prune: true })
    expect(await stepsOf(file, { prune: true })).toEqual([])
    const after = (await send(labels.list, { tenantId: 'pruned' }, inTenant)).data
    expect(after.find(row => row.labelId === calm.labelId)?.name).toEqual({
      'en-GB': 'Quiet',
      'de-DE': 'Ruhe',
    })
  })
})
