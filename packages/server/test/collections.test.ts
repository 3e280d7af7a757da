import { isKinoraError, TitleStatus } from '@kinora/core'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../scripts/properties.ts'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { titlesTable as t } from '../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { issuesOf } from './refusals.ts'
import { refusal, type TestApi } from './titles/support.ts'

const tenantId = 'pulsehouse'
const scope = { kind: 'tenant', tenantId } as const
const texts = { name: 'Mornings', description: 'Short classes before work.' }

describe.each(databases)('collections on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  const shown = { status: TitleStatus.Published, tenants: [tenantId], channelId: 'ironside-strength' }
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    api = server.api('tenant')
    await server.deps.db.delete(collectionsTable)
    const title = (tag: string, more: object = {}) => ({
      tag,
      className: tag,
      providerId: 'ironside',
      ...more,
    })
    await server.deps.db
      .insert(t)
      .values([
        ...['a', 'b', 'c', 'd', 'e'].map(tag => title(tag, { ...shown, durationSecond: 600 })),
        title('now', { ...shown, publishedDate: clock.now() }),
        title('soon', { ...shown, publishedDate: new Date(clock.now().getTime() + 1000) }),
        title('hers', { ...shown, tenants: ['nordicmove'] }),
        title('draft', { tenants: [tenantId] }),
        title('gone', { ...shown, isDelete: true }),
      ])
  })
  afterAll(() => server?.close())

  const create = async (more: object = {}) =>
    (await api.collections.create({ tenantId, ...texts, ...more })).collectionTag
  const view = (tag: string, upcoming = false) => api.collections.view({ tenantId, tag, upcoming })
  const classes = async (tag: string, upcoming = false) =>
    (await view(tag, upcoming)).collectionItems.map(item => item.tag)
  const order = async () =>
    (await api.collections.list({ tenantId, take: -1 })).data.map(row => row.collectionTag)
  const verbs = async (id: string) =>
    (await auditOf(scope, server.deps.db, { noun: 'collections', id, page: 1, take: -1 })).data.map(
      ({ verb, version }) => `${verb} ${version}`,
    )

  test('B-16, COLL-01, API-125, API-123, C-112 is stored whole, with its classes, or not at all', async () => {
    const tag = await create({ titleTags: ['b', 'a'], active: true, name: ' Mornings ' })
    expect(await view(tag)).toEqual({
      ...{ collectionTag: tag, tenantId, ...texts, active: true, activatedOnce: true },
      ...{ isFeaturedCollection: false, isClassOfDayCollection: false, documentIds: [] },
      ...{ displayOrder: expect.any(Number), createdDate: '2026-11-20T09:00:00', version: 1 },
      ...{ itemCount: 2, upcomingCount: 0 },
      collectionItems: [
        expect.objectContaining({ tag: 'b', title: 'b', publishedDate: null, durationSecond: 600 }),
        expect.objectContaining({ tag: 'a', channelName: 'Ironside Strength', isShown: true }),
      ],
    })
    const before = await order()
    expect(await issuesOf(create({ titleTags: ['a', 'hers'] }))).toEqual([
      'titleTags.1 collection.notOffered',
    ])
    expect(await issuesOf(create({ titleTags: ['a', 'a'] }))).toEqual(['titleTags.1 collection.twice'])
    expect(await issuesOf(create({ active: true }))).toEqual(['collectionItems collection.minimum'])
    expect(await order()).toEqual(before)
  })

  test('COLL-02, COLL-03 refuses texts of another length, field by field', async () => {
    expect(await issuesOf(create({ name: 'Ab', description: ' ' }))).toEqual([
      'name validation.tooShort',
      'description required.description',
    ])
    const tag = await create()
    const long = { name: 'a'.repeat(41), description: 'a'.repeat(501) }
    expect(await issuesOf(api.collections.update({ tenantId, tag, ...long }))).toEqual([
      'name validation.tooLong',
      'description validation.tooLong',
    ])
  })

  test('API-126, C-78 an update leaves the rest; an older version is refused with what was changed', async () => {
    const tag = await create({ titleTags: ['a'] })
    const one = await api.collections.update({ tenantId, tag, active: true, version: 1 })
    expect(one).toMatchObject({ active: true, activatedOnce: true, version: 2, ...texts })
    const two = await api.collections.update({ tenantId, tag, active: false })
    expect(two).toMatchObject({ active: false, activatedOnce: true, version: 3 })
    expect(await refusal(api.collections.update({ tenantId, tag, name: 'Later', version: 1 }))).toMatch(
      /^409/,
    )
    const states = async (...state: ('Saved' | 'Inactive' | 'Active')[]) =>
      (await api.collections.list({ tenantId, state, take: -1 })).data.some(row => row.collectionTag === tag)
    expect(
      await Promise.all([
        states('Saved'),
        states('Inactive'),
        states('Active'),
        states('Inactive', 'Active'),
      ]),
    ).toEqual([false, true, false, true])
    expect(await verbs(tag)).toEqual(['update 3', 'update 2', 'addClasses 1', 'create 1'])
  })

  test('COLL-04, C-112 an active one keeps at least one class', async () => {
    const tag = await create()
    const on = () => api.collections.update({ tenantId, tag, active: true })
    expect(await issuesOf(on())).toEqual(['collectionItems collection.minimum'])
    await api.collections.addClasses({ tenantId, tag, titleTags: ['a', 'b'] })
    await on()
    await api.collections.removeClasses({ tenantId, tag, titleTags: ['a'] })
    expect(await issuesOf(api.collections.removeClasses({ tenantId, tag, titleTags: ['b'] }))).toEqual([
      'collectionItems collection.minimum',
    ])
    expect(await classes(tag)).toEqual(['b'])
  })

  test('API-127, COLL-05, COLL-06, COLL-07, COLL-15, C-56, E-11 one is featured, one the class of the day', async () => {
    const [first, second, off] = [
      await create({ titleTags: ['a'], active: true }),
      await create({ titleTags: ['a'], active: true }),
      await create(),
    ]
    const set = (tag: string, flags: object) => api.collections.highlight({ tenantId, tag, ...flags })
    await set(first, { isFeaturedCollection: true, isClassOfDayCollection: true })
    expect(await view(first)).toMatchObject({ isFeaturedCollection: true, isClassOfDayCollection: true })
    await set(second, { isFeaturedCollection: true })
    await set(second, { isFeaturedCollection: true })
    expect([await view(first), await view(second)]).toMatchObject([
      { isFeaturedCollection: false, isClassOfDayCollection: true },
      { isFeaturedCollection: true, isClassOfDayCollection: false },
    ])
    await set(second, { isClassOfDayCollection: true })
    expect([await view(first), await view(second)]).toMatchObject([
      { isFeaturedCollection: false, isClassOfDayCollection: false },
      { isFeaturedCollection: true, isClassOfDayCollection: true },
    ])
    await set(first, { isClassOfDayCollection: true })
    expect((await verbs(second)).filter(verb => verb.startsWith('highlight'))).toHaveLength(3)
    const turnOff = (tag: string) => api.collections.update({ tenantId, tag, active: false })
    expect(await issuesOf(turnOff(second))).toEqual(['active collection.featuredStays'])
    expect(await turnOff(first)).toMatchObject({ active: false, isClassOfDayCollection: false })
    expect(await issuesOf(set(off, { isClassOfDayCollection: true }))).toEqual([
      'isClassOfDayCollection collection.highlightInactive',
    ])
    expect(await issuesOf(set(second, {}))).toEqual(['isFeaturedCollection collection.highlightNone'])
    await set(second, { isFeaturedCollection: false })
    await turnOff(second)
  })

  test('COLL-15 two that are featured at once: one of them is', async () => {
    const tags = await Promise.all([1, 2, 3].map(() => create({ titleTags: ['a'], active: true })))
    await Promise.all(
      tags.map(tag => api.collections.highlight({ tenantId, tag, isFeaturedCollection: true })),
    )
    const { data } = await api.collections.list({ tenantId, take: -1 })
    expect(data.filter(row => row.isFeaturedCollection)).toHaveLength(1)
  })

  test('B-16, COLL-08 a class is shown from its date on, now included; staff see what is to come', async () => {
    const tag = await create({ titleTags: ['soon', 'now', 'a'] })
    expect(await classes(tag)).toEqual(['now', 'a'])
    expect(await classes(tag, true)).toEqual(['soon', 'now', 'a'])
    expect(await view(tag)).toMatchObject({ itemCount: 2, upcomingCount: 1 })
    const before = await order()
    clock.forward(1)
    expect(await classes(tag)).toEqual(['soon', 'now', 'a'])
    expect(before).toEqual(await order())
  })

  test('COLL-10, API-128 added at the end, put into order, taken out; done twice it is done once', async () => {
    const tag = await create({ titleTags: ['a', 'b', 'c'] })
    const of = (titleTags: string[]) => ({ tenantId, tag, titleTags })
    await api.collections.addClasses(of(['b', 'd']))
    await api.collections.reorderClasses(of(['d', 'a']))
    expect(await classes(tag)).toEqual(['d', 'b', 'c', 'a'])
    await api.collections.removeClasses(of(['b']))
    await api.collections.reorderClasses(of(['a', 'c', 'd']))
    expect(await classes(tag)).toEqual(['a', 'c', 'd'])
    expect(await issuesOf(api.collections.reorderClasses(of(['b', 'a'])))).toEqual([
      'titleTags.0 collection.notIn',
    ])
    expect(await issuesOf(api.collections.addClasses(of(['draft', 'gone', 'nobody’s'])))).toEqual(
      [0, 1, 2].map(index => `titleTags.${index} collection.notOffered`),
    )
    expect(await verbs(tag)).toEqual([
      ...['reorderClasses 1', 'removeClasses 1', 'reorderClasses 1', 'addClasses 1', 'addClasses 1'],
      'create 1',
    ])
  })

  test('COLL-11, CONST-22, API-130, API-122 the order of collections; pages, words and other orders of the list', async () => {
    await server.deps.db.delete(collectionsTable)
    const tags: string[] = []
    for (const name of ['Émile', 'Zoë', 'Ada']) {
      tags.push(await create({ name }))
      clock.forward(1)
    }
    const move = (collectionIds: string[]) => api.collections.reorder({ tenantId, collectionIds })
    await move([tags[2]!, tags[0]!])
    expect(await order()).toEqual([tags[2], tags[1], tags[0]])
    expect(await issuesOf(move([tags[0]!, tags[0]!]))).toEqual(['collectionIds.1 collection.twice'])
    const names = async (asked: object) => {
      const { data, totalRecords } = await api.collections.list({ tenantId, ...asked })
      return [...data.map(({ name }) => name), totalRecords]
    }
    expect(await names({ sort: 'name' })).toEqual(['Ada', 'Émile', 'Zoë', 3])
    expect(await names({ sort: 'createdDate', dir: 'desc', take: 2, page: 2 })).toEqual(['Émile', 3])
    expect(await names({ query: 'zo' })).toEqual(['Zoë', 1])
  })

  test('API-122 a list takes as many classes along as it is asked for', async () => {
    const tag = await create({ titleTags: ['c', 'b', 'a'] })
    const items = async (count?: number) =>
      (await api.collections.list({ tenantId, take: -1, items: count })).data
        .find(row => row.collectionTag === tag)
        ?.collectionItems.map(item => item.tag)
    expect(await items(2)).toEqual(['c', 'b'])
    expect(await items(0)).toEqual([])
    expect(await items()).toEqual(['c', 'b', 'a'])
  })

  test('COLL-09, API-124 what a collection can have, filtered as the chooser does', async () => {
    const find = async (filter: object) =>
      (await api.collections.classes({ tenantId, take: -1, sort: 'name', dir: 'asc', ...filter })).data.map(
        ({ tag }) => tag,
      )
    const own = (tags: string[]) => tags.filter(tag => /^[a-e]$|now|soon|hers|draft|gone/.test(tag))
    expect(own(await find({}))).toEqual(['a', 'b', 'c', 'd', 'e', 'now', 'soon'])
    expect(own(await find({ duration: ['0-600'], channelId: 'ironside-strength', query: 'b' }))).toEqual([
      'b',
    ])
    expect(own(await find({ providerId: ['tempo-ride'] }))).toEqual([])
    await server.deps.db
      .update(t)
      .set({
        ...{ classCategoryId: 'yoga', classSubCategoryId: 'yoga-yin', labelIds: ['label-express'], skill: 9 },
        ...{ focusAreaIds: ['focus-core'], equipmentIds: ['equipment-mat'], intensity: 3, contentType: 2 },
        classLanguageCode: 'de-DE',
      })
      .where(eq(t.tag, 'e'))
    for (const filter of [
      ...[{ categoryId: ['yoga'] }, { classSubCategoryId: ['yoga-yin'] }, { labelId: ['label-express'] }],
      ...[{ skill: ['advanced'] }, { focusAreaId: ['focus-core'] }, { equipmentId: ['equipment-mat'] }],
      ...[{ intensity: [3] }, { classLanguageName: ['de-DE'] }, { contentType: [2] }],
    ])
      expect([filter, own(await find(filter))]).toEqual([filter, ['e']])
    // Two values of one filter are either of them, in a query, too (TITLE-17).
    expect(own(await find({ titleTags: ['a', 'c', 'hers'] }))).toEqual(['a', 'c'])
    expect(own(await find({ contentType: [1, 2], titleTags: 'a' }))).toEqual(['a'])
  })

  test('API-129, COLL-12 deleted one by one', async () => {
    const [one, two] = [await create({ titleTags: ['a'] }), await create()]
    const results = await api.collections.remove({ tenantId, tags: [two, 'unknown', two] })
    expect(results).toMatchObject([
      { id: two, status: 200, reason: 'Item deleted' },
      { id: 'unknown', status: 404 },
    ])
    expect(await refusal(view(two))).toMatch(/^404/)
    expect(await classes(one)).toEqual(['a'])
  })

  test('COLL-13 a document that isn’t there is refused', async () => {
    expect(await issuesOf(create({ documentIds: ['doc-1'] }))).toEqual(['documentIds.0 validation.reference'])
  })

  describe('COLL-14, CHAN-12 what leaves the site', () => {
    test('a title that is unpublished or deleted is gone from view and keeps its place; undone, it is back', async () => {
      const tag = await create({ titleTags: ['a', 'b', 'c'], active: true })
      const put = (set: object) => server.deps.db.update(t).set(set).where(eq(t.tag, 'b'))
      await put({ status: TitleStatus.Unpublished, tenants: [] })
      expect(await classes(tag, true)).toEqual(['a', 'c'])
      await api.collections.reorderClasses({ tenantId, tag, titleTags: ['c', 'a'] })
      await put(shown)
      expect(await classes(tag)).toEqual(['c', 'b', 'a'])
    })

    test('C-103 a channel that is unpublished takes its titles out, here and not elsewhere, counted before', async () => {
      const tag = await create({ titleTags: ['a', 'b'], active: true })
      const admin = server.api('admin')
      const change = { tenantId, publish: [], unpublish: ['ironside-strength'] }
      const [{ total }] = (await server.deps.db
        .select({ total: sql<number>`count(*)::int` })
        .from(collectionItemsTable)) as [{ total: number }]
      const { effects } = await admin.publishing.preview({ changes: [change] })
      const [places] = effects[0]!.with.filter(({ kind }) => kind === 'collections')
      expect(places).toMatchObject({ count: total, names: expect.arrayContaining([(await view(tag)).name]) })
      // Who deletes a title singly or with others is told too, by name who may see the collections.
      const draft = { act: 'delete' as const, tags: ['a', 'b'] }
      const seen = await admin['title-jobs'].preview(draft)
      expect(seen.collections).toEqual(places?.names)
      const unseen = await server.api('provider')['title-jobs'].preview(draft)
      expect([unseen.counts.collections, unseen.collections]).toEqual([seen.counts.collections, []])
      expect(seen.counts.collections).toBeGreaterThan(0)
      const event = { tenantId, title: 'Of a class', type: 3 as const, contentId: 'a' }
      const { eventId } = await api.events.create({
        ...event,
        schedule: { type: 1, weekdays: [1], daily_time: '18:00' },
      })
      const withEvent = await admin['title-jobs'].preview({ ...draft, act: 'unpublish' })
      expect([withEvent.counts.events, withEvent.events]).toEqual([1, ['Of a class']])
      expect(await server.api('provider')['title-jobs'].preview(draft)).toMatchObject({
        ...{ counts: { events: 1 }, events: [] },
      })
      await api.events.remove({ ids: [eventId] })
      await admin.publishing.setTenant({ tenantId, channelIdsToUnPublish: ['ironside-strength'] })
      await expect.poll(() => classes(tag)).toEqual([])
      // It stays as it is, and a class mends it (decision 0061).
      expect(await view(tag)).toMatchObject({ active: true, itemCount: 0 })
      await server.deps.db
        .update(t)
        .set({ tenants: [tenantId] })
        .where(eq(t.tag, 'a'))
      // Its place went for good: who publishes the channel again finds the collection empty.
      expect(await classes(tag)).toEqual([])
      await api.collections.addClasses({ tenantId, tag, titleTags: ['a'] })
      expect(await classes(tag)).toEqual(['a'])
    })
  })

  test('F-2 is its tenant’s and nobody else’s', async () => {
    const tag = await create()
    for (const caller of ['admin', 'provider'] as const)
      expect(await refusal(server.api(caller).collections.view({ tenantId, tag }))).toMatch(/^403/)
    const other = server.api('support', { tenantId: 'nordicmove' })
    expect(await refusal(other.collections.view({ tenantId, tag }))).toMatch(/^404/)
    expect(await refusal(other.collections.view({ tenantId: 'nordicmove', tag }))).toMatch(/^404/)
    expect(await server.api('support', { tenantId }).collections.view({ tenantId, tag })).toBeDefined()
  })

  test('COLL-10, COLL-11 whatever several people do at once, no class is lost, doubled or out of an order', async () => {
    const all = ['a', 'b', 'c', 'd', 'e']
    await server.deps.db
      .update(t)
      .set(shown)
      .where(sql`${t.tag} = ANY(${sql.param(all)}::text[])`)
    const some = fc.shuffledSubarray(all, { minLength: 1 })
    const act = fc.record({ verb: fc.constantFrom('add', 'order', 'remove'), tags: some })
    const { addClasses, reorderClasses, removeClasses } = api.collections
    const calls = { add: addClasses, order: reorderClasses, remove: removeClasses }
    await fc.assert(
      fc.asyncProperty(some, fc.array(act, { minLength: 2, maxLength: 6 }), async (start, acts) => {
        const tag = await create({ titleTags: start })
        const done = await Promise.all(
          acts.map(({ verb, tags }) =>
            calls[verb]({ tenantId, tag, titleTags: tags }).then(
              () => true,
              (error: unknown) => {
                if (isKinoraError(error) && error.status === 400) return false
                throw error
              },
            ),
          ),
        )
        const stored = await classes(tag)
        expect(new Set(stored).size).toBe(stored.length)
        const named = (verb: string) =>
          new Set(acts.flatMap((each, index) => (each.verb === verb && done[index] ? each.tags : [])))
        const [added, removed] = [named('add'), named('remove')]
        for (const id of all) {
          if (!added.has(id) && !start.includes(id)) expect(stored).not.toContain(id)
          if (start.includes(id) && !removed.has(id)) expect(stored).toContain(id)
        }
        const places = await server.deps.db
          .select({ place: collectionItemsTable.place })
          .from(collectionItemsTable)
          .where(eq(collectionItemsTable.collectionTag, tag))
        expect(new Set(places.map(({ place }) => place)).size).toBe(places.length)
        // Alone, an order is what it says.
        if (stored.length > 0) {
          const wanted = stored.toReversed()
          await reorderClasses({ tenantId, tag, titleTags: wanted })
          expect(await classes(tag)).toEqual(wanted)
        }
      }),
      { numRuns: db === 'pglite' ? 15 : 10 },
    )
  })

  test('COLL-11 the order of collections under concurrent edits: none is lost, none shares a place', async () => {
    const { reorder, remove, highlight } = api.collections
    const pick = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 })
    const act = fc.record({ verb: fc.constantFrom('order', 'create', 'remove', 'feature'), of: pick })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async acts => {
        await server.deps.db.delete(collectionsTable)
        const first: string[] = []
        for (const _ of [0, 1, 2, 3]) first.push(await create({ titleTags: ['a'], active: true }))
        const made: string[] = []
        const gone = new Set<string>()
        const run = async ({ verb, of }: (typeof acts)[number]) => {
          const tags = of.map(index => first[index]!)
          if (verb === 'order') return reorder({ tenantId, collectionIds: tags })
          if (verb === 'create') return made.push(await create())
          if (verb === 'feature') return highlight({ tenantId, tag: tags[0]!, isFeaturedCollection: true })
          gone.add(tags[0]!)
          return remove({ tenantId, tags: tags.slice(0, 1) })
        }
        const orRefused = (error: unknown) => {
          if (!isKinoraError(error) || error.status !== 404) throw error
        }
        await Promise.all(acts.map(each => run(each).catch(orRefused)))
        const { data } = await api.collections.list({ tenantId, take: -1 })
        const left = [...first.filter(tag => !gone.has(tag)), ...made]
        expect(data.map(row => row.collectionTag).toSorted()).toEqual(left.toSorted())
        expect(new Set(data.map(row => row.displayOrder)).size).toBe(data.length)
        expect(data.filter(row => row.isFeaturedCollection).length).toBeLessThanOrEqual(1)
        if (left.length === 0) return
        const wanted = (await order()).toReversed()
        await reorder({ tenantId, collectionIds: wanted })
        expect(await order()).toEqual(wanted)
      }),
      { numRuns: 10 },
    )
  })

  test('COLL-10 takes thousands at once', async () => {
    await server.deps.db.execute(sql`INSERT INTO titles (tag, class_name, provider_id, status, tenants)
      SELECT 'many-' || n, 'Class ' || n, 'ironside', ${TitleStatus.Published}, ARRAY[${tenantId}]
      FROM generate_series(1, 1500) n`)
    const many = Array.from({ length: 1500 }, (_, n) => `many-${n + 1}`)
    const tag = await create({ titleTags: many })
    await api.collections.reorderClasses({ tenantId, tag, titleTags: many.toReversed() })
    expect(await classes(tag)).toEqual(many.toReversed())
  })
})
