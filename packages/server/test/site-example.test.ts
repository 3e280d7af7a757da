import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EventType, newEvent, newWebSettings, TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSite, eachTitle, submitReviews } from '../../../examples/site/site.ts'
import { eventsTable } from '../src/events/tables.ts'
import { membersTable } from '../src/members/tables.ts'
import { plainPdf } from '../src/seed/documents.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { webSettingsTable } from '../src/tenant-settings/tables.ts'
import { siteToken } from './contract/calls.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { displayed } from './titles/support.ts'

const clock = createTestClock()
let server: TestServer
let keys: { accessKey: string; secretKey: string }
let documentId: string
beforeAll(async () => {
  server = await createTestServer({ clock })
  const admin = server.api('admin')
  keys = (await admin.tenants.generateKeys({ id: 'pulsehouse' })).keys!
  const files = Object.fromEntries(
    ['en-GB', 'de-DE', 'fr-FR'].map(tag => [tag, new File(['<p>Terms</p>'], `${tag}.html`)]),
  )
  await admin.terms.upload({ tenantId: 'pulsehouse', title: 'Terms', files })
  const supply = { providerId: 'ironside', channelId: 'ironside-strength' }
  const shown = { ...displayed, ...supply, status: TitleStatus.Published, tenants: ['pulsehouse'] }
  await server.deps.db
    .insert(titlesTable)
    .values(
      ['swing', 'press', 'row'].map(tag => ({ tag, className: tag, streamKey: `streams/${tag}`, ...shown })),
    )
  const schedule = { type: 1 as const, weekdays: [0, 1, 2, 3, 4, 5, 6], daily_time: '09:30' }
  await server.deps.db.insert(eventsTable).values({
    ...{ ...newEvent, eventId: 'open', tenantId: 'pulsehouse', title: 'Open', type: EventType.Scheduled },
    ...{ schedule, durationSecond: 4 * 3600, contentId: 'swing', active: true, activatedOnce: true },
  })
  const file = new File([plainPdf([['Plan']])], 'plan.pdf', { type: 'application/pdf' })
  const plan = { tenantId: 'pulsehouse', title: 'Plan', titleTags: ['swing'], file }
  const member = { externalUserId: 'm-7', name: 'Mia', email: 'mia@site.example' }
  await server.deps.db.insert(membersTable).values({ ...member, userId: 'mia', tenantId: 'pulsehouse' })
  const settings = { ...newWebSettings, subscriptionSource: ['mms' as const] }
  await server.deps.db.insert(webSettingsTable).values({ tenantId: 'pulsehouse', settings })
  ;({ documentId } = await server.api('tenant').documents.create(plan))
})
afterAll(() => server?.close())

describe('TENANT-27, C-120 examples/site against the real server', () => {
  const request = (async (url: string, init?: RequestInit) => server.app.request(url, init)) as typeof fetch

  test('reads every title page by page, with a new token where the first has ended', async () => {
    const site = createSite({ url: '', ...keys, fetch: request })
    const tags: string[] = []
    for await (const { tag } of eachTitle(site, 2)) {
      tags.push(tag)
      if (tags.length === 2) clock.forward(3600)
    }
    expect(tags.toSorted()).toEqual(['press', 'row', 'swing'])
  })

  test('hands in reviews, and says which need a person', async () => {
    const site = createSite({ url: '', ...keys, fetch: request })
    const date = '2026-11-19T10:00:00Z'
    const waiting = ['swing', 'nowhere'].map(titleTag => ({
      ...{ reviewId: titleTag, titleTag, user: 'Mia', rating: 5, comment: '', date },
    }))
    for (const _ of [1, 2])
      expect(await submitReviews(site, waiting)).toMatchObject({
        done: ['swing'],
        mend: [{ id: 'nowhere', why: expect.stringContaining('reviews.1.titleTag: The site doesn’t show') }],
      })
    expect(await site.tokenForPages()).toMatch(/^ey/)
  })
})

describe('TENANT-27, C-120 the calls of docs/site.md', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/site.md'), 'utf8')
  const commands = page
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(line => line.startsWith('curl '))

  test('are all there', () => expect(commands.length).toBeGreaterThan(9))

  test.each(commands)('%s', async command => {
    const values = {
      ...{ KINORA: '', TAG: 'swing', TOKEN: await siteToken(server), DOCUMENT: documentId },
      ...{ EVENT: 'open', STAFF_TOKEN: (await server.signIn('tenant')).token },
      ...{ ACCESS_KEY: keys.accessKey, SECRET_KEY: keys.secretKey },
    }
    const filled = command.replace(/\$([A-Z_]+)/g, (_, name: keyof typeof values) => values[name])
    const [, , target = ''] = filled.split(/\s+/).map(word => word.replaceAll('"', ''))
    const headers = [...filled.matchAll(/-H ["']([\w-]+): ([^"']+)["']/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    const body = /-d "(.*)"$/.exec(filled)?.[1]?.replaceAll('\\"', '"')
    const init = { headers: Object.fromEntries(headers), ...(body !== undefined && { method: 'POST', body }) }
    const answer = await server.app.request(target, init)
    const text = await answer.text()
    expect([answer.status < 300, text]).toEqual([true, expect.not.stringContaining('"status":4')])
  })
})
