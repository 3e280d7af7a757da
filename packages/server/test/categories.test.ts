import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCategories } from '../src/categories/rows.ts'
import { categoriesTable } from '../src/categories/tables.ts'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { systemScope } from '../src/kernel/scope.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { plainPng } from './plain-png.ts'
import { codeOf, failure, issuesOf } from './refusals.ts'
import type { TestApi } from './titles/support.ts'

const text = (invariantText: string, local: Record<string, string> = {}) => ({
  invariantText,
  localTexts: Object.entries(local).map(([ietfTag, text]) => ({ ietfTag, text })),
})

describe.each(databases)('categories on %s', db => {
  let server: TestServer
  let tenant: TestApi
  let admin: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db })
    tenant = server.api('tenant')
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  const add = async (name: string, api = tenant) =>
    (await api.categories.create({ name: text(name) })).categoryId
  const find = async (id: string, api = tenant) =>
    (await api.categories.list({ take: -1 })).data.find(row => row.categoryId === id)
  const ownIds = async (api: TestApi, tenantId: string | null) =>
    (await api.categories.list({ take: -1 })).data
      .filter(row => row.tenantId === tenantId)
      .map(row => row.categoryId)
  const auditFor = async (id: string) =>
    (await auditOf(systemScope, server.deps.db, { noun: 'categories', id, page: 1, take: -1 })).data

  describe('API-35, API-36 adding and changing', () => {
    test('CAT-01, I18N-06 keeps every field of B-4, trimmed, and what is left out of a change', async () => {
      const draft = {
        name: text(' Rowing ', { 'de-DE': ' Rudern ' }),
        description: text('On the water or off it.\nBoth.'),
        isPromoted: true,
        subCategories: [{ name: text('Sculling'), isPromoted: true }],
      }
      const { categoryId } = await tenant.categories.create({ tenantId: 'pulsehouse', ...draft })
      expect(await find(categoryId)).toEqual({
        ...{ categoryId, tenantId: 'pulsehouse', isPromoted: true },
        ...{ name: text('Rowing', { 'de-DE': 'Rudern' }), description: draft.description },
        ...{ imageLink: null, bannerImageLink: null, displayOrder: expect.any(Number), version: 1 },
        subCategories: [{ subCategoryId: expect.any(String), name: text('Sculling'), isPromoted: true }],
      })
      const changed = await tenant.categories.update({ categoryId, isPromoted: false, version: 1 })
      expect(changed).toMatchObject({ isPromoted: false, name: { invariantText: 'Rowing' }, version: 2 })
      const again = await tenant.categories.update({ categoryId, isPromoted: false, version: 1 })
      expect(again.version).toBe(2)
      expect((await auditFor(categoryId)).map(({ verb, version }) => `${verb} ${version}`)).toEqual([
        'update 2',
        'create 1',
      ])
    })

    test('CAT-09 the invariant name is required; texts are in the tenant’s languages, of the platform in any', async () => {
      const create = (name: ReturnType<typeof text>, api = tenant) => api.categories.create({ name })
      expect(await issuesOf(create(text(' ', { 'de-DE': 'Rudern' })))).toEqual([
        'name.invariantText validation.required',
      ])
      expect(await issuesOf(create(text('Rowing', { 'sv-SE': 'Rodd' })))).toEqual([
        'name.sv-SE category.language',
      ])
      expect(await issuesOf(create(text('Rowing', { 'xx-XX': 'Rodd' }), admin))).toEqual([
        'name.xx-XX category.language',
      ])
      const { categoryId } = await create(text('Rowing', { 'sv-SE': 'Rodd' }), admin)
      expect(await find(categoryId)).toMatchObject({ tenantId: null })
    })

    test('CAT-08 sub categories: with an id changed, without one added, others stay; titles can have them', async () => {
      const categoryId = await add('Boxing')
      const save = (subCategories: object[], version?: number) =>
        tenant.categories.update({
          ...{ categoryId, version },
          subCategories: subCategories as { name: ReturnType<typeof text>; isPromoted: boolean }[],
        })
      await save([{ name: text('Bag'), isPromoted: false }])
      const two = await save([{ name: text('Ring'), isPromoted: true }])
      expect(two).toMatchObject({
        version: 3,
        subCategories: [{ name: text('Bag') }, { name: text('Ring') }],
      })
      const [bag] = two.subCategories
      const { subCategoryId } = bag!
      const three = await save([
        { subCategoryId, name: text('Heavy bag', { 'de-DE': 'Sandsack' }), isPromoted: true },
      ])
      expect(three.subCategories.map(sub => [sub.name.invariantText, sub.isPromoted])).toEqual([
        ['Heavy bag', true],
        ['Ring', true],
      ])
      expect((await auditFor(categoryId))[0]?.changes).toContainEqual({
        ...{ path: `subCategories.${subCategoryId}.name.de-DE`, before: null, after: 'Sandsack' },
      })
      const foreign = { subCategoryId: 'strength-barbell', name: text('Mine'), isPromoted: false }
      expect(await issuesOf(save([foreign]))).toEqual(['subCategories.0.subCategoryId validation.reference'])
      const { tag } = await tenant.titles.create({
        ...{ className: 'Jab', classCategoryId: categoryId, classSubCategoryId: subCategoryId },
      })
      expect((await tenant.titles.find({ titleTags: [tag] })).data[0]).toMatchObject({
        ...{ classCategory: 'Boxing', classSubCategory: 'Heavy bag' },
      })
    })

    test('an outdated change is refused with what was written since, sub categories among it', async () => {
      const categoryId = await add('Skating')
      await tenant.categories.update({ categoryId, name: text('Skating', { 'de-DE': 'Eislauf' }) })
      const error = await failure(tenant.categories.update({ categoryId, isPromoted: true, version: 1 }))
      expect([error.code, error.changes]).toMatchObject([
        'outdated',
        [{ path: 'name.de-DE', before: null, after: 'Eislauf' }],
      ])
    })
  })

  test('CAT-04, C-107 both pictures are stored here and fit their rule, whatever they were sent as', async () => {
    const categoryId = await add('Pictures')
    const upload = async (width: number, height: number, assetType: 'categoryImage' | 'categoryBanner') =>
      (await tenant.images.upload({ img: new File([plainPng(width, height)], 'x.png'), assetType })).url
    const image = await upload(500, 500, 'categoryImage')
    const banner = await upload(1920, 564, 'categoryBanner')
    expect(await codeOf(upload(400, 300, 'categoryImage'))).toBe('invalid')
    const save = (links: object) => tenant.categories.update({ categoryId, ...links })
    expect(await save({ imageLink: image, bannerImageLink: banner })).toMatchObject({
      ...{ imageLink: image, bannerImageLink: banner },
    })
    expect(await issuesOf(save({ imageLink: banner }))).toEqual(['imageLink validation.imageSize'])
    expect(await issuesOf(save({ bannerImageLink: 'https://elsewhere.example/x.png' }))).toEqual([
      'bannerImageLink validation.imageForeign',
    ])
    const gone = `/media/images/${'0'.repeat(64)}.png`
    expect(await issuesOf(save({ imageLink: gone }))).toEqual(['imageLink validation.imageGone'])
    expect(await save({ imageLink: null })).toMatchObject({ imageLink: null, bannerImageLink: banner })
  })

  describe('API-37 display order', () => {
    test('CAT-06 those named share their places, all others keep theirs; new ones come last', async () => {
      const before = await ownIds(tenant, 'pulsehouse')
      const made = [await add('A'), await add('B'), await add('C')]
      expect(await ownIds(tenant, 'pulsehouse')).toEqual([...before, ...made])
      const [a, b, c] = made as [string, string, string]
      await tenant.categories.reorder({ tenantId: 'pulsehouse', categoryIds: [c, a] })
      expect(await ownIds(tenant, 'pulsehouse')).toEqual([...before, c, b, a])
      expect((await find(c))!.version).toBe(1)
      expect((await auditFor(c))[0]).toMatchObject({
        ...{ verb: 'reorder', version: 1 },
        changes: [{ path: 'displayOrder', after: before.length + 1 }],
      })
      expect((await tenant.metadata.view({})).categories.map(row => row.id).slice(-3)).toEqual([c, b, a])
      expect(await issuesOf(tenant.categories.reorder({ categoryIds: [a, b, a] }))).toEqual([
        'categoryIds.2 category.orderTwice',
      ])
    })

    test('C-84 nobody orders what is somebody else’s; the platform’s come first for all', async () => {
      const platform = await ownIds(admin, null)
      const [first, second, ...rest] = platform as [string, string, ...string[]]
      expect(await codeOf(tenant.categories.reorder({ categoryIds: [second, first] }))).toBe('forbidden')
      expect(await codeOf(admin.categories.reorder({ categoryIds: ['pulse-signature'] }))).toBe('forbidden')
      expect(await codeOf(tenant.categories.reorder({ categoryIds: ['oasis-calm'] }))).toBe('notFound')
      await admin.categories.reorder({ categoryIds: [second, first] })
      const all = (await tenant.categories.list({ take: -1 })).data.map(row => row.categoryId)
      expect(all.slice(0, platform.length)).toEqual([second, first, ...rest])
    })

    test('of two at once both are carried out, one after the other', async () => {
      const ids = await ownIds(tenant, 'pulsehouse')
      const reversed = [...ids].reverse()
      const orders = [ids, reversed, ids, reversed]
      await Promise.all(orders.map(categoryIds => tenant.categories.reorder({ categoryIds })))
      const now = await ownIds(tenant, 'pulsehouse')
      expect([ids, reversed]).toContainEqual(now)
    })
  })

  test('C-84, F-2 who changes what: the platform’s administrators, a tenant and its support, never providers', async () => {
    const change = (api: TestApi, categoryId: string) =>
      codeOf(api.categories.update({ categoryId, isPromoted: true }))
    expect(await change(tenant, 'strength')).toBe('forbidden')
    expect(await change(tenant, 'oasis-calm')).toBe('notFound')
    expect(await change(admin, 'oasis-calm')).toBe('forbidden')
    expect(await change(server.api('provider'), 'strength')).toBe('forbidden')
    expect(await codeOf(admin.categories.create({ tenantId: 'pulsehouse', name: text('X') }))).toBe(
      'forbidden',
    )
    expect(await codeOf(tenant.categories.create({ tenantId: 'oasiswellness', name: text('X') }))).toBe(
      'notFound',
    )
    expect(await codeOf(server.api('support').categories.create({ name: text('X') }))).toBe('refused')
    const support = server.api('support', { tenantId: 'oasiswellness' })
    const categoryId = await add('Theirs', support)
    expect(await find(categoryId, support)).toMatchObject({ tenantId: 'oasiswellness' })
    expect(await find(categoryId)).toBeUndefined()
  })

  /** What each role is told that adds a sub category, or renames one, under a category of the platform, its own and another tenant's. */
  const subCategoryRights = [
    ['admin', undefined, 'admin', ['done', 'forbidden', 'forbidden']],
    ['provider', undefined, 'provider', ['forbidden', 'forbidden', 'forbidden']],
    ['tenant', undefined, 'tenant', ['forbidden', 'done', 'notFound']],
    ['support', 'pulsehouse', 'support that has chosen the tenant', ['forbidden', 'done', 'notFound']],
    ['support', undefined, 'support that has chosen none', ['refused', 'refused', 'refused']],
  ] as const
  test.each(subCategoryRights)(
    'C-84, CAT-08 a sub category is its category’s: who adds and changes them is who changes that (%s, %s)',
    async (account, tenantId, _, expected) => {
      const api = server.api(account, tenantId === undefined ? {} : { tenantId })
      const targets = [
        ['strength', 'strength-barbell'],
        ['pulse-signature', 'pulse-signature-lab'],
        ['oasis-calm', 'oasis-calm-night'],
      ] as const
      for (const [index, [categoryId, subCategoryId]] of targets.entries()) {
        const seen = async () =>
          (await listCategories(systemScope, server.deps.db)).find(row => row.categoryId === categoryId)
        const before = await seen()
        const name = text(`By ${account} ${tenantId}`)
        const told = async (sub: { subCategoryId?: string }) => {
          const save = api.categories.update({
            categoryId,
            subCategories: [{ ...sub, name, isPromoted: true }],
          })
          return save.then(
            () => 'done',
            () => codeOf(save),
          )
        }
        expect([await told({}), await told({ subCategoryId })]).toEqual([expected[index], expected[index]])
        if (expected[index] === 'done') expect((await seen())!.version).toBe(before!.version + 2)
        else expect(await seen()).toEqual(before)
      }
    },
  )

  test('API-34 an administrator may ask for what one tenant is offered', async () => {
    const { data } = await admin.categories.list({ tenantId: 'oasiswellness', take: -1 })
    expect(new Set(data.map(row => row.tenantId))).toEqual(new Set([null, 'oasiswellness']))
  })

  test('API-34 a list of what is promoted, and of the platform’s or tenants’ own, counts what it has', async () => {
    const categoryId = await add('Featured')
    await tenant.categories.update({ categoryId, isPromoted: true })
    const all = (await tenant.categories.list({ take: -1 })).data
    const ids = (isAsked: (row: (typeof all)[number]) => boolean) =>
      all.filter(isAsked).map(row => row.categoryId)
    const listed = async (filter: Parameters<typeof tenant.categories.list>[0]) => {
      const { data, totalRecords } = await tenant.categories.list({ take: -1, ...filter })
      expect(totalRecords).toBe(data.length)
      return data.map(row => row.categoryId)
    }
    expect(await listed({ owner: 'platform' })).toEqual(ids(row => row.tenantId === null))
    expect(await listed({ owner: 'tenant' })).toEqual(ids(row => row.tenantId === 'pulsehouse'))
    expect(await listed({ isPromoted: false })).toEqual(ids(row => !row.isPromoted))
    const promoted = await listed({ owner: 'tenant', isPromoted: true })
    expect(promoted).toEqual(ids(row => row.isPromoted && row.tenantId !== null))
    expect(promoted).toContain(categoryId)
    const page = await tenant.categories.list({ owner: 'platform', page: 1, take: 1 })
    expect([page.data.length, page.totalRecords]).toEqual([1, ids(row => row.tenantId === null).length])
    const offered = await admin.categories.list({ tenantId: 'oasiswellness', owner: 'tenant', take: -1 })
    expect(new Set(offered.data.map(row => row.tenantId))).toEqual(new Set(['oasiswellness']))
  })

  test('C-141, TENANT-06 a tenant that shows the platform’s: its own are hidden from everybody and stay as they are', async () => {
    const categoryId = await add('Own')
    const { tag } = await tenant.titles.create({ className: 'Kept', classCategoryId: categoryId })
    const stored = () =>
      server.deps.db.select().from(categoriesTable).where(eq(categoriesTable.categoryId, categoryId))
    const before = await stored()
    const support = server.api('support', { tenantId: 'pulsehouse' })
    await support.tenants.update({ tenantId: 'pulsehouse', isPlatformOwnedCategories: true })
    for (const api of [tenant, support, admin]) {
      expect(await ownIds(api, 'pulsehouse')).toEqual([])
      const owners = (await api.metadata.view({})).categories.map(row => row.tenantId)
      expect([owners.includes(null), owners.includes('pulsehouse')]).toEqual([true, false])
    }
    expect(await ownIds(server.api('support', { tenantId: 'oasiswellness' }), 'oasiswellness')).toContain(
      'oasis-calm',
    )
    const name = text('Another')
    for (const write of [
      () => tenant.categories.create({ name }),
      () => support.categories.update({ categoryId, name }),
      () => tenant.categories.reorder({ categoryIds: [categoryId] }),
    ])
      expect(await issuesOf(write())).toEqual(['tenantId category.ownHidden'])
    expect(await stored()).toEqual(before)
    expect(await issuesOf(tenant.titles.create({ className: 'New', classCategoryId: categoryId }))).toEqual([
      'classCategoryId validation.reference',
    ])
    // What a title has already it keeps, until it is given another.
    const saved = await tenant.titles.update({ tag, className: 'Renamed', classCategoryId: categoryId })
    expect(saved).toMatchObject({ className: 'Renamed', classCategoryId: categoryId, classCategory: 'Own' })
    expect(await tenant.titles.update({ tag, classCategoryId: 'strength' })).toMatchObject({
      classCategory: expect.stringContaining('Strength'),
    })
  })
})
