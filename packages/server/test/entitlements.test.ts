import { contract, TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../scripts/properties.ts'
import { collectionItemsTable, collectionsTable } from '../src/collections/tables.ts'
import { memberSubscriptionsTable, membersTable } from '../src/members/tables.ts'
import { subscriptionsTable } from '../src/stored-subscriptions/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { termsTable } from '../src/terms/tables.ts'
import { send, siteToken } from './contract/calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'

const tenantId = 'pulsehouse'
const site = contract['site-content']

describe.each(databases)('LIVE-08 may a member watch a title on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let token: string
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    const { deps } = server
    for (const table of [
      subscriptionsTable,
      collectionItemsTable,
      collectionsTable,
      termsTable,
      membersTable,
    ])
      await deps.db.delete(table)
    const member = { tenantId, name: 'Ada', email: 'ada@site.example' }
    await deps.db.insert(membersTable).values([
      { ...member, userId: 'ada', externalUserId: 'm-1' },
      { ...member, userId: 'far', externalUserId: 'm-1', tenantId: 'nordicmove' },
    ])
    const title = {
      className: 'Swing',
      streamKey: 'streams/a',
      providerId: 'ironside',
      channelId: 'ironside-strength',
    }
    await deps.db.insert(titlesTable).values([
      { ...title, tag: 'a', status: TitleStatus.Published, tenants: [tenantId] },
      { ...title, tag: 'elsewhere', status: TitleStatus.Published, tenants: ['nordicmove'] },
    ])
    const collection = { tenantId, description: 'Row' }
    await deps.db.insert(collectionsTable).values([
      { ...collection, collectionTag: 'has', name: 'Has it' },
      { ...collection, collectionTag: 'not', name: 'Hasn’t' },
    ])
    await deps.db.insert(collectionItemsTable).values({ collectionTag: 'has', titleTag: 'a', place: 1 })
    token = await siteToken(server)
  })
  afterAll(() => server?.close())

  const explain = (titleTag = 'a', userId = 'ada') =>
    server.api('tenant').entitlements.explain({ tenantId, userId, titleTag })
  const link = async (userId?: string) =>
    send(server, site.streamingLink, { tag: 'a', ...(userId !== undefined && { userId }) }, { token })

  interface State {
    isPublished: boolean
    isOff: boolean
    endDate: string | null
    isCollectionActive: boolean
    packages: readonly { isActive: boolean; isAllInOne: boolean; hasCollection: boolean }[]
    items: readonly { of: number; isActive: boolean; by: 'price' | 'id' | 'title' }[]
  }
  const state: fc.Arbitrary<State> = fc.record({
    ...{
      isPublished: fc.constantFrom(true, true, true, false),
      isOff: fc.constantFrom(false, false, false, true),
    },
    endDate: fc.constantFrom(null, null, '2026-11-20', '2026-11-19'),
    isCollectionActive: fc.constantFrom(true, true, false),
    packages: fc.array(
      fc.record({
        isActive: fc.constantFrom(true, true, false),
        isAllInOne: fc.boolean(),
        hasCollection: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    items: fc.array(
      fc.record({
        of: fc.nat({ max: 2 }),
        isActive: fc.boolean(),
        by: fc.constantFrom('price', 'id', 'title'),
      }),
      { maxLength: 2 },
    ),
  })

  async function arrange({ isPublished, isOff, endDate, isCollectionActive, packages, items }: State) {
    const { db: database, clock } = server.deps
    const status = isPublished ? TitleStatus.Published : TitleStatus.Completed
    await database.update(titlesTable).set({ status, endDate }).where(eq(titlesTable.tag, 'a'))
    const disabledAt = isOff ? clock.now() : null
    await database.update(membersTable).set({ disabledAt }).where(eq(membersTable.userId, 'ada'))
    await database
      .update(collectionsTable)
      .set({ isActive: isCollectionActive })
      .where(eq(collectionsTable.collectionTag, 'has'))
    await database.delete(subscriptionsTable)
    for (const [nth, { isActive, isAllInOne, hasCollection }] of packages.entries())
      await database.insert(subscriptionsTable).values({
        ...{ subsPackageId: `pack-${nth}`, tenantId, title: `Package ${nth}`, description: 'Row', isActive },
        ...{
          subscriptionType: isAllInOne ? 'allinone' : 'bundle',
          collectionTags: [hasCollection ? 'has' : 'not'],
        },
        ...{ pricingTableId: `price_${nth}`, imageLink: '/media/images/none.jpg' },
      })
    await database.delete(memberSubscriptionsTable)
    for (const [nth, { of, isActive, by }] of items.entries())
      await database.insert(memberSubscriptionsTable).values({
        ...{ id: `item-${nth}`, userId: 'ada', source: 'manual', status: isActive ? 'active' : 'expired' },
        ...{
          title: by === 'title' ? `package ${of}` : `Item ${nth}`,
          planId: by === 'price' ? `price_${of}` : null,
        },
        productId: by === 'id' ? `pack-${of}` : '',
      })
  }

  function mayWatch({ isPublished, isOff, endDate, isCollectionActive, packages, items }: State): boolean {
    if (!isPublished || isOff || endDate === '2026-11-19') return false
    const locks = packages.map(one => one.isActive && one.hasCollection && isCollectionActive)
    if (!locks.includes(true)) return true
    return items.some(({ of, isActive }) => {
      const one = packages[of]
      return isActive && one?.isActive === true && (locks[of] || one.isAllInOne)
    })
  }

  test('B-22 staff and site are answered alike, as a plain reading of all that is stored says; a link for nobody asks for no package', async () => {
    await fc.assert(
      fc.asyncProperty(state, async given => {
        await arrange(given)
        const wanted = mayWatch(given)
        expect((await explain()).isAllowed).toBe(wanted)
        expect((await link('m-1')).status === 200).toBe(wanted)
        const isShown = given.isPublished && given.endDate !== '2026-11-19'
        for (const who of [undefined, 'stranger']) expect((await link(who)).status === 200).toBe(isShown)
      }),
      { numRuns: 60 },
    )
  })

  const locked: State = {
    ...{ isPublished: true, isOff: false, endDate: null, isCollectionActive: true, items: [] },
    packages: [{ isActive: true, isAllInOne: false, hasCollection: true }],
  }

  test('a locked title is refused with the packages that have it, and isn’t a trespass in the audit log', async () => {
    await arrange(locked)
    const refusals = async () =>
      (await server.api('admin').audit.list({ kind: 'refusal', row: 'site-content.streamingLink' }))
        .totalRecords
    const before = await refusals()
    clock.forward(120)
    const { status, body } = await link('m-1')
    expect([status, body]).toMatchObject([
      403,
      {
        issues: [
          { path: 'userId', code: 'siteContent.locked', message: expect.stringContaining('Package 0') },
        ],
      },
    ])
    expect(await refusals()).toBe(before)
    const { reasons, lockedContentBehaviour } = await explain()
    expect(lockedContentBehaviour).toBeNull()
    expect(reasons.filter(({ isMet }) => !isMet)).toEqual([
      { rule: 'package', isMet: false, finding: 'locked', names: ['Package 0'] },
    ])
  })

  test('a site that tells who has consented to which terms is held to it', async () => {
    await arrange({ ...locked, packages: [] })
    const terms = {
      tenantId,
      languageCode: 'en-GB',
      title: 'T',
      fileName: 't.html',
      size: 1,
      digest: 'd',
      blobKey: 'k',
    }
    await server.deps.db.insert(termsTable).values({ ...terms, version: 1 })
    const consent = (termsVersion: number) =>
      send(server, site.member, { userId: 'm-1', termsVersion }, { token })
    expect((await link('m-1')).status).toBe(200)
    expect((await consent(1)).body).toMatchObject({ isActive: true, termsVersion: 1 })
    expect((await link('m-1')).status).toBe(200)
    await server.deps.db.insert(termsTable).values({ ...terms, version: 2, blobKey: 'k2' })
    expect((await link('m-1')).body).toMatchObject({ issues: [{ code: 'siteContent.termsOutdated' }] })
    expect((await consent(3)).status).toBe(400)
    expect((await consent(2)).status).toBe(200)
    // What was told before comes late.
    expect((await consent(1)).body).toMatchObject({ termsVersion: 2 })
    expect((await link('m-1')).status).toBe(200)
  })

  test('ROLE-19 a member or a title that isn’t the tenant’s is unknown', async () => {
    expect((await failure(explain('a', 'far'))).code).toBe('notFound')
    for (const tag of ['elsewhere', 'nowhere'])
      expect(await failure(explain(tag))).toMatchObject({ code: 'notFound', issues: [{ path: 'titleTag' }] })
  })
})
