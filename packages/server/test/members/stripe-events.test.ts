import type { Member } from '@kinora/core'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { rowsOf } from '../../src/kernel/db/queries.ts'
import { startMemberImportJobs } from '../../src/member-imports/run.ts'
import { membersTable } from '../../src/members/tables.ts'
import { createTestClock, createTestServer, databases, type TestServer } from '../harness.ts'
import { failure } from '../refusals.ts'
import type { TestApi } from '../titles/support.ts'
import { importAll, membersFile, person, tenantId } from './support.ts'

const secret = 'whsec_0123456789abcdef'
const web = {
  ...{ tenantId, lockedContentBehaviour: 'do_nothing' as const, projectId: 'p', url: 'https://acme.example' },
  ...{ localyticsWebId: 'l', numberOfMySubscriptionItemsOnHomePage: 1 },
  ...{ landingPageGetAccessLink: 'https://acme.example/join', subscriptionSource: ['stripe' as const] },
  ...{
    secretKey: 'sk_test_1',
    webHookKey: secret,
    publishableKey: 'pk_1',
    planId: 'plan_1',
    pricingTableId: 'price_1',
  },
}

interface StripeEvent {
  id: string
  type: string
  created: number
  data: { object: Record<string, unknown> }
}

const path = `/api/v1/webhooks/stripe/${tenantId}`
const DAY = 86_400
const start = Date.parse('2026-11-01T00:00:00Z') / 1000
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** A subscription at Stripe; the field names are Stripe's. */
const subscription = (id: string, customer: string, more: Record<string, unknown> = {}) => ({
  ...{
    id,
    object: 'subscription',
    customer,
    status: 'active',
    metadata: {},
    created: start,
    start_date: start,
  },
  ...{
    trial_start: null,
    trial_end: null,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    discounts: [],
  },
  items: {
    data: [
      {
        ...{
          id: `si_of_${id}`,
          quantity: 1,
          current_period_start: start,
          current_period_end: start + 30 * DAY,
        },
        price: { id: 'price_1', product: 'prod_1', nickname: 'Gold', unit_amount: 1990, currency: 'eur' },
      },
    ],
  },
  ...more,
})

