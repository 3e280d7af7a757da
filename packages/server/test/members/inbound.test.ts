import { contract, type Input, MEMBERS_AT_ONCE, type MemberRowResult, type ReportRow } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { membersTable } from '../../src/members/tables.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { send, siteToken } from '../contract/calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from '../harness.ts'
import type { TestApi } from '../titles/support.ts'
import { tenantId, textOf } from './support.ts'

const web = {
  ...{ tenantId, lockedContentBehaviour: 'do_nothing' as const, projectId: 'p', url: 'https://acme.example' },
  ...{ localyticsWebId: 'l', numberOfMySubscriptionItemsOnHomePage: 1 },
  ...{ landingPageGetAccessLink: 'https://acme.example/join', planId: 'plan_1' },
}
const site = contract['site-content']
type Row = Partial<Input<typeof site.addMembers>['members'][number]>

describe.each(databases)('LIVE-07, C-146 members of a tenant’s own systems on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  let token: string
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    await server.deps.db.delete(membersTable)
    api = server.api('tenant')
    token = await siteToken(server)
    await server.deps.db.insert(titlesTable).values({
      ...{ tag: 'shown', className: 'Shown', status: 4, tenants: [tenantId], streamKey: 'streams/shown' },
      ...{ providerId: 'ironside', channelId: 'ironside-strength' },
    })
  })
  afterAll(() => server?.close())

  const ask = async (verb: 'addMembers' | 'member' | 'streamingLink', input: object) => {
    await server.deps.limits.site.reset(`members ${tenantId}`)
    return send(server, site[verb], input as Record<string, unknown>, { token })
  }
  const handIn = async (members: readonly Row[], more = {}) => {
    const { status, body } = await ask('addMembers', { members, ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { data: MemberRowResult[] }).data
  }
  const ada: Row = { externalUserId: 'a-1', name: 'Ada', email: 'ada@site.example' }
  const premium = { subscriptionTitle: 'Premium', productId: 'p-1', planId: 'month', startDate: '2026-11-01' }
  const memberOf = async (externalUserId: string) => {
    const { data } = await api.members.list({ tenantId, searchTerm: externalUserId, take: -1 })
    return data.find(member => member.externalUserId === externalUserId)!
  }

  test('the web settings say which source they are; where they name both, the call does', async () => {
    const { update, create } = server.api('support')['web-settings']
    const refusal = async (input: object) => {
      const { status, body } = await ask('addMembers', { members: [ada], ...input })
      return [status, (body as { issues: { code: string }[] }).issues.map(({ code }) => code)]
    }
    expect(await refusal({})).toEqual([400, ['siteContent.noSource']])
    await create({
      ...web,
      siteSourceType: undefined,
      subscriptionSource: ['stripe', 'mms'],
      secretKey: 'sk_1',
      webHookKey: 'w',
      publishableKey: 'p',
      pricingTableId: 'price_1',
    })
    expect(await refusal({ source: 'pseudosso' })).toEqual([400, ['siteContent.otherSource']])
    await update({ tenantId, subscriptionSource: ['stripe', 'mms', 'pseudosso'] })
    expect(await refusal({})).toEqual([400, ['siteContent.whichSource']])
    expect(await handIn([ada], { source: 'pseudosso' })).toMatchObject([
      { id: 'a-1', status: 201, state: 'added' },
    ])
    await update({ tenantId, subscriptionSource: ['stripe', 'mms'] })
  })

  test('each row has its result: added, updated, unchanged, refused with what mends it', async () => {
    const rows: Row[] = [
      { ...ada, externalUserId: 'a-2', ...premium },
      { ...ada, externalUserId: 'a-2', subscriptionTitle: 'Extra', status: 'trial', trialEnd: '2026-11-30' },
      { ...ada, externalUserId: 'a-3', email: 'nobody' },
      { ...ada, externalUserId: 'a-4', status: 'active' },
      { ...ada, externalUserId: 'a-5', ...premium, endDate: '2026-10-01' },
    ]
    const first = await handIn(rows)
    expect(first.map(({ state, status }) => [state, status])).toEqual([
      ['added', 201],
      ['updated', 200],
      ...[
        ['refused', 400],
        ['refused', 400],
        ['refused', 400],
      ],
    ])
    expect(first.map(({ issues }) => issues.map(({ path }) => path))).toEqual([
      ...[[], []],
      ...[['members.2.email'], ['members.3.subscriptionTitle'], ['members.4.endDate']],
    ])
    const again = await handIn(rows.slice(0, 2))
    expect(again.map(({ state, status }) => [state, status])).toEqual([
      ['unchanged', 200],
      ['unchanged', 200],
    ])
    expect((await memberOf('a-2')).subscriptionItems).toMatchObject([
      {
        title: 'Premium',
        source: 'mms',
        status: 'active',
        productId: 'p-1',
        planId: 'month',
        startDate: '2026-11-01',
      },
      { title: 'Extra', source: 'mms', status: 'trial', trialEnd: '2026-11-30' },
    ])
  })

  test('what a row has no word on stays; what it knows beside a file is kept', async () => {
    const more = {
      price: '19.90',
      externalStatus: 'Live',
      discountCode: 'TEN',
      crmSource: 'hub',
      crmUserId: '7',
    }
    await handIn([{ ...ada, externalUserId: 'a-2', ...premium, ...more }])
    await handIn([{ ...ada, externalUserId: 'a-2', ...premium, status: 'cancelled', endDate: '2026-11-15' }])
    const [item] = (await memberOf('a-2')).subscriptionItems
    expect(item).toMatchObject({
      ...more,
      status: 'cancelled',
      endDate: '2026-11-15',
      cancelledDates: ['2026-11-15'],
    })
  })

  test('decision 0120 what staff has corrected stays, and the row says so', async () => {
    const { userId } = await memberOf('a-2')
    await api.members.update({ tenantId, userId, name: 'Ada Lovelace' })
    expect(await handIn([{ ...ada, externalUserId: 'a-2' }])).toMatchObject([
      { state: 'kept', status: 200, issues: [{ code: 'memberImport.kept' }] },
    ])
    expect((await memberOf('a-2')).name).toBe('Ada Lovelace')
  })

  test('items of another source are left alone, and so are members of another tenant', async () => {
    const { userId } = await memberOf('a-2')
    await api.members.addItem({ tenantId, userId, title: 'Gift' })
    await handIn([{ ...ada, externalUserId: 'a-2', subscriptionTitle: 'Gift', status: 'expired' }])
    const gifts = (await memberOf('a-2')).subscriptionItems.filter(({ title }) => title === 'Gift')
    expect(gifts.map(({ source, status }) => [source, status]).sort()).toEqual([
      ['manual', 'active'],
      ['mms', 'expired'],
    ])
  })

  test('a call takes so many rows, and a token that only reads none', async () => {
    const many = Array.from({ length: MEMBERS_AT_ONCE + 1 }, (_, nth) => ({
      ...ada,
      externalUserId: `n-${nth}`,
    }))
    expect((await ask('addMembers', { members: many })).status).toBe(400)
    const readOnly = await siteToken(server, { readOnly: true })
    const answer = await send(server, site.addMembers, { members: [ada] }, { token: readOnly })
    expect(answer.status).toBe(403)
    expect((await handIn(many.slice(1))).every(({ state }) => state === 'added')).toBe(true)
  })

  describe('USER-07, decision 0139 when a member was seen last', () => {
    /** What reports say, and what is counted from the calls themselves. */
    const report = async (month: string): Promise<number> => {
      const days = { startDate: `${month}-01`, endDate: `${month}-28` }
      const { body } = await server
        .api('admin')
        .reports.tenant({ ...days, tenantId, type: 'billableUser', format: 'json' })
      const rows = JSON.parse(await textOf(body)) as ReportRow[]
      return (rows[0]?.visited as number | undefined) ?? 0
    }

    test('B-22 asking for a member is its sign-in, asking for a link its access; at most one a minute is written', async () => {
      const seen = async () => {
        const { lastLoginAt, lastAccessedAt } = await memberOf('a-2')
        return [lastLoginAt, lastAccessedAt]
      }
      expect(await seen()).toEqual([null, null])
      await ask('streamingLink', { tag: 'shown', userId: 'a-2' })
      expect(await seen()).toEqual([null, '2026-11-20T09:00:00'])
      await ask('member', { userId: 'a-2' })
      expect(await seen()).toEqual(['2026-11-20T09:00:00', '2026-11-20T09:00:00'])
      clock.forward(59)
      await ask('member', { userId: 'a-2' })
      await ask('streamingLink', { tag: 'shown', userId: 'a-2' })
      expect(await seen()).toEqual(['2026-11-20T09:00:00', '2026-11-20T09:00:00'])
      clock.forward(1)
      await ask('streamingLink', { tag: 'shown', userId: 'a-2' })
      expect(await seen()).toEqual(['2026-11-20T09:00:00', '2026-11-20T09:01:00'])
      // Neither a link that wasn't given nor one that names nobody, and one that nobody has brought here isn't made up.
      await ask('streamingLink', { tag: 'nowhere', userId: 'a-1' })
      await ask('streamingLink', { tag: 'shown' })
      await ask('streamingLink', { tag: 'shown', userId: 'stranger' })
      expect((await memberOf('a-1')).lastAccessedAt).toBeNull()
      expect((await api.members.list({ tenantId, searchTerm: 'stranger' })).totalRecords).toBe(0)
    })

    test('0152 staff who look at the site as a member leave no trace of it', async () => {
      const { token: signedIn } = await server.signIn('tenant')
      const { body } = await send(server, contract.site.preview, { tenantId }, { token: signedIn })
      const { token: preview } = body as { token: string }
      const asked = { tag: 'shown', userId: 'a-1' }
      expect((await send(server, site.streamingLink, asked, { token: preview })).status).toBe(200)
      expect((await memberOf('a-1')).lastAccessedAt).toBeNull()
    })

    test('the report counts who was seen; a recount from the calls proves it', async () => {
      const calls: { userId: string; month: string }[] = [{ userId: 'a-2', month: '2026-11' }]
      const steps = fc.sample(
        fc.record({ nth: fc.nat({ max: 30 }), hours: fc.integer({ min: 0, max: 40 }), isLink: fc.boolean() }),
        { numRuns: 120, seed: 3 },
      )
      for (const { nth, hours, isLink } of steps) {
        clock.forward(hours * 3600)
        token = await siteToken(server)
        const userId = `n-${nth}`
        const answer = await (isLink
          ? ask('streamingLink', { tag: 'shown', userId })
          : ask('member', { userId }))
        if (answer.status === 200 && nth > 0)
          calls.push({ userId, month: clock.now().toISOString().slice(0, 7) })
      }
      const months = [...new Set(calls.map(({ month }) => month))]
      expect(months.length).toBeGreaterThan(2)
      for (const month of months) {
        const recount = new Set(calls.filter(call => call.month === month).map(({ userId }) => userId)).size
        expect([month, await report(month)]).toEqual([month, recount])
      }
    })
  })
})
