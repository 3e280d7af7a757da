import { type ReportRow, TitleStatus, VideoStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { memberSubscriptionsTable, membersTable } from '../src/members/tables.ts'
import { playbackDaysTable } from '../src/playback/tables.ts'
import { demoAccounts } from '../src/seed/accounts.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { refusal, type TestApi } from './titles/support.ts'

describe('REPORT reports', () => {
  let server: TestServer
  let admin: TestApi
  let support: TestApi
  const days = { startDate: '2026-11-01', endDate: '2026-11-30' } as const

  beforeAll(async () => {
    server = await createTestServer({ clock: createTestClock('2026-12-02T09:00:00Z') })
    admin = server.api('admin')
    support = server.api('support')
    const { db } = server.deps
    const done = { status: TitleStatus.Completed, videoStatus: VideoStatus.Completed, durationSecond: 600 }
    const own = {
      channelId: 'pulse-house-originals',
      tenantId: 'pulsehouse',
      providerId: 'tenant-pulsehouse',
    }
    await db.insert(titlesTable).values([
      {
        tag: 'yin',
        className: '=1+1',
        ...own,
        ...done,
        fileSize: 5_000_000_000,
        createdAt: at('01T00:00:00'),
        createdBy: demoAccounts.tenant.userId,
      },
      {
        tag: 'flow',
        className: 'Flow',
        providerId: 'ironside',
        channelId: 'ironside-strength',
        ...done,
        createdAt: at('30T23:59:59'),
      },
      { tag: 'gone', className: 'Gone', ...own, ...done, isDelete: true, createdAt: at('15T00:00:00') },
      { tag: 'later', className: 'Later', ...own, ...done, createdAt: new Date('2026-12-01T00:00:00Z') },
      { tag: 'bare', className: 'No file yet', ...own, createdAt: at('15T00:00:00') },
    ])
    await commit([
      play('pulsehouse', 'yin', 'ana', '01T00:00:00', 90, true),
      play('pulsehouse', 'yin', 'ana', '02T10:00:00', 30),
      play('pulsehouse', 'yin', 'ben', '30T23:59:59', 60),
      play('pulsehouse', 'yin', 'cleo', '03T10:00:00', 0.5, true),
      play('pulsehouse', 'flow', 'ana', '04T10:00:00', 100, true),
      play('oasiswellness', 'flow', 'ana', '04T10:00:00', 50, true),
      { ...play('pulsehouse', '', 'ana', '04T10:00:00', 70), titleTag: undefined, eventId: 'live' },
    ])
    await commit([
      play('pulsehouse', 'yin', 'dora', '02T11:00:00', 60),
      play('pulsehouse', 'yin', 'ana', '02T12:00:00', 1),
    ])
  })
  afterAll(() => server?.close())

  const at = (time: string) => new Date(`2026-11-${time}Z`)
  const play = (
    tenantId: string,
    titleTag: string,
    userId: string,
    time: string,
    secondsWatched: number,
    completed = false,
  ) => ({
    ...{
      tenantId,
      titleTag: titleTag || undefined,
      userId,
      startedAt: `2026-11-${time}Z`,
      secondsWatched,
      completed,
    },
  })
  async function commit(records: object[]) {
    const { trackingId } = await admin.playback.upload({
      file: new File([JSON.stringify(records)], 'plays.json'),
    })
    expect(await admin.playback.commit({ trackingId })).toMatchObject({ bad: 0 })
  }
  const textOf = ({ body }: { body: unknown }) => new Response(body as BodyInit).text()
  const rowsOf = async (answer: { body: unknown }) => JSON.parse(await textOf(answer)) as ReportRow[]
  const openBook = async (answer: { body: unknown }) =>
    Buffer.from(await new Response(answer.body as BodyInit).arrayBuffer())

  test('a HEAD ends what would be read for it: no thread waits for anybody', async () => {
    const write = vi.spyOn(server.deps.spreadsheets, 'write')
    const { token } = await server.signIn('admin')
    const query = new URLSearchParams({ ...days, type: 'tenantUpload' })
    const answer = await server.app.request(`/api/v1/tenant/tenantdownloadreport?${query}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    const book = write.mock.results[0]?.value as ReadableStream
    expect((await book.getReader().read()).done).toBe(true)
    write.mockRestore()
  })

  test('REPORT-02, API-152, C-117 tenant uploads as a real spreadsheet: typed cells, a frozen header, a filter, totals, the sheet named as the file', async () => {
    const answer = await admin.reports.tenant({ ...days, type: 'tenantUpload' })
    expect(answer.fileName).toBe('TenantUploadReport_2026-11.xlsx')
    const book = await openBook(answer)
    const sheets = await readXlsxFile(book)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['TenantUploadReport'])
    const [header, ...rows] = sheets[0]!.data
    expect(header).toEqual([
      'Tenant',
      'Provider',
      'Channel',
      'Tag',
      'Title',
      'Uploaded by',
      'Uploaded at (UTC)',
      'Status',
      'Duration (s)',
      'Size (bytes)',
    ])
    const yin = ['Pulse House', 'Pulse House', 'Pulse House Originals', 'yin', '=1+1']
    expect(rows).toEqual([
      [...yin, demoAccounts.tenant.displayName, at('01T00:00:00'), 'File ready', 600, 5_000_000_000],
      [
        'Pulse House',
        'Pulse House',
        'Pulse House Originals',
        'gone',
        'Gone',
        null,
        at('15T00:00:00'),
        'Deleted',
        600,
        null,
      ],
      [
        null,
        'Ironside Training',
        expect.any(String),
        'flow',
        'Flow',
        null,
        at('30T23:59:59'),
        'File ready',
        600,
        null,
      ],
      ['Total', null, null, null, null, null, null, null, 1800, 5_000_000_000],
    ])
    const sheet = strFromU8(unzipSync(book)['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<autoFilter ref="A1:J4"/>')
    expect(sheet).toMatch(/<c r="J5" s="\d+"><f>SUBTOTAL\(109,J2:J4\)<\/f><v>5000000000<\/v>/)
  })

  test('REPORT-02, C-133 content usage: plays of a second or more, members distinct per row, minutes and completion; a cell that would run is guarded in CSV', async () => {
    const usage = await rowsOf(
      await support.reports.tenant({ ...days, type: 'contentUsage', format: 'json' }),
    )
    const ofFlow = {
      tag: 'flow',
      title: 'Flow',
      provider: 'Ironside Training',
      plays: 1,
      members: 1,
      completion: 100,
    }
    expect(usage).toEqual([
      { ...ofFlow, channel: expect.any(String), tenant: 'Oasis Wellness', minutes: 0.83 },
      { ...ofFlow, channel: expect.any(String), tenant: 'Pulse House', minutes: 1.67 },
      {
        ...{
          tenant: 'Pulse House',
          tag: 'yin',
          title: '=1+1',
          provider: 'Pulse House',
          channel: 'Pulse House Originals',
        },
        ...{ plays: 5, members: 3, minutes: 4.02, completion: 20 },
      },
    ])
    const csv = await textOf(
      await admin.reports.tenant({ ...days, tenantId: 'pulsehouse', type: 'contentUsage', format: 'csv' }),
    )
    expect(csv.split('\r\n')[2]).toBe("Pulse House,yin,'=1+1,Pulse House,Pulse House Originals,5,3,4.02,20")
    const book = await admin.reports.tenant({ ...days, type: 'contentUsage' })
    expect(book.fileName).toBe('ContentUsageReport_2026-11.xlsx')
    const [sheet] = await readXlsxFile(await openBook(book))
    expect(sheet!.sheet).toBe('ContentUsageReport')
    const [, ...rows] = sheet!.data
    expect(rows.map(row => row.slice(5))).toEqual([
      [1, 1, 0.83, 1],
      [1, 1, 1.67, 1],
      [5, 3, 4.02, 0.2],
      [7, null, 6.52, null],
    ])
  })

  test('REPORT-02, C-52 content provider usage as a spreadsheet: its name, its cells, its totals', async () => {
    const answer = await admin.reports.tracking(days)
    expect(answer.fileName).toBe('OnDemandTrackingReport_2026-11.xlsx')
    const [sheet] = await readXlsxFile(await openBook(answer))
    expect(sheet!.sheet).toBe('OnDemandTrackingReport')
    const channel = expect.any(String)
    expect(sheet!.data).toEqual([
      ['Provider', 'Channel', 'Tag', 'Title', 'Tenant', 'Plays', 'Minutes'],
      ['Ironside Training', channel, 'flow', 'Flow', 'Oasis Wellness', 1, 0.83],
      ['Ironside Training', channel, 'flow', 'Flow', 'Pulse House', 1, 1.67],
      ['Pulse House', channel, 'yin', '=1+1', 'Pulse House', 5, 4.02],
      ['Total', null, null, null, null, 7, 6.52],
    ])
  })

  test.each([
    ['tenantUpload', 'TenantUploadReport'],
    ['contentUsage', 'ContentUsageReport'],
  ] as const)('C-52, C-81 the report %s is the file %s', async (type, name) => {
    const { fileName } = await admin.reports.tenant({ ...days, type, format: 'json' })
    expect(fileName).toBe(`${name}_2026-11.json`)
  })

  test('REPORT-06, API-54, C-52, C-81, C-82 content provider usage has a call of its own, by provider', async () => {
    const answer = await admin.reports.tracking({ ...days, format: 'json' })
    expect(answer.fileName).toBe('OnDemandTrackingReport_2026-11.json')
    expect(
      (await rowsOf(answer)).map(({ provider, tag, tenant, plays, minutes }) => [
        provider,
        tag,
        tenant,
        plays,
        minutes,
      ]),
    ).toEqual([
      ['Ironside Training', 'flow', 'Oasis Wellness', 1, 0.83],
      ['Ironside Training', 'flow', 'Pulse House', 1, 1.67],
      ['Pulse House', 'yin', 'Pulse House', 5, 4.02],
    ])
  })

  test('REPORT-02, C-52, C-81, C-133 billable users: an item on any day of the month, by source on its last day, new and cancelled', async () => {
    const { db } = server.deps
    const member = (userId: string, createdAt = '2026-09-01') => ({
      ...{ userId, tenantId: 'nordicmove', externalUserId: userId, name: userId, email: `${userId}@x.test` },
      createdAt: new Date(createdAt),
    })
    await db.insert(membersTable).values(['a', 'b', 'c', 'd', 'e'].map(id => member(id)))
    const item = (userId: string, set: Partial<typeof memberSubscriptionsTable.$inferInsert>) => ({
      ...{ id: crypto.randomUUID(), userId, title: 'Gold', status: 'active', source: 'flatfile' },
      ...{ createdAt: new Date('2026-09-01'), updatedAt: new Date('2026-09-01'), ...set },
    })
    await db
      .insert(memberSubscriptionsTable)
      .values([
        item('a', { startDate: '2026-10-31', endDate: null }),
        item('a', { startDate: '2026-11-05', endDate: '2026-11-06', title: 'Extra', source: 'stripe' }),
        item('b', { startDate: '2026-10-01', endDate: '2026-11-01', status: 'cancelled', source: 'stripe' }),
        item('c', { startDate: '2026-11-30', source: 'apple' }),
        item('d', { startDate: '2026-10-01', endDate: '2026-10-31', status: 'expired' }),
      ])
    const some = { tenantId: 'nordicmove', type: 'billableUser', format: 'json' } as const
    const rows = await rowsOf(
      await admin.reports.tenant({ startDate: '2026-10-15', endDate: '2026-11-02', ...some }),
    )
    const book = await admin.reports.tenant({ ...days, tenantId: 'nordicmove', type: 'billableUser' })
    expect(book.fileName).toBe('BillableUserReport_2026-11.xlsx')
    const [sheet] = await readXlsxFile(await openBook(book))
    expect(sheet!.sheet).toBe('BillableUserReport')
    expect(sheet!.data[0]!.slice(0, 3)).toEqual(['Tenant', 'Month', 'Members'])
    expect(sheet!.data[1]!.slice(-4)).toEqual([1, 1, 3, 0])
    const none = { activeMms: 0, activePseudosso: 0, activeOther: 0, activeApple: 0, activeStripe: 0 }
    expect(rows).toEqual([
      {
        ...none,
        tenant: 'Nordic Move',
        month: '2026-10',
        members: 5,
        activeFlatfile: 2,
        activeStripe: 1,
        new: 3,
        cancelled: 0,
        billable: 3,
        visited: 0,
      },
      {
        ...none,
        tenant: 'Nordic Move',
        month: '2026-11',
        members: 5,
        activeFlatfile: 1,
        activeApple: 1,
        new: 1,
        cancelled: 1,
        billable: 3,
        visited: 0,
      },
    ])
  })

  test('REPORT-03, REPORT-05, C-118 the same day is allowed; an end before the start is refused; nothing found is a 404', async () => {
    const one = await admin.reports.tenant({
      startDate: '2026-11-04',
      endDate: '2026-11-04T00:00:00',
      type: 'contentUsage',
      format: 'json',
    })
    expect(await rowsOf(one)).toHaveLength(2)
    const backwards = { startDate: '2026-11-05', endDate: '2026-11-04', type: 'contentUsage' } as const
    expect(await refusal(admin.reports.tenant(backwards))).toBe('400 report.endBeforeStart')
    expect(await refusal(admin.reports.preview(backwards))).toBe('400 report.endBeforeStart')
    expect(await refusal(admin.reports.tenant({ ...days, startDate: 'soon', type: 'contentUsage' }))).toBe(
      '400 report.startDay',
    )
    const empty = { startDate: '2020-01-01', endDate: '2020-01-02' }
    for (const format of ['xlsx', 'csv', 'json'] as const)
      expect(await refusal(admin.reports.tracking({ ...empty, format }))).toBe('404 report.noData')
    expect(await refusal(admin.reports.tracking({ ...days, tenantId: 'nobody' }))).toBe('404 report.noData')
    for (const account of ['tenant', 'provider'] as const)
      expect(await refusal(server.api(account).reports.tracking(days))).toMatch(/^403/)
  })

  test('REPORT-01 a preview has the first rows and one plot', async () => {
    const seen = await admin.reports.preview({ ...days, type: 'contentUsage' })
    expect(seen).toMatchObject({ hasMore: false, plot: { kind: 'days', measure: 'plays' } })
    expect(seen.rows).toHaveLength(3)
    expect(seen.plot.points).toHaveLength(30)
    expect(
      seen.plot.points.filter(({ value }) => value > 0).map(({ label, value }) => [label.slice(8), value]),
    ).toEqual([
      ['01', 1],
      ['02', 3],
      ['04', 2],
      ['30', 1],
    ])
    const ranked = await support.reports.preview({ ...days, type: 'contentProviderUsage' })
    expect(ranked.plot).toEqual({
      kind: 'ranked',
      measure: 'minutes',
      points: [
        { label: 'Pulse House', value: 4.02 },
        { label: 'Ironside Training', value: 2.5 },
      ],
    })
    const uploads = await admin.reports.preview({
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      type: 'tenantUpload',
    })
    expect(uploads.plot.points.slice(-2)).toEqual([
      { label: '2026-11', value: 3 },
      { label: '2026-12', value: 1 },
    ])
    const billable = await admin.reports.preview({ ...days, type: 'billableUser' })
    expect(billable.plot).toEqual({
      kind: 'ranked',
      measure: 'billable',
      points: [{ label: 'Nordic Move', value: 3 }],
    })
    const nothing = await admin.reports.preview({
      startDate: '2020-01-01',
      endDate: '2020-01-02',
      type: 'billableUser',
    })
    expect(nothing).toMatchObject({ rows: [], plot: { points: [] } })
  })

  test('C-133 minutes have two decimals, completion one', async () => {
    const watched = { tenantId: 'nordicmove', titleTag: 'flow', startedAt: '2026-09-01T10:00:00Z' }
    await commit(
      [1, 2, 3].map(nth => ({ ...watched, userId: `n-${nth}`, secondsWatched: nth, completed: nth === 1 })),
    )
    const september = { startDate: '2026-09-01', endDate: '2026-09-01', format: 'json' } as const
    expect(await rowsOf(await admin.reports.tenant({ ...september, type: 'contentUsage' }))).toMatchObject([
      { plays: 3, members: 3, minutes: 0.1, completion: 33.3 },
    ])
  })

  test('C-119, C-133 a recount proves what the reports are read from', async () => {
    expect(await admin.playback.recount({})).toMatchObject({ differences: [] })
    const isYin = eq(playbackDaysTable.titleTag, 'yin')
    const [kept] = await server.deps.db.select().from(playbackDaysTable).where(isYin).limit(1)
    expect(kept!.viewers.length).toBeGreaterThan(0)
    await server.deps.db
      .update(playbackDaysTable)
      .set({ viewers: [99] })
      .where(isYin)
    expect((await admin.playback.recount({})).differences.length).toBeGreaterThan(0)
  })
})