describe.each(databases)('LIVE-07, C-146 events of Stripe on %s', db => {
  const clock = createTestClock('2026-11-20T09:00:00.000Z')
  let server: TestServer
  let api: TestApi
  beforeAll(async () => {
    server = await createTestServer({ db, clock })
    await server.deps.db.delete(membersTable)
    await startMemberImportJobs(server.deps)
    api = server.api('tenant')
    await server.api('support')['web-settings'].create(web)
  })
  afterAll(() => server?.close())

  const sign = (payload: string, { key = secret, age = 0 } = {}) =>
    Stripe.webhooks.generateTestHeaderStringAsync({
      ...{ payload, secret: key, timestamp: Math.floor(clock.now().getTime() / 1000) - age },
      ...{ scheme: 'v1', signature: '' },
    } as Parameters<typeof Stripe.webhooks.generateTestHeaderStringAsync>[0])
  const post = (payload: string, signature: string, to = path) =>
    server.app.request(to, { method: 'POST', body: payload, headers: { 'stripe-signature': signature } })
  const deliver = async (event: StripeEvent) => {
    const payload = JSON.stringify(event)
    const { status } = await post(payload, await sign(payload))
    expect([event.id, status]).toEqual([event.id, 200])
  }
  let count = 0
  const happen = (type: string, object: Record<string, unknown>, created = start): StripeEvent => {
    count += 1
    return { id: `evt_${String(count).padStart(5, '0')}`, type, created, data: { object } }
  }
  const itemsOf = async (externalUserId: string) => {
    const { data } = await api.members.list({ tenantId, searchTerm: externalUserId, take: -1 })
    return data.find(member => member.externalUserId === externalUserId)?.subscriptionItems ?? []
  }
  const stored = async () =>
    rowsOf(
      server.deps.db,
      sql`SELECT (SELECT count(*) FROM stripe_events)::integer AS events, (SELECT count(*) FROM stripe_objects)::integer AS objects,
        (SELECT count(*) FROM stripe_customers)::integer AS customers, (SELECT count(*) FROM member_subscriptions)::integer AS items`,
    )

  test('B-22 an item has status, price, trial, period, cancelled days and discount; each event changes what it tells', async () => {
    await importAll(api, membersFile([person('gold')]))
    await deliver(
      happen('customer.created', {
        id: 'cus_g',
        email: 'x@y.example',
        metadata: { externalUserId: 'm-gold' },
      }),
    )
    const trial = {
      ...{ status: 'trialing', trial_start: start, trial_end: start + 7 * DAY },
      discounts: [{ id: 'di_1', coupon: { id: 'c1', name: 'SPRING' }, promotion_code: null }],
    }
    await deliver(happen('customer.subscription.created', subscription('sub_g', 'cus_g', trial), start + 1))
    expect(await itemsOf('m-gold')).toEqual([
      {
        ...{
          title: 'Gold',
          id: expect.any(String),
          status: 'trial',
          externalStatus: 'trialing',
          source: 'stripe',
        },
        ...{
          productId: 'prod_1',
          planId: 'price_1',
          price: '€19.90',
          startDate: '2026-11-01',
          endDate: '2026-12-01',
        },
        ...{ trialStart: '2026-11-01', trialEnd: '2026-11-08', cancelledDates: [], crmSource: 'stripe' },
        ...{ crmUserId: 'cus_g', discountCode: 'SPRING', isCorrected: false },
      },
    ])
    const [{ id } = { id: '' }] = await itemsOf('m-gold')
    await deliver(
      happen(
        'customer.subscription.updated',
        subscription('sub_g', 'cus_g', { status: 'past_due' }),
        start + 9,
      ),
    )
    expect(await itemsOf('m-gold')).toMatchObject([
      { id, status: 'active', externalStatus: 'past_due', discountCode: null },
    ])
    const ended = { status: 'canceled', canceled_at: start + 9 * DAY, ended_at: start + 10 * DAY }
    await deliver(
      happen('customer.subscription.deleted', subscription('sub_g', 'cus_g', ended), start + 10 * DAY),
    )
    expect(await itemsOf('m-gold')).toMatchObject([
      { id, status: 'cancelled', endDate: '2026-11-11', cancelledDates: ['2026-11-11'] },
    ])
    // One that is said to have happened later, and wasn't: what has ended never comes back.
    await deliver(happen('customer.subscription.updated', subscription('sub_g', 'cus_g'), start + 11 * DAY))
    expect(await itemsOf('m-gold')).toMatchObject([{ status: 'cancelled' }])
  })

  test('an item is changed at Stripe alone', async () => {
    const [{ id: itemId } = { id: '' }] = await itemsOf('m-gold')
    expect(await failure(api.members.endItem({ tenantId, itemId }))).toMatchObject({
      issues: [{ code: 'member.itemElsewhere', params: { source: 'Stripe' } }],
    })
  })

  test('a member is known by the checkout’s reference or by the e-mail, an e-mail of two by neither; who comes later gets what waited', async () => {
    await importAll(api, membersFile([person('mail'), person('twin', { email: 'twin@site.example' })]))
    await importAll(api, membersFile([person('twin2', { email: 'Twin@site.example' })]))
    const bought = (nth: string) => subscription(`sub_${nth}`, `cus_${nth}`)
    for (const nth of ['mail', 'twin', 'later', 'late2'])
      await deliver(happen('customer.subscription.created', bought(nth)))
    await deliver(happen('customer.created', { id: 'cus_mail', email: 'MMAIL@site.example', metadata: {} }))
    await deliver(happen('customer.updated', { id: 'cus_twin', email: 'twin@site.example' }))
    const session = {
      client_reference_id: 'm-later',
      customer: 'cus_later',
      customer_details: { email: 'q@q.example' },
    }
    await deliver(happen('checkout.session.completed', { id: 'cs_1', ...session }))
    await deliver(happen('invoice.paid', { customer: 'cus_late2', customer_email: 'mlate2@site.example' }))
    expect(await itemsOf('m-mail')).toMatchObject([{ crmUserId: 'cus_mail' }])
    for (const nth of ['m-twin', 'm-twin2']) expect(await itemsOf(nth)).toEqual([])
    const { address, ...state } = await api['web-settings'].webhook({ tenantId })
    expect(address).toBe(path)
    expect(state).toEqual({ isReady: true, lastEventDate: '2026-11-20T09:00:00', waiting: 3 })
    await importAll(api, membersFile([person('later'), person('late2')]))
    for (const nth of ['later', 'late2'])
      expect(await itemsOf(`m-${nth}`)).toMatchObject([
        { title: 'Gold', status: 'active', crmUserId: `cus_${nth}` },
      ])
    // The twins are told apart by hand.
    const { data } = await api.members.list({ tenantId, searchTerm: 'm-twin2', take: -1 })
    await api.members.update({ tenantId, userId: data[0]!.userId, email: 'other@site.example' })
    expect(await itemsOf('m-twin')).toMatchObject([{ crmUserId: 'cus_twin' }])
    expect((await api['web-settings'].webhook({ tenantId })).waiting).toBe(0)
  })

  test('an erased member takes along what Stripe has told of it', async () => {
    const { data } = await api.members.list({ tenantId, searchTerm: 'm-late2', take: -1 })
    await api.members.erase({ tenantId, userId: data[0]!.userId })
    const left = await rowsOf(
      server.deps.db,
      sql`SELECT 1 FROM stripe_objects WHERE customer_id = 'cus_late2'`,
    )
    expect(left).toEqual([])
  })

  test('B-11 webHookKey: what isn’t signed with the secret, or is older than five minutes, changes nothing and is in the audit log once a minute', async () => {
    const before = await stored()
    const payload = JSON.stringify(happen('customer.created', { id: 'cus_forged', email: 'f@f.example' }))
    const forgeries = [
      [payload, await sign(payload, { key: 'whsec_other' })],
      [`${payload} `, await sign(payload)],
      [payload, await sign(payload, { age: 301 })],
      [payload, ''],
      [payload, 't=1,v1=x'],
    ] as const
    for (const [body, signature] of forgeries) {
      const answer = await post(body, signature)
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as { message: string }).message).toContain('webhook secret')
    }
    expect(await stored()).toEqual(before)
    const { data } = await server.api('admin').audit.list({ kind: 'refusal', row: 'webhooks.stripe' })
    expect(data.map(entry => entry.tenantId)).toEqual([tenantId])
    expect((await post(payload, await sign(payload, { age: 299 }))).status).toBe(200)
    let last = 0
    for (let tries = 0; tries <= 100 && last !== 429; tries += 1) last = (await post(payload, '')).status
    expect(last).toBe(429)
    // Stripe itself is let in all the same.
    expect((await post(payload, await sign(payload))).status).toBe(200)
  })

  test('an event that tells nothing of members is taken and left; a strange one is refused; a body has a limit', async () => {
    const before = await stored()
    await deliver(happen('charge.succeeded', { id: 'ch_1' }))
    await deliver(happen('customer.tax_id.created', { id: 'txi_1', customer: 'cus_g' }))
    expect(await stored()).toEqual(before)
    const strange = JSON.stringify(happen('customer.subscription.updated', { id: 'sub_x', customer: 7 }))
    expect((await post(strange, await sign(strange))).status).toBe(400)
    const long = JSON.stringify({ id: 'x'.repeat(600_000) })
    expect((await post(long, await sign(long))).status).toBe(413)
    expect(await stored()).toEqual(before)
  })

  test('a signed body of 500 kB of nesting is refused or left as any other', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const of = (type: string, object: string) =>
      `{"id":"evt_deep","type":"${type}","created":1,"data":{"object":${object}}}`
    const before = await stored()
    for (const [body, status] of [
      [of('charge.succeeded', nested(240_000)), 200],
      [of('customer.updated', nested(240_000)), 400],
      [of('customer.updated', `{"id":"cus_deep","metadata":${nested(240_000)}}`), 400],
      [nested(240_000), 400],
    ] as const)
      expect((await post(body, await sign(body))).status).toBe(status)
    expect(await stored()).toEqual(before)
  })

  test('0144 of a customer’s checkouts at most one of each kind is kept, whatever order they come in', async () => {
    const checkout = (nth: number, customer: string, more: object) =>
      happen('checkout.session.completed', { id: `cs_${customer}_${nth}`, customer, ...more }, start + nth)
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
    ]
    for (const [index, order] of orders.entries()) {
      const customer = `cus_often${index}`
      const all = [
        checkout(0, customer, { client_reference_id: 'm-often', customer_email: 'o@o.example' }),
        checkout(1, customer, { customer_email: 'old@o.example' }),
        checkout(2, customer, { client_reference_id: 'm-often' }),
        checkout(3, customer, { customer_email: 'new@o.example' }),
        checkout(4, customer, {}),
      ]
      for (const nth of order) await deliver(all[nth]!)
      const kept = sql`SELECT object_id AS id FROM stripe_objects WHERE customer_id = ${customer} ORDER BY object_id`
      expect(await rowsOf(server.deps.db, kept)).toEqual(
        [0, 2, 3, 4].map(nth => ({ id: `cs_${customer}_${nth}` })),
      )
      const known = sql`SELECT external_user_id AS id, email FROM stripe_customers WHERE customer_id = ${customer}`
      expect(await rowsOf(server.deps.db, known)).toEqual([{ id: 'm-often', email: 'new@o.example' }])
    }
  })

  test('a member is erased while Stripe tells of it: neither fails', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      const id = `m-race${nth}`
      await importAll(api, membersFile([person(`race${nth}`)]))
      const { data } = await api.members.list({ tenantId, searchTerm: id, take: -1 })
      const told = (name: string) =>
        happen(
          'customer.subscription.updated',
          subscription(`sub_${name}`, `cus_${id}`, { metadata: { externalUserId: id } }),
        )
      await deliver(told(`first_${id}`))
      await Promise.all([
        ...['a', 'b', 'c'].map(name => deliver(told(`${name}_${id}`))),
        api.members.erase({ tenantId, userId: data[0]!.userId }),
      ])
      expect(await itemsOf(id)).toEqual([])
    }
  })

  test('a tenant without Stripe, and none at all, take no events', async () => {
    const payload = JSON.stringify(happen('customer.created', { id: 'cus_n' }))
    for (const id of ['nordicmove', 'nobody'])
      expect((await post(payload, await sign(payload), `/api/v1/webhooks/stripe/${id}`)).status).toBe(404)
  })

  test('1,000 events in any order, some twice, some late: the items are those of a plain reference', async () => {
    const { deps } = server
    await deps.db.delete(membersTable)
    await deps.db.execute(sql`DELETE FROM stripe_customers`)
    await deps.db.execute(sql`DELETE FROM stripe_events`)
    const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      numRuns: 40_000,
      seed: 7,
    })
    let at = 0
    const dice = (sides: number) => Math.floor(random[at++ % random.length]! * sides)
    const pick = <T>(from: readonly T[]): T => from[dice(from.length)]!
    const events = Array.from({ length: 60 }, (_, nth) => lifeOf(nth, { dice, pick, happen }))
      .flat()
      .slice(0, 1000)
    expect(events.length).toBe(1000)
    const people = Array.from({ length: 50 }, (_, nth) => person(`r${nth}`))
    const early = people.filter((_, nth) => nth % 3 !== 0)
    await importAll(api, membersFile(early))
    const queue = [...events, ...events.filter(() => dice(5) === 0)].map(
      event => [random[at++ % random.length]!, event] as const,
    )
    queue.sort(([one], [other]) => one - other)
    for (const [index, [, event]] of queue.entries()) {
      if (index === 600) await importAll(api, membersFile(people))
      await deliver(event)
    }
    const { data } = await api.members.list({ tenantId, take: -1 })
    expect(toFacts(data)).toEqual(
      expectedOf(
        events,
        people.map(({ externalUserId }) => externalUserId!),
      ),
    )
    const [state] = await stored()
    expect(state).toMatchObject({ events: events.filter(({ type }) => type !== 'charge.succeeded').length })
  })
})

