import { contract, type Member } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMemberImportJobs } from '../../src/member-imports/run.ts'
import { memberSubscriptionsTable, membersTable } from '../../src/members/tables.ts'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { send, siteToken } from '../contract/calls.ts'
import { createTestClock, createTestServer, databases, type TestServer } from '../harness.ts'
import { failure } from '../refusals.ts'
import type { TestApi } from '../titles/support.ts'
import { importAll, membersFile, person, resultsOf, tenantId, textOf } from './support.ts'

describe.each(databases)('28.5 members by hand, decision 0120, on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  let token: string
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    await server.deps.db.delete(membersTable)
    await startMemberImportJobs(server.deps)
    api = server.api('tenant')
    token = await siteToken(server)
    await server.deps.db.insert(titlesTable).values({
      ...{ tag: 'shown', className: 'Shown', status: 4, tenants: [tenantId], streamKey: 'streams/shown' },
      ...{ providerId: 'ironside', channelId: 'ironside-strength' },
    })
  })
  afterAll(() => server?.close())

  const premium = { subscriptionTitle: 'Premium', productId: 'p-1', planId: 'month', status: 'active' }
  let count = 0
  /** A member that an import has brought. */
  const bring = async (more = {}): Promise<Member> => {
    count += 1
    await importAll(api, membersFile([person(`h${count}`, more)]))
    return find(`m-h${count}`)
  }
  const find = async (externalUserId: string): Promise<Member> => {
    const { data } = await api.members.list({ tenantId, searchTerm: externalUserId, take: -1 })
    return data.find(member => member.externalUserId === externalUserId)!
  }
  const one = ({ userId }: Member) => ({ tenantId, userId })
  const site = contract['site-content']
  const ask = (verb: 'member' | 'streamingLink' | 'addPlays', input: object) =>
    send(server, site[verb], input as Record<string, unknown>, { token })
  const verbs = async (member: Member) =>
    (await api.members.history({ ...one(member) })).data.map(({ verb }) => verb)

  test('a member is found by its id, corrected as strictly as an import would, and what happened is told', async () => {
    const member = await bring()
    const found = await api.members.list({ tenantId, searchTerm: member.userId })
    const all = await api.members.list({ tenantId })
    expect(await api.members.list({ tenantId, searchTerm: '  ' })).toEqual(all)
    expect(found.data.map(({ userId }) => userId)).toEqual([member.userId])
    const wrong = await failure(api.members.update({ ...one(member), email: 'nobody' }))
    expect(wrong).toMatchObject({ status: 400, issues: [{ path: 'email', code: 'validation.email' }] })
    const { version, ...after } = await api.members.update({ ...one(member), email: 'right@site.example' })
    expect(after).toMatchObject({ email: 'right@site.example', corrected: ['email'] })
    expect(version).toBe(member.version + 1)
    // The same once more is no second write.
    await api.members.update({ ...one(member), email: 'right@site.example' })
    const stale = api.members.update({ ...one(member), name: 'Late', version: member.version })
    expect((await failure(stale)).code).toBe('outdated')
    const { data } = await api.members.history({ ...one(member) })
    expect(data).toMatchObject([
      { verb: 'update', changes: [{ path: 'email', before: member.email, after: 'right@site.example' }] },
    ])
    expect((await failure(server.api('admin').members.update({ ...one(member), name: 'x' }))).status).toBe(
      403,
    )
  })

  test('erasing takes what was corrected out of the audit log', async () => {
    const member = await bring()
    await api.members.update({ ...one(member), name: 'Corrected Name' })
    await api.members.erase(one(member))
    const entries = await server.api('support', { tenantId }).audit.list({ row: member.userId, take: -1 })
    expect(entries.data.map(({ verb, changes }) => [verb, changes])).toEqual([
      ['erase', []],
      ['update', []],
    ])
  })

  test('B-22 one that is off is said to be everywhere, and the site doesn’t let it in', async () => {
    const member = await bring(premium)
    const { externalUserId: userId } = member
    const link = await ask('streamingLink', { tag: 'shown', userId })
    const { streamingLink } = link.body as { streamingLink: string }
    expect((await ask('member', { userId })).body).toMatchObject({
      ...{ userId, isActive: true, subscriptions: [{ title: 'Premium', status: 'active' }] },
    })
    clock.forward(60)
    expect(await api.members.disable(one(member))).toMatchObject({
      ...{ isActive: false, disabledAt: clock.now().toISOString().slice(0, 19) },
    })
    await api.members.disable(one(member))
    expect(await verbs(member)).toEqual(['disable'])
    const off = await api.members.list({ tenantId, isActive: false })
    expect(off.data.map(each => each.userId)).toEqual([member.userId])
    const { body } = await api.members.export({ tenantId, searchTerm: userId })
    expect((await textOf(body)).trim()).toMatch(/isActive\r\n.*,false$/)

    expect((await ask('member', { userId })).body).toMatchObject({ isActive: false })
    const refused = await ask('streamingLink', { tag: 'shown', userId })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('turned off')])
    expect((await ask('streamingLink', { tag: 'shown', userId: 'somebody else' })).status).toBe(200)
    // A link that it was given before has ended, too.
    expect((await server.app.request(streamingLink)).status).toBe(403)

    const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString()
    const play = { titleTag: 'shown', userId, secondsWatched: 9, completed: false }
    const plays = [
      { ...play, playId: `late-${userId}`, startedAt: at(-30) },
      { ...play, playId: `new-${userId}`, startedAt: at(0) },
    ]
    expect((await ask('addPlays', { plays })).body).toMatchObject({
      data: [{ status: 201 }, { status: 400, issues: [{ path: 'plays.1.userId' }] }],
    })

    expect(await api.members.enable(one(member))).toMatchObject({ isActive: true, disabledAt: null })
    expect((await ask('streamingLink', { tag: 'shown', userId })).status).toBe(200)
    expect(await verbs(member)).toEqual(['enable', 'disable'])
  })

  test('a link that one was given ends when it is erased; one that nobody has brought here keeps its own', async () => {
    const member = await bring(premium)
    const linkOf = async (userId: string) => {
      const { body } = await ask('streamingLink', { tag: 'shown', userId })
      return (body as { streamingLink: string }).streamingLink
    }
    const [links, stranger] = [await linkOf(member.externalUserId), await linkOf('somebody else')]
    const open = async (link: string) => (await server.app.request(link)).status
    expect(await open(links)).not.toBe(403)
    await api.members.erase(one(member))
    expect(await open(links)).toBe(403)
    expect(await open(stranger)).not.toBe(403)
  })

  test('an open page that looks again is no sign-in', async () => {
    const member = await bring(premium)
    const { externalUserId: userId } = member
    await ask('member', { userId, isSignIn: false })
    expect(await api.members.fetch(one(member))).toMatchObject({ lastLoginAt: null, lastAccessedAt: null })
    await ask('member', { userId })
    expect((await api.members.fetch(one(member))).lastLoginAt).not.toBeNull()
  })

  test('C-133 a month in which it was off throughout isn’t billed, one in which it was on for a day is', async () => {
    const owner = 'oasiswellness'
    await server.deps.db.delete(membersTable).where(eq(membersTable.tenantId, owner))
    const member = {
      userId: 'oasis-1',
      tenantId: owner,
      externalUserId: 'o-1',
      name: 'O',
      email: 'o@o.example',
    }
    const made = new Date('2026-01-01T00:00:00Z')
    await server.deps.db.insert(membersTable).values({ ...member, createdAt: made })
    const item = { id: 'oasis-item', userId: 'oasis-1', title: 'Premium', status: 'active', source: 'stripe' }
    await server.deps.db
      .insert(memberSubscriptionsTable)
      .values({ ...item, startDate: '2026-01-01', createdAt: made })
    // Tokens end long before these months.
    const support = () => server.api('support', { tenantId: owner })
    const named = { tenantId: owner, userId: 'oasis-1' }
    await support().members.disable(named)
    clock.forward(75 * 86_400)
    await support().members.enable(named)
    const asked = { startDate: '2026-11-01', endDate: '2027-02-28', tenantId: owner }
    const { rows } = await server.api('admin').reports.preview({ ...asked, type: 'billableUser' })
    expect(rows.map(({ month, billable, activeStripe }) => [month, billable, activeStripe])).toEqual([
      ['2026-11', 1, 0],
      ['2026-12', 0, 0],
      ['2027-01', 0, 0],
      ['2027-02', 1, 1],
    ])
    token = await siteToken(server)
    api = server.api('tenant')
  })

  test('an item is added, corrected and ended; a provider’s is left to the provider', async () => {
    const member = await bring()
    const nameless = await failure(api.members.addItem({ ...one(member), title: '' }))
    expect(nameless).toMatchObject({ status: 400, issues: [{ path: 'title', code: 'member.itemNameless' }] })
    const draft = { title: 'Gift', price: '19.90' }
    const added = await api.members.addItem({ ...one(member), ...draft, startsOn: '2026-11-01' })
    const [item] = added.subscriptionItems
    expect(item).toMatchObject({
      ...{ ...draft, source: 'manual', status: 'active', startDate: '2026-11-01', endDate: null },
    })
    expect(
      (await failure(api.members.addItem({ ...one(member), ...draft, startsOn: '2026-11-01' }))).issues,
    ).toMatchObject([{ path: 'title', code: 'member.itemExists' }])
    const named = { tenantId, itemId: item!.id }
    expect((await failure(api.members.updateItem({ ...named, endsOn: '2026-10-01' }))).issues).toMatchObject([
      { path: 'endsOn' },
    ])
    const changed = await api.members.updateItem({ ...named, planId: 'year' })
    expect(changed.subscriptionItems[0]).toMatchObject({ planId: 'year', price: '19.90', isCorrected: false })
    const ended = await api.members.endItem({ ...named, endsOn: '2026-12-31' })
    expect(ended.subscriptionItems[0]).toMatchObject({
      ...{ status: 'cancelled', endDate: '2026-12-31', cancelledDates: ['2026-12-31'] },
    })
    expect((await failure(api.members.endItem(named))).issues[0]).toMatchObject({ code: 'member.itemEnded' })
    expect(await verbs(member)).toEqual(['endItem', 'updateItem', 'addItem'])
    const back = await api.members.updateItem({ ...named, status: 'active', endsOn: '' })
    expect(back.subscriptionItems[0]).toMatchObject({ status: 'active', cancelledDates: [] })
    await api.members.updateItem({ ...named, startsOn: '2999-01-01' })
    const unbegun = await api.members.endItem(named)
    expect(unbegun.subscriptionItems[0]).toMatchObject({ status: 'cancelled', endDate: '2999-01-01' })

    await server.deps.db.insert(memberSubscriptionsTable).values({
      id: 'of-stripe',
      userId: member.userId,
      title: 'Premium',
      status: 'active',
      source: 'stripe',
    })
    const elsewhere = await failure(api.members.endItem({ tenantId, itemId: 'of-stripe' }))
    expect(elsewhere.issues[0]).toMatchObject({ code: 'member.itemElsewhere', params: { source: 'Stripe' } })
  })

  test('B-22, C-131 an import keeps what was corrected and says so before and after, until it says the same', async () => {
    const member = await bring(premium)
    const [item] = member.subscriptionItems
    await api.members.update({ ...one(member), email: 'right@site.example' })
    await api.members.updateItem({ tenantId, itemId: item!.id, status: 'expired' })
    const key = await failure(api.members.updateItem({ tenantId, itemId: item!.id, title: 'Other' }))
    expect(key.issues[0]).toMatchObject({ path: 'title', code: 'member.itemKey' })
    const id = member.externalUserId
    const row = { ...person('x', premium), externalUserId: id }
    const file = () => membersFile([{ ...row, name: 'Renamed' }, person('new')])
    const { fileId } = await api['member-imports'].upload({ tenantId, file: file() })
    const before = await resultsOf(api, fileId)
    expect(before).toMatchObject([{ row: 2, externalUserId: id, state: 'kept' }])
    expect(before[0]!.problem).toContain('email, subscription')
    expect(before[0]!.problem).not.toContain('right@')

    const done = await importAll(api, file())
    expect(done).toMatchObject({ doneUsers: 2, failedUsers: 0 })
    expect((await resultsOf(api, done.fileId)).map(({ state }) => state)).toEqual(['kept', 'added'])
    expect(await find(id)).toMatchObject({
      ...{ name: 'Renamed', email: 'right@site.example', corrected: ['email'] },
      subscriptionItems: [{ status: 'expired', isCorrected: true }],
    })

    const same = { ...row, name: 'Renamed', email: 'right@site.example', status: 'expired' }
    const agreed = await importAll(api, membersFile([same]))
    expect((await resultsOf(api, agreed.fileId)).map(({ state }) => state)).toEqual(['unchanged'])
    expect(await find(id)).toMatchObject({ corrected: [], subscriptionItems: [{ isCorrected: false }] })
    await importAll(api, membersFile([{ ...same, email: 'newer@site.example' }]))
    expect(await find(id)).toMatchObject({ email: 'newer@site.example' })
  })
})
