import type { PriceCheck } from '@kinora/core'
import type { Stripe } from 'stripe'
import type { PaymentsPort } from '../ports/services.ts'

const DEADLINE = 5000
/** Seconds by which a signature may be old. */
const TOLERANCE = 300

/** C-114, C-135, by Stripe's own library, which is loaded with the first question and follows no redirect; `url` is where to ask instead. */
export function createStripePayments(url: string | undefined): PaymentsPort {
  return {
    async price(id, secretKey) {
      const { Stripe } = await import('stripe')
      const client = new Stripe(secretKey, {
        timeout: DEADLINE,
        maxNetworkRetries: 0,
        telemetry: false,
        ...(url !== undefined && addressOf(url)),
      })
      try {
        return await retrieve(client, id)
      } catch (error) {
        return { outcome: outcomeOf(error) }
      }
    },
    async event(body, { signature, secret, now }) {
      const { Stripe } = await import('stripe')
      return Stripe.webhooks
        .constructEventAsync(Buffer.from(body), signature, secret, TOLERANCE, undefined, now.getTime())
        .catch(() => undefined)
    },
  }
}

function addressOf(url: string) {
  const { hostname: host, port, protocol } = new URL(url)
  const isOpen = protocol === 'http:'
  return {
    host,
    port: port || (isOpen ? 80 : 443),
    protocol: isOpen ? ('http' as const) : ('https' as const),
  }
}

/** A plan is a price of an older kind. */
async function retrieve(client: Stripe, id: string): Promise<PriceCheck> {
  const expand = ['product']
  if (id.startsWith('plan_')) {
    const plan = await client.plans.retrieve(id, { expand })
    const { amount, currency, interval, interval_count: intervalCount, product, nickname } = plan
    return { outcome: 'found', name: nickname ?? nameOf(product), amount, currency, interval, intervalCount }
  }
  const { unit_amount, currency, recurring, product, nickname } = await client.prices.retrieve(id, { expand })
  const name = nickname ?? nameOf(product)
  const every = { interval: recurring?.interval ?? null, intervalCount: recurring?.interval_count ?? null }
  return { outcome: 'found', name, amount: unit_amount, currency, ...every }
}

function nameOf(product: string | Stripe.Product | Stripe.DeletedProduct | null): string {
  if (product === null || typeof product === 'string') return product ?? ''
  return 'name' in product ? product.name : product.id
}

function outcomeOf(error: unknown): 'unknown' | 'refused' | 'unreachable' {
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 401 || statusCode === 403) return 'refused'
  return statusCode === 404 || statusCode === 400 ? 'unknown' : 'unreachable'
}
