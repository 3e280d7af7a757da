import { compareNames, en, type Member, noMemberImports } from '@kinora/core'
import { memberTemplateRows } from '@kinora/core/bulk'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../../src/kernel/rows/audit.ts'
import { systemScope } from '../../src/kernel/scope.ts'
import { purgeImports, startMemberImportJobs } from '../../src/member-imports/run.ts'
import { memberSubscriptionsTable, membersTable } from '../../src/members/tables.ts'
import { playbackRecordsTable, playbackUploadsTable } from '../../src/playback/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from '../harness.ts'
import { failure } from '../refusals.ts'
import type { TestApi } from '../titles/support.ts'
import { importAll, membersFile, person, resultsOf, settled, tenantId, textOf } from './support.ts'

describe.each(databases)('members on %s', db => {
  const clock = createTestClock()
  let server: TestServer
  let api: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    await server.deps.db.delete(membersTable)
    await startMemberImportJobs(server.deps)
    api = server.api('tenant')
  })
  afterAll(() => server?.close())
  const imports = () => api['member-imports']
  const premium = { subscriptionTitle: 'Premium', productId: 'p-1', planId: 'month' }
  const find = async (externalUserId: string): Promise<Member> => {
    const { data } = await api.members.list({ tenantId, searchTerm: externalUserId, take: -1 })
    return data.find(member => member.externalUserId === externalUserId)!
  }

  test('USER-04, API-149 hands out the template', async () => {
    const { body, fileName } = await imports().template({})
    expect(fileName).toBe('UserDataTemplate.csv')
    expect((await textOf(body)).replace('\ufeff', '').split('\r\n')[0]).toBe(
      'externalUserId,name,email,subscriptionTitle,productId,planId,status,startDate,endDate',
    )
    expect(memberTemplateRows()).toHaveLength(3)
  })

  test('USER-05, USER-06, API-150, API-151, USER-11, C-42, C-115, C-131 imports a file: adds, updates, and says what became of every row', async () => {
    const file = membersFile([
      person(1, { ...premium, status: 'active', startDate: '2026-01-01', endDate: '2026-12-31' }),
      person(2),
      person(3, { email: 'nobody', subscriptionTitle: 'Premium', status: 'gold' }),
      person(1, { ...premium, status: 'cancelled', startDate: '2026-01-01', endDate: '2026-10-31' }),
      person(1, {
        subscriptionTitle: 'Extra',
        status: 'trial',
        startDate: '2026-11-01',
        endDate: '2026-10-01',
      }),
      person(4, { status: 'active' }),
    ])
    const { fileId } = await imports().upload({ tenantId, file })
    expect(await imports().fetch({ tenantId, fileId })).toMatchObject({
      ...{
        ...{ fileId, createdDate: '2026-11-20T09:00:00' },
        name: 'autumn',
        status: null,
        totalUsers: 6,
        failedUsers: 0,
        uploadedBy: expect.stringMatching(/\w/),
      },
    })
    // What the check finds stays in sight until somebody starts it.
    const checked = await imports().results({ tenantId, fileId })
    expect(checked.data.map(({ row, state }) => [row, state])).toEqual([
      [4, 'refused'],
      [6, 'refused'],
      [7, 'refused'],
    ])
    await imports().process({ tenantId, fileId })
    expect(await settled(api, fileId)).toMatchObject({ status: 'Complete', doneUsers: 3, failedUsers: 3 })
    const bad = await imports().results({ tenantId, fileId, problems: true })
    expect(bad.data).toEqual(checked.data)
    const rows = await resultsOf(api, fileId)
    expect(rows.map(({ row, externalUserId, state }) => [row, externalUserId, state])).toEqual([
      ...[
        [2, 'm-1', 'added'],
        [3, 'm-2', 'added'],
        [4, 'm-3', 'refused'],
      ],
      ...[
        [5, 'm-1', 'updated'],
        [6, 'm-1', 'refused'],
        [7, 'm-4', 'refused'],
      ],
    ])
    expect(rows[2]!.problem).toBe(
      'email: Email is not valid. Use a value such as ada@studio.example.; status: status must be one of: active, trial, cancelled, expired. Use a value such as active.',
    )
    expect((await find('m-1')).subscriptionItems).toMatchObject([
      {
        ...{ title: 'Premium', productId: 'p-1', planId: 'month', source: 'flatfile', status: 'cancelled' },
        ...{ startDate: '2026-01-01', endDate: '2026-10-31', cancelledDates: ['2026-10-31'] },
      },
    ])
    expect((await find('m-2')).subscriptionItems).toEqual([])
    const again = await importAll(api, file)
    expect((await resultsOf(api, again.fileId)).filter(({ state }) => state === 'added')).toEqual([])
    const { body, fileName } = await imports().download({ tenantId, fileId })
    expect([fileName, (await textOf(body)).split('\r\n')[1]]).toEqual(['autumn_report.csv', '2,m-1,added,'])
  })

  test('USER-01, USER-02, USER-03, B-23, CONST-31, C-116, API-148 lists imports by pages counted from 1', async () => {
    expect(noMemberImports).toEqual({ data: [], pageNo: 0, totalRecords: 0, totalPages: 0 })
    const page = await imports().list({ tenantId, take: 1, page: 2 })
    expect(page).toMatchObject({ pageNo: 2, totalRecords: 2, totalPages: 2 })
    expect(page.data).toHaveLength(1)
  })

  test.each([
    ['another header', new File(['externalUserId,name\nm-1,A'], 'a.csv'), 'validation.fileFormat'],
    ['no row', membersFile([]), 'validation.fileFormat'],
    ['a workbook', new File(['PK\u0003\u0004 and more'], 'a.csv'), 'validation.fileFormat'],
    ['another type', membersFile([person(1)], 'a.xlsx'), 'validation.fileType'],
  ])('USER-12, VAL-18 refuses %s', async (_, file, code) => {
    expect((await failure(imports().upload({ tenantId, file }))).issues[0]?.code).toBe(code)
  })

  test('C-42 an import whose uploader’s account is closed meanwhile is given up; nothing more is done in its name', async () => {
    const { fileId } = await imports().upload({ tenantId, file: membersFile([person('late')]) })
    const set = (isActive: boolean) =>
      server.deps.db.execute(sql`UPDATE users SET is_active = ${isActive} WHERE user_id = 'user-tenant'`)
    await set(false)
    try {
      const support = server.api('support', { tenantId })
      await support['member-imports'].process({ tenantId, fileId })
      expect(await settled(support, fileId)).toMatchObject({
        ...{ status: 'Cancelled', problem: en['memberImport.accountGone'], doneUsers: 0 },
      })
    } finally {
      await set(true)
    }
    expect((await api.members.list({ tenantId, searchTerm: 'm-late' })).totalRecords).toBe(0)
  })

  test('USER-11, BULK-03, BULK-04, API-153 stops and goes on; one at a time; what is Complete stays', async () => {
    const file = membersFile(Array.from({ length: 3000 }, (_, nth) => person(`many-${nth}`)))
    const [one, two] = [
      await imports().upload({ tenantId, file }),
      await imports().upload({ tenantId, file }),
    ]
    // The first is at its file until it is stopped, however long the calls take.
    const { blobs } = server.deps
    let open = () => {}
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    server.deps.blobs = {
      ...blobs,
      async read(...all) {
        await opened
        return blobs.read(...all)
      },
    }
    await imports().process({ tenantId, ...one })
    expect(await failure(imports().process({ tenantId, ...two }))).toMatchObject({
      status: 409,
      message: 'Another upload is going on.',
    })
    await imports().stop({ tenantId, ...one })
    server.deps.blobs = blobs
    open()
    const stopped = await settled(api, one.fileId)
    expect(stopped.status).toBe('Stop')
    expect((await failure(imports().stop({ tenantId, ...one }))).status).toBe(400)
    await imports().process({ tenantId, ...one })
    expect(await settled(api, one.fileId)).toMatchObject({ status: 'Complete', doneUsers: 3000 })
    expect((await failure(imports().process({ tenantId, ...one }))).status).toBe(400)
    expect((await api.members.list({ tenantId, searchTerm: 'm-many-' })).totalRecords).toBe(3000)
  })

  test('USER-07, USER-08, USER-10, B-22, API-144, API-146, API-147 filters by one subscription that meets all', async () => {
    const { userId } = await find('m-2')
    const item = (id: string, status: string, source: string, externalStatus: string) => ({
      ...{ id, userId, title: id, status, source, externalStatus },
    })
    await server.deps.db
      .insert(memberSubscriptionsTable)
      .values([item('s-1', 'active', 'stripe', 'past_due'), item('s-2', 'expired', 'apple', 'canceled')])
    const asked = async (filter: object) => (await api.members.list({ tenantId, ...filter })).totalRecords
    expect(await asked({ subscriptionStatus: 'active', externalSubscriptionSource: 'stripe' })).toBe(1)
    expect(await asked({ subscriptionStatus: 'active', externalSubscriptionSource: 'apple' })).toBe(0)
    const told = {
      ...{ productId: 'p-9', planId: 'year', price: '99.00', startDate: '2026-01-01', endDate: '2026-12-31' },
      ...{ trialStart: '2025-12-01', trialEnd: '2025-12-31', cancelledDates: ['2026-06-01'] },
      ...{ crmSource: 'hubspot', crmUserId: 'h-1', discountCode: 'TEN' },
    }
    const seen = new Date('2026-11-19T08:00:00Z')
    await server.deps.db
      .update(memberSubscriptionsTable)
      .set(told)
      .where(eq(memberSubscriptionsTable.id, 's-1'))
    await server.deps.db
      .update(membersTable)
      .set({ lastAccessedAt: seen, lastLoginAt: seen })
      .where(eq(membersTable.userId, userId))
    const whole = await find('m-2')
    expect(whole).toMatchObject({
      ...{ userId, externalUserId: 'm-2', name: 'Member 2', email: expect.stringContaining('@') },
      ...{ createdDate: '2026-11-20T09:00:00', lastAccessedAt: '2026-11-19T08:00:00' },
      lastLoginAt: '2026-11-19T08:00:00',
    })
    expect(whole.subscriptionItems.find(({ id }) => id === 's-1')).toEqual({
      ...item('s-1', 'active', 'stripe', 'past_due'),
      ...{ ...told, userId: undefined, isCorrected: false },
    })
    const found = await api.members.subscriptions({ tenantId, userId })
    expect(found).toEqual(expect.arrayContaining(whole.subscriptionItems))
    expect(await asked({ externalSubscriptionStatus: 'canceled', searchTerm: '2 MÉMBER' })).toBe(1)
    const either = {
      externalSubscriptionStatus: ['canceled', 'past_due'],
      subscriptionStatus: ['', 'active'],
    }
    expect(await asked(either)).toBe(1)
    expect(await asked({ subscriptionStatus: ['trial', 'none'] })).toBe(0)
    expect(await asked({ externalSubscriptionSource: [], subscriptionStatus: null })).toBe(await asked({}))
    expect(await api.members.metadata({ tenantId })).toEqual({
      subscriptionStatus: ['active', 'cancelled', 'expired'],
      externalSubscriptionStatus: ['canceled', 'past_due'],
      externalSubscriptionSource: ['apple', 'flatfile', 'stripe'],
    })
    expect(await api.members.subscriptions({ tenantId, userId })).toHaveLength(2)
  })

  test('USER-09, API-145, C-48, B-22 exports a line for each subscription, and no formula', async () => {
    await importAll(api, membersFile([person('x', { name: '=1+1' })]))
    const { body, fileName } = await api.members.export({ tenantId, searchTerm: 'm-' })
    expect(fileName).toBe('User_Report_Export_20 Nov 2026.csv')
    const lines = (await textOf(body)).trim().split('\r\n')
    expect(lines).toHaveLength(1 + 3000 + 1 + 2 + 1)
    expect(lines.find(line => line.includes('m-x'))).toContain(",'=1+1,")
    const { data } = await api.members.list({ tenantId, searchTerm: 'm-', take: -1 })
    const ids = data.map(member => member.userId)
    expect([...new Set(lines.slice(1).map(line => line.split(',')[0]))]).toEqual(ids)
    const atOnce = data.filter(({ createdDate }) => createdDate === data.at(-1)!.createdDate)
    const names = atOnce.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(compareNames))
  })

  test('erases a member: nothing of the person stays, plays lose their name, the audit log says who', async () => {
    const { userId } = await find('m-1')
    await server.deps.db.insert(playbackUploadsTable).values({
      ...{ trackingId: 'u', status: 'committed', fileName: 'p.json' },
      ...{ createdAt: clock.now(), updatedAt: clock.now() },
    })
    const play = {
      trackingId: 'u',
      tenantId,
      titleTag: 't',
      startedAt: clock.now(),
      seconds: 5,
      completed: true,
    }
    await server.deps.db.insert(playbackRecordsTable).values([
      { ...play, nth: 1, userId: 'm-1' },
      { ...play, nth: 2, userId: 'm-1' },
      { ...play, nth: 3, userId: 'm-2' },
    ])
    await server.deps.db.execute(
      sql`INSERT INTO playback_viewers (tenant_id, user_id) VALUES (${tenantId}, 'm-1'), ('nordicmove', 'm-1')`,
    )
    expect((await failure(server.api('provider').members.erase({ tenantId, userId }))).status).toBe(403)
    await api.members.erase({ tenantId, userId })
    expect((await failure(api.members.fetch({ tenantId, userId }))).status).toBe(404)
    const plays = await server.deps.db
      .select()
      .from(playbackRecordsTable)
      .where(eq(playbackRecordsTable.trackingId, 'u'))
    const names = plays.toSorted((a, b) => a.nth - b.nth).map(({ userId: name }) => name)
    expect(names).toEqual([expect.stringMatching(/^erased-/), names[0], 'm-2'])
    const told = await auditOf(systemScope, server.deps.db, {
      noun: 'members',
      id: userId,
      page: 1,
      take: -1,
    })
    expect(told.data).toMatchObject([{ verb: 'erase', changes: [], tenantId }])
    const left = await server.deps.db.execute(
      sql`SELECT 1 FROM member_import_rows WHERE external_user_id = 'm-1' OR problem LIKE '%m-1%'
        UNION ALL SELECT 1 FROM playback_viewers WHERE user_id = 'm-1' AND tenant_id = ${tenantId}`,
    )
    expect((left as unknown as { rows: unknown[] }).rows).toEqual([])
  })

  test('forgets imports after 30 days, with their files', async () => {
    const { fileId } = await imports().upload({ tenantId, file: membersFile([person('late')]) })
    clock.forward(31 * 86_400)
    await purgeImports(server.deps)
    const { data } = await server.api('tenant', {})['member-imports'].list({ tenantId })
    expect(data).toEqual([])
    expect(await server.deps.blobs.size(`batches/${fileId}.csv`)).toBeUndefined()
  })

  test('HOOK-01 members that come or change by an import are told, each once and without who they are', async () => {
    // The test before waited for longer than a token is good for.
    api = server.api('tenant')
    const types = ['member.created' as const, 'member.updated' as const]
    const since = clock.now().toISOString()
    await importAll(api, membersFile([person('told'), person('same')]))
    const { userId } = await find('m-told')
    const item = { ...premium, status: 'active', startDate: '2026-01-01', endDate: '2026-12-31' }
    await importAll(api, membersFile([person('told', item), person('told', item), person('same')]))
    const { data } = await api['event-log'].list({ types, limit: 1000, since })
    const mine = data.filter(event => event.data.userId === userId)
    expect(mine.map(({ type }) => type)).toEqual(['member.created', 'member.updated'])
    expect(data).toHaveLength(3)
    expect(JSON.stringify(data)).not.toMatch(/Member told|site\.example/)
  })
})