interface Luck {
  dice(sides: number): number
  pick<T>(from: readonly T[]): T
  happen(type: string, object: Record<string, unknown>, created?: number): StripeEvent
}

/** What happens to one customer at Stripe, in the order in which it happens; some of it within one second. */
function lifeOf(nth: number, { dice, pick, happen }: Luck): StripeEvent[] {
  const customer = `cus_r${nth}`
  let now = start + dice(20) * 3600
  const later = () => {
    now += pick([0, 1, 60, DAY])
    return now
  }
  // Some are known by an id, some by their e-mail, some by a checkout, the last ten by nobody.
  const way = nth % 3
  const who = { id: customer, email: way === 1 ? `MR${nth}@site.example` : `else${nth}@site.example` }
  const metadata = way === 0 ? { externalUserId: `m-r${nth}` } : {}
  const life = [happen('customer.created', { ...who, metadata }, now)]
  if (way === 2)
    life.push(
      happen(
        'checkout.session.completed',
        { id: `cs_r${nth}`, customer, client_reference_id: `m-r${nth}` },
        later(),
      ),
    )
  for (const sub of ['a', 'b']) {
    const id = `sub_r${nth}${sub}`
    let state: Record<string, unknown> = { status: pick(['trialing', 'active', 'incomplete']) }
    if (state.status === 'trialing') state = { ...state, trial_start: now, trial_end: now + 7 * DAY }
    life.push(happen('customer.subscription.created', subscription(id, customer, state), later()))
    for (let step = 0; step < 7; step += 1) {
      const status = pick(['active', 'active', 'past_due', 'unpaid', 'paused', 'trialing'])
      const coupon = pick([
        [],
        [`di_r${nth}`],
        [{ id: 'di_x', coupon: { id: 'c', name: 'TEN' }, promotion_code: null }],
      ])
      state = { ...state, status, discounts: coupon, cancel_at: pick([null, now + 9 * DAY]) }
      const type = pick(['updated', 'updated', 'updated', 'paused', 'resumed', 'trial_will_end'])
      life.push(happen(`customer.subscription.${type}`, subscription(id, customer, state), later()))
      if (dice(4) === 0) life.push(happen('charge.succeeded', { id: `ch_${nth}` }, now))
    }
    if (dice(3) === 0) {
      state = { ...state, status: 'canceled', canceled_at: now, ended_at: now + dice(3) * DAY }
      life.push(happen('customer.subscription.deleted', subscription(id, customer, state), now))
    }
  }
  life.push(
    happen('customer.discount.created', { id: `di_r${nth}`, customer, coupon: { id: 'HALF' } }, later()),
  )
  return life
}

