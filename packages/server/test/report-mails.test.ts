import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TitleStatus } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailReports } from '../src/reports/mailing.ts'
import { demoAccounts } from '../src/seed/accounts.ts'
import { usersTable } from '../src/session/tables.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'
import { displayed, type TestApi } from './titles/support.ts'

const DAY = 86_400

describe('28.5 reports that are mailed every month', () => {
  const clock = createTestClock('2026-11-20T09:00:00Z')
  let server: TestServer
  let admin: TestApi
  beforeAll(async () => {
    server = await createTestServer({ clock })
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  const mails = async (): Promise<string[]> => {
    const outbox = join(server.folder, 'outbox')
    const names = await readdir(outbox).catch(() => [])
    return Promise.all(names.sort().map(name => readFile(join(outbox, name), 'utf8')))
  }
  const run = (publicUrl?: string) =>
    mailReports({ ...server.deps, settings: { ...server.deps.settings, publicUrl } })

  test('everybody has their own, one of each report and tenant', async () => {
    const all = await admin.reports.subscribe({ type: 'billableUser' })
    expect(all).toMatchObject({ type: 'billableUser', tenantId: null, tenantName: null })
    expect(await admin.reports.subscribe({ type: 'billableUser' })).toEqual(all)
    const of = await admin.reports.subscribe({ type: 'billableUser', tenantId: 'pulsehouse' })
    const { data } = await admin.reports.subscriptions({})
    expect(data.map(({ subscriptionId }) => subscriptionId)).toEqual(
      expect.arrayContaining([all.subscriptionId, of.subscriptionId]),
    )
    const support = server.api('support')
    expect((await support.reports.subscriptions({})).data).toEqual([])
    const { subscriptionId } = of
    expect((await failure(support.reports.unsubscribe({ subscriptionId }))).status).toBe(404)
    await admin.reports.unsubscribe({ subscriptionId })
    expect(
      (await failure(admin.reports.subscribe({ type: 'tenantUpload', tenantId: 'nowhere' }))).status,
    ).toBe(404)
    expect((await failure(server.api('provider').reports.subscribe({ type: 'tenantUpload' }))).status).toBe(
      403,
    )
  })

  test('goes out once for each month that has ended, with where it is and how to stop it', async () => {
    await run()
    expect(await mails()).toEqual([])
    clock.forward(11 * DAY)
    await run('https://kinora.example/')
    await run('https://kinora.example/')
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toContain('Subject: Billable users, November 2026')
    expect(mail).toContain(demoAccounts.admin.email)
    const text = mail!.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(text).toContain(
      'https://kinora.example/admin/report?type=billableUser&from=2026-11-01&to=2026-11-30\r\n',
    )
    expect(text).toContain('kinora reports download --type billableUser --month 2026-11')
    const [{ subscriptionId } = { subscriptionId: '' }] = (
      await server.api('admin', {}).reports.subscriptions({})
    ).data
    expect(text).toContain(`&stop=${subscriptionId}`)
  })

  test('who may no longer see reports is told nothing, and after a pause only the last month is told', async () => {
    const { userId } = demoAccounts.admin
    const set = (isActive: boolean) =>
      server.deps.db.update(usersTable).set({ isActive }).where(eq(usersTable.userId, userId))
    await set(false)
    clock.forward(100 * DAY)
    await run()
    expect(await mails()).toHaveLength(1)
    await set(true)
    await run()
    const all = await mails()
    expect(all).toHaveLength(2)
    expect(all.filter(mail => mail.includes('February 2027'))).toHaveLength(1)
    // Without the portal’s address it says where to look and how to stop it.
    expect(all.find(mail => mail.includes('February 2027'))).toContain('kinora reports unsubscribe')
  })

  test('LIVE-03 what comes to a site and leaves it is mailed every Monday, to whoever of the tenant asked for it', async () => {
    const tenant = server.api('tenant')
    const sent = (await mails()).length
    const mail = await tenant.reports.subscribe({ type: 'siteChanges' })
    expect(mail).toMatchObject({ type: 'siteChanges', tenantId: 'pulsehouse', tenantName: 'Pulse House' })
    expect((await failure(tenant.reports.subscribe({ type: 'contentUsage' }))).status).toBe(403)
    expect(
      (await failure(tenant.reports.subscribe({ type: 'siteChanges', tenantId: 'nordicmove' }))).status,
    ).toBe(404)
    const again = server.api('admin')
    expect(await failure(again.reports.subscribe({ type: 'siteChanges' }))).toMatchObject({
      issues: [{ path: 'tenantId', code: 'report.changesOfOne' }],
    })
    await server.deps.db.insert(titlesTable).values({
      ...{ tag: 'ends', className: 'Ends soon', providerId: 'ironside', channelId: 'ironside-strength' },
      ...{ status: TitleStatus.Published, tenants: ['pulsehouse'], ...displayed },
      endDate: new Date(clock.now().getTime() + 20 * DAY * 1000).toISOString().slice(0, 10),
    })
    await run()
    expect(await mails()).toHaveLength(sent)
    clock.forward(7 * DAY)
    await run('https://kinora.example/')
    await run('https://kinora.example/')
    const all = await mails()
    expect(all).toHaveLength(sent + 1)
    const text = all
      .find(each => each.includes('Subject: The next 90 days of Pulse House'))!
      .replace(/=\r\n/g, '')
      .replaceAll('=3D', '=')
    expect(text).toContain(demoAccounts.tenant.email)
    expect(text).toMatch(/00:00 {2}leaves {2}Ends soon/)
    expect(text).toContain('kinora site upcoming --tenant pulsehouse')
    expect(text).toContain(`kinora reports unsubscribe ${mail.subscriptionId}`)
    await server.api('tenant').reports.unsubscribe({ subscriptionId: mail.subscriptionId })
    clock.forward(7 * DAY)
    await run()
    expect(await mails()).toHaveLength(sent + 1)
  })
})
