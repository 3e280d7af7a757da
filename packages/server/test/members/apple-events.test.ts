import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { rowsOf } from '../../src/kernel/db/queries.ts'
import { startMemberImportJobs } from '../../src/member-imports/run.ts'
import { membersTable } from '../../src/members/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from '../harness.ts'
import { failure } from '../refusals.ts'
import type { TestApi } from '../titles/support.ts'
import { signed, testRoot } from './apple-chain.ts'
import { importAll, membersFile, person, tenantId } from './support.ts'

const bundleId = 'com.acme.app'
const path = `/api/v1/webhooks/apple/${tenantId}`
const DAY = 86_400_000
const start = Date.parse('2026-11-01T00:00:00Z')
const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const token = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

interface Period {
  original: string
  nth: number
  token?: string | undefined
  more?: Record<string, unknown>
  signedDate: number
}

/** One period as the App Store signs it; the field names are Apple's. */
const period = ({ original, nth, token: appAccountToken, more, signedDate }: Period) => ({
  ...{ transactionId: `${original}-${nth}`, originalTransactionId: original, bundleId },
  ...{ productId: 'gold.month', type: 'Auto-Renewable Subscription', environment: 'Production' },
  ...{ purchaseDate: start + nth * 30 * DAY, originalPurchaseDate: start },
  ...{ expiresDate: start + (nth + 1) * 30 * DAY, appAccountToken, price: 9990, currency: 'EUR' },
  ...{ signedDate, ...more },
})

interface Happened {
  type: string
  status: number
  at: number
  period: Omit<Period, 'signedDate'>
  renewal?: Record<string, unknown>
  id?: string
}

async function notification({ type, status, at, period: bought, renewal = {}, id = randomUUID() }: Happened) {
  const info = { originalTransactionId: bought.original, signedDate: at, ...renewal }
  return {
    ...{ notificationType: type, notificationUUID: id, version: '2.0', signedDate: at },
    data: {
      ...{ bundleId, environment: 'Production', status },
      signedTransactionInfo: await signed(period({ ...bought, signedDate: at })),
      signedRenewalInfo: await signed(info),
    },
  }
}