/** What is seen of members' items, member by member. */
const toFacts = (members: readonly Member[]) =>
  members
    .map(({ externalUserId, subscriptionItems }) => ({
      externalUserId,
      items: subscriptionItems
        .map(item =>
          [
            item.crmUserId,
            item.status,
            item.externalStatus,
            item.startDate,
            item.endDate,
            item.trialEnd,
          ].concat(item.cancelledDates, item.discountCode),
        )
        .map(item => item.join(' '))
        .sort(),
    }))
    .sort((one, other) => (one.externalUserId < other.externalUserId ? -1 : 1))

type Seen = ReturnType<typeof subscription>

/** The same by a plain reading of all events in the order in which they happened. */
function expectedOf(events: readonly StripeEvent[], ids: readonly string[]) {
  const place = ({ type }: StripeEvent) => (type.endsWith('.created') ? 0 : type.endsWith('.deleted') ? 2 : 1)
  const ordered = events.toSorted(
    (one, other) => one.created - other.created || place(one) - place(other) || (one.id < other.id ? -1 : 1),
  )
  const subscriptions = new Map<string, Seen>()
  const owners = new Map<string, string>()
  const codes = new Map<string, string>()
  for (const { type, data } of ordered) {
    const object = data.object as {
      id: string
      customer: string
      client_reference_id: string
      email: string
      metadata: { externalUserId?: string }
    }
    if (type.startsWith('customer.subscription.') && subscriptions.get(object.id)?.status !== 'canceled')
      subscriptions.set(object.id, data.object as unknown as Seen)
    if (type === 'customer.discount.created') codes.set(object.id, 'HALF')
    if (type === 'checkout.session.completed') owners.set(object.customer, object.client_reference_id)
    if (type === 'customer.created')
      owners.set(
        object.id,
        object.metadata.externalUserId ??
          owners.get(object.id) ??
          `m-${object.email.split('@')[0]!.toLowerCase().slice(1)}`,
      )
  }
  const items = new Map<string, string[]>(ids.map(id => [id, []]))
  for (const seen of subscriptions.values())
    items.get(owners.get(seen.customer)!)?.push(...lineOf(seen, codes))
  return [...items]
    .map(([externalUserId, lines]) => ({ externalUserId, items: lines.sort() }))
    .sort((one, other) => (one.externalUserId < other.externalUserId ? -1 : 1))
}

function lineOf(seen: Seen, codes: ReadonlyMap<string, string>): string[] {
  const told = seen as unknown as Record<string, number | null>
  const period = seen.items.data[0]!
  const ours = { trialing: 'trial', active: 'active', past_due: 'active', canceled: 'cancelled' }[seen.status]
  if (seen.status === 'incomplete') return []
  const [discount] = seen.discounts as (string | { coupon: { name: string } })[]
  const code = typeof discount === 'string' ? codes.get(discount) : discount?.coupon.name
  let end = Math.min(period.current_period_end, told.cancel_at ?? Number.POSITIVE_INFINITY)
  if (seen.status === 'canceled') end = told.ended_at!
  if (seen.status === 'unpaid') end = period.current_period_start
  if (seen.status === 'paused') end = told.trial_end ?? period.current_period_start
  const first = day(start)
  const last = day(Math.max(end, start))
  const trialEnd = told.trial_end == null ? null : day(told.trial_end)
  const cancelled = seen.status === 'canceled' ? [last] : []
  return [
    [seen.customer, ours ?? 'expired', seen.status, first, last, trialEnd, ...cancelled, code ?? null].join(
      ' ',
    ),
  ]
}
