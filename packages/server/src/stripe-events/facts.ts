import { isStorable, limits } from '@kinora/core'
import * as z from 'zod'

/** Names and ids of Stripe's are at most this long. */
const Id = z.string().min(1).max(limits.text).refine(isStorable)
/** The id of something, where Stripe may have put in all of it. */
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])
const Words = z
  .string()
  .refine(isStorable)
  .transform(words => words.slice(0, limits.text))
const Seconds = z.int().min(0).max(4_102_444_800)
const orNull = <S extends z.ZodType>(schema: S) => schema.nullish().transform(value => value ?? null)
/** The site's own id of a member, as whoever has made the customer or the subscription wrote it. */
const Metadata = z
  .object({ externalUserId: orNull(Words) })
  .nullish()
  .transform(data => data?.externalUserId?.trim() || null)

/** A price, or a plan as it was called before. */
const Price = z
  .object({
    id: Id,
    product: orNull(Reference),
    nickname: orNull(Words),
    unit_amount: orNull(z.int()),
    amount: orNull(z.int()),
    currency: z.string().regex(/^[a-z]{3}$/i),
  })
  .transform(({ unit_amount, amount, ...price }) => ({ ...price, amount: unit_amount ?? amount }))

const Item = z
  .object({
    id: Id,
    price: orNull(Price),
    plan: orNull(Price),
    quantity: orNull(z.int().min(0)),
    current_period_start: orNull(Seconds),
    current_period_end: orNull(Seconds),
  })
  .transform(({ price, plan, ...item }) => ({ ...item, price: price ?? plan }))

/** What people know a discount by: the code that they typed, else the coupon. */
const Discount = z
  .object({
    id: Id,
    customer: orNull(Reference),
    coupon: orNull(z.object({ id: Id, name: orNull(Words) })),
    source: orNull(z.object({ coupon: orNull(z.union([Id, z.object({ id: Id, name: orNull(Words) })])) })),
    promotion_code: orNull(z.union([Id, z.object({ code: Words })])),
  })
  .transform(({ id, customer, coupon, source, promotion_code }) => {
    const typed = typeof promotion_code === 'object' ? promotion_code?.code : undefined
    const given = coupon ?? source?.coupon ?? null
    return {
      id,
      customer,
      code: typed ?? (typeof given === 'string' ? given : (given?.name ?? given?.id ?? null)),
    }
  })

const Subscription = z.object({
  id: Id,
  customer: Reference,
  status: Words,
  metadata: Metadata,
  created: Seconds,
  start_date: orNull(Seconds),
  trial_start: orNull(Seconds),
  trial_end: orNull(Seconds),
  cancel_at: orNull(Seconds),
  canceled_at: orNull(Seconds),
  ended_at: orNull(Seconds),
  current_period_start: orNull(Seconds),
  current_period_end: orNull(Seconds),
  items: z.object({ data: z.array(Item).max(100) }),
  discount: orNull(Discount),
  discounts: orNull(z.array(z.union([Id, Discount])).max(100)),
})
export type Subscription = z.output<typeof Subscription>

const Customer = z.object({ id: Id, email: orNull(Words), metadata: Metadata })
const Checkout = z.object({
  id: Id,
  customer: orNull(Reference),
  client_reference_id: orNull(Words),
  customer_email: orNull(Words),
  customer_details: orNull(z.object({ email: orNull(Words) })),
})
const Invoice = z.object({ customer: orNull(Reference), customer_email: orNull(Words) })

/** Who a customer is, by the word of one of Stripe's objects. */
export interface Person {
  externalUserId: string | null
  email: string | null
}

/** What an event tells of one thing. */
export type Fact =
  | { kind: 'subscription'; facts: Subscription }
  | { kind: 'customer' | 'checkout' | 'invoice'; facts: Person }
  | { kind: 'discount'; facts: { code: string | null } }

export interface StripeEvent {
  eventId: string
  type: string
  /** By Stripe's clock, which tells seconds. */
  saidAt: Date
  /** Of events of one second, which tells more. */
  rank: number
  objectId: string
  customerId: string
  /** Nothing follows on it, whatever Stripe's clock says. */
  isFinal: boolean
  fact: Fact
}

const Event = z.object({
  id: Id,
  type: Words,
  created: Seconds,
  data: z.object({ object: z.unknown() }),
})

/** What an event of Stripe's tells; undefined of kinds that tell nothing of members. Throws where it can't be read. */
export function readEvent(given: unknown): StripeEvent | undefined {
  const { id: eventId, type, created, data } = Event.parse(given)
  const read = Object.entries(readers).find(([name]) =>
    name.endsWith('.') ? type.startsWith(name) : type === name,
  )
  const told = read?.[1](data.object)
  if (told === undefined) return undefined
  const rank = type.endsWith('.deleted') ? 2 : type.endsWith('.created') ? 0 : 1
  return { eventId, type, saidAt: new Date(created * 1000), rank, ...told }
}

type Read = Pick<StripeEvent, 'objectId' | 'customerId' | 'isFinal' | 'fact'> | undefined

/** States from which a subscription never comes back. */
const ended = ['canceled', 'incomplete_expired']

function readCustomer(object: unknown): Read {
  const { id, email, metadata: externalUserId } = Customer.parse(object)
  return {
    objectId: id,
    customerId: id,
    isFinal: false,
    fact: { kind: 'customer', facts: { externalUserId, email } },
  }
}

/** By the name of an event, or by how it begins. A deleted customer keeps what it had: its subscriptions end by events of their own. */
const readers: Readonly<Record<string, (object: unknown) => Read>> = {
  'customer.subscription.'(object) {
    const facts = Subscription.parse(object)
    const { id: objectId, customer: customerId, status } = facts
    return { objectId, customerId, isFinal: ended.includes(status), fact: { kind: 'subscription', facts } }
  },
  'customer.discount.'(object) {
    const { id: objectId, customer, code } = Discount.parse(object)
    if (customer === null) return undefined
    return { objectId, customerId: customer, isFinal: false, fact: { kind: 'discount', facts: { code } } }
  },
  'customer.created': readCustomer,
  'customer.updated': readCustomer,
  'checkout.session.completed'(object) {
    const { id, customer, customer_email, customer_details, client_reference_id } = Checkout.parse(object)
    if (customer === null) return undefined
    const externalUserId = client_reference_id?.trim() || null
    const facts = { externalUserId, email: customer_details?.email ?? customer_email }
    return { objectId: id, customerId: customer, isFinal: false, fact: { kind: 'checkout', facts } }
  },
  // Of all invoices of a customer the newest says where it gets its mail.
  'invoice.'(object) {
    const { customer, customer_email: email } = Invoice.parse(object)
    if (customer === null) return undefined
    const fact: Fact = { kind: 'invoice', facts: { externalUserId: null, email } }
    return { objectId: `invoices of ${customer}`, customerId: customer, isFinal: false, fact }
  },
}