describe.each(databases)('LIVE-07, C-146 notifications of the App Store on %s', db => {
  const clock = createTestClock('2026-12-01T09:00:00.000Z')
  let server: TestServer
  let api: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db, clock, appleRoot: testRoot })
    await server.deps.db.delete(membersTable)
    await startMemberImportJobs(server.deps)
    api = server.api('tenant')
    const admin = server.api('admin')
    const { activatedProducts } = await admin.tenants.view({ tenantId })
    await admin.tenants.update({
      tenantId,
      activatedProducts: [...new Set([...activatedProducts, 'Mobile App' as const])],
    })
    const app = { tenantId, localyticsiOSId: 'a', localyticsAndroidId: 'b', iosBundleId: bundleId }
    const standing = await admin['app-settings'].view({ tenantId })
    const save = standing.version === null ? admin['app-settings'].create : admin['app-settings'].update
    await save({ ...app, subscriptionSource: ['apple'], sharedSecret: 'shared', iosProducts: ['gold.month'] })
  })
  afterAll(() => server?.close())

  const post = (signedPayload: string, to = path) =>
    server.app.request(to, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ signedPayload }),
    })
  const deliver = async (happened: Happened) => {
    const { status } = await post(await signed(await notification(happened)))
    expect([happened.type, status]).toEqual([happened.type, 200])
  }
  const itemsOf = async (externalUserId: string) => {
    const { data } = await api.members.list({ tenantId, searchTerm: externalUserId, take: -1 })
    return data.find(member => member.externalUserId === externalUserId)?.subscriptionItems ?? []
  }
  const stored = () =>
    rowsOf(
      server.deps.db,
      sql`SELECT (SELECT count(*) FROM apple_events)::integer AS events, (SELECT count(*) FROM apple_objects)::integer AS objects,
        (SELECT count(*) FROM apple_customers)::integer AS customers, (SELECT count(*) FROM member_subscriptions)::integer AS items`,
    )

  test('B-22 an item has status, product, trial, period and price; trial, renewal, grace, end and refund change it', async () => {
    const id = token(1)
    await importAll(api, membersFile([person(1, { externalUserId: id })]))
    const free = { offerDiscountType: 'FREE_TRIAL', offerIdentifier: 'WELCOME', price: 0 }
    const first = { original: 'o1', nth: 0, token: id, more: free }
    await deliver({ type: 'SUBSCRIBED', status: 1, at: start, period: first })
    expect(await itemsOf(id)).toEqual([
      {
        ...{
          id: expect.any(String),
          title: 'gold.month',
          status: 'trial',
          externalStatus: 'trial',
          source: 'apple',
        },
        ...{ productId: 'gold.month', planId: null, price: '€0.00', startDate: '2026-11-01' },
        ...{ endDate: '2026-12-01', trialStart: '2026-11-01', trialEnd: '2026-12-01', cancelledDates: [] },
        ...{ crmSource: 'apple', crmUserId: 'o1', discountCode: 'WELCOME', isCorrected: false },
      },
    ])
    const [{ id: itemId } = { id: '' }] = await itemsOf(id)
    const second = { original: 'o1', nth: 1, token: id }
    await deliver({ type: 'DID_RENEW', status: 1, at: start + 30 * DAY, period: second })
    const renewed = { id: itemId, status: 'active', price: '€9.99', endDate: '2026-12-31' }
    expect(await itemsOf(id)).toMatchObject([{ ...renewed, trialEnd: '2026-12-01', discountCode: null }])
    const grace = start + 66 * DAY
    const failing = { type: 'DID_FAIL_TO_RENEW', status: 4, at: start + 60 * DAY, period: second }
    await deliver({ ...failing, renewal: { gracePeriodExpiresDate: grace } })
    expect(await itemsOf(id)).toMatchObject([
      { status: 'active', externalStatus: 'gracePeriod', endDate: day(grace) },
    ])
    await deliver({ type: 'GRACE_PERIOD_EXPIRED', status: 3, at: grace, period: second })
    expect(await itemsOf(id)).toMatchObject([{ status: 'expired', externalStatus: 'billingRetry' }])
    const ended = { type: 'EXPIRED', status: 2, at: start + 70 * DAY, period: second }
    await deliver({ ...ended, renewal: { expirationIntent: 1 } })
    expect(await itemsOf(id)).toMatchObject([{ status: 'cancelled', cancelledDates: ['2026-12-31'] }])
    const revoked = { ...second, more: { revocationDate: start + 71 * DAY } }
    await deliver({ type: 'REFUND', status: 5, at: start + 71 * DAY, period: revoked })
    const old = { ...first, more: { ...free, revocationDate: start + 72 * DAY } }
    await deliver({ type: 'REFUND', status: 5, at: start + 72 * DAY, period: old })
    expect(await itemsOf(id)).toMatchObject([{ status: 'cancelled', externalStatus: 'refunded' }])
    expect(await failure(api.members.endItem({ tenantId, itemId }))).toMatchObject({
      issues: [{ code: 'member.itemElsewhere' }],
    })
  })

  test('what is nobody’s yet waits for its member; without a token the original transaction of another source names it', async () => {
    const bought = (original: string, id?: string) => ({ original, nth: 0, token: id })
    await deliver({ type: 'SUBSCRIBED', status: 1, at: start, period: bought('o2', token(2)) })
    await deliver({ type: 'SUBSCRIBED', status: 1, at: start, period: bought('o3') })
    const { address, ...state } = await api['app-settings'].webhook({ tenantId })
    expect(address).toBe(path)
    expect(state).toEqual({ isReady: true, lastEventDate: '2026-12-01T09:00:00', waiting: 2 })
    await importAll(api, membersFile([person(2, { externalUserId: token(2).toUpperCase() })]))
    expect(await itemsOf(token(2).toUpperCase())).toMatchObject([{ crmUserId: 'o2', status: 'active' }])
    await importAll(api, membersFile([person(3, { subscriptionTitle: 'Old', productId: 'old' })]))
    await server.deps.db.execute(
      sql`UPDATE member_subscriptions SET crm_user_id = 'o3' WHERE product_id = 'old'`,
    )
    await deliver({ type: 'DID_RENEW', status: 1, at: start + 30 * DAY, period: { original: 'o3', nth: 1 } })
    expect((await itemsOf('m-3')).filter(({ source }) => source === 'apple')).toMatchObject([
      { endDate: '2026-12-31' },
    ])
  })

  test('B-12 iosBundleId: what isn’t signed by the App Store for this app changes nothing and is in the audit log', async () => {
    const before = await stored()
    const happened = { type: 'SUBSCRIBED', status: 1, at: start, period: { original: 'forged', nth: 0 } }
    const good = await notification(happened)
    const other = await notification(happened)
    const foreign = { ...good.data, signedTransactionInfo: `${good.data.signedTransactionInfo}x` }
    const genuine = await signed(good)
    const [header, payload, signature] = genuine.split('.')
    const forgeries = [
      await signed(good, 'other'),
      `${header}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      await signed({ ...good, data: { ...good.data, bundleId: 'com.other.app' } }),
      await signed({ ...good, data: foreign }),
      'nonsense',
    ]
    for (const forgery of forgeries) expect((await post(forgery)).status).toBe(400)
    expect(await stored()).toEqual(before)
    const { data } = await server.api('admin').audit.list({ kind: 'refusal', row: 'webhooks.apple' })
    expect(data.map(entry => entry.tenantId)).toEqual([tenantId])
    expect((await post(genuine, '/api/v1/webhooks/apple/nordicmove')).status).toBe(404)
  })

  test('the sandbox, a test notification and single purchases are taken and left; a strange one is refused', async () => {
    const before = await stored()
    const good = await notification({
      ...{ type: 'SUBSCRIBED', status: 1, at: start },
      period: { original: 'left', nth: 0, more: { type: 'Consumable' } },
    })
    const sandbox = { ...good, data: { ...good.data, environment: 'Sandbox' } }
    for (const each of [good, sandbox, { ...good, notificationType: 'TEST', data: undefined }])
      expect((await post(await signed(each))).status).toBe(200)
    expect((await post(await signed({ ...good, signedDate: 'soon' }))).status).toBe(400)
    expect(await stored()).toEqual(before)
  })

  test('in any order, some twice, some late: the items are those of the notifications in their order', async () => {
    const people = [11, 12, 13]
    await importAll(api, membersFile(people.map(nth => person(nth, { externalUserId: token(nth) }))))
    const happened: Happened[] = people.flatMap(nth => {
      const of = (round: number, more = {}) => ({ original: `p${nth}`, nth: round, token: token(nth), more })
      const at = (days: number) => start + days * DAY + nth
      return [
        { type: 'SUBSCRIBED', status: 1, at: at(0), period: of(0, { offerDiscountType: 'FREE_TRIAL' }) },
        { type: 'DID_RENEW', status: 1, at: at(30), period: of(1) },
        {
          ...{ type: 'DID_FAIL_TO_RENEW', status: 4, at: at(60), period: of(1) },
          renewal: { gracePeriodExpiresDate: at(66) },
        },
        { type: 'DID_RENEW', status: 1, at: at(64), period: of(2) },
        ...(nth === 12
          ? [{ type: 'REFUND', status: 1, at: at(70), period: of(1, { revocationDate: at(69) }) }]
          : []),
        ...(nth === 13
          ? [{ type: 'EXPIRED', status: 2, at: at(90), period: of(2), renewal: { expirationIntent: 2 } }]
          : []),
      ].map((one, index) => ({ ...one, id: `${nth}-${index}` }))
    })
    const texts = await Promise.all(happened.map(async one => signed(await notification(one))))
    const run = async (order: readonly number[]) => {
      await server.deps.db.execute(sql`DELETE FROM apple_events`)
      await server.deps.db.execute(sql`DELETE FROM apple_customers`)
      await server.deps.db.execute(sql`DELETE FROM member_subscriptions WHERE source = 'apple'`)
      for (const index of order) expect((await post(texts[index]!)).status).toBe(200)
      const items = await Promise.all(people.map(nth => itemsOf(token(nth))))
      return items.flat().map(({ id: _, ...item }) => item)
    }
    const all = texts.map((_, index) => index)
    const expected = await run(all)
    expect(expected.map(({ status, endDate }) => `${status} ${endDate}`)).toEqual([
      ...['active 2027-01-30', 'active 2027-01-30', 'expired 2027-01-30'],
    ])
    const orders = fc
      .tuple(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 8 }),
      )
      .map(([order, again]) => [...again, ...order])
    await fc.assert(
      fc.asyncProperty(orders, async order => {
        expect(await run(order)).toEqual(expected)
      }),
      { numRuns: 10 },
    )
  })
})
