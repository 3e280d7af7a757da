import { en, KinoraError } from '@kinora/core'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { EventProof } from '../ports/services.ts'
import { readEvent, type StripeEvent } from './facts.ts'
import { forgetEvents, takeEvent } from './rows.ts'

type Delivery = Omit<EventProof, 'now'> & { body: Uint8Array }

/**
 * C-146, LIVE-07: takes what Stripe has sent. False, and nothing done, where the signature isn't Stripe's; an event that tells nothing of
 * members is taken and left. Throws `invalid` for one that can't be read, so that Stripe shows the tenant what failed.
 */
export async function receiveEvent(
  site: OfTenant,
  deps: Pick<Deps, 'db' | 'clock' | 'payments' | 'log'>,
  { body, ...proof }: Delivery,
): Promise<boolean> {
  const now = deps.clock.now()
  const event = await deps.payments.event(body, { ...proof, now })
  if (event === undefined) return false
  const told = read(event, deps)
  if (told !== undefined) await takeEvent(site, deps.db, { told, now })
  return true
}

function read(event: unknown, { log }: Pick<Deps, 'log'>): StripeEvent | undefined {
  try {
    return readEvent(event)
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause
    const fields = cause.issues.map(({ path }) => path.join('.'))
    log.warn({ fields }, 'an event of Stripe could not be read')
    throw new KinoraError('invalid', { cause, detail: en['stripeEvent.unreadable'] })
  }
}

const DAY = 86_400_000
/** Milliseconds for which Stripe sends an event again, by itself or when it is told to. */
const SENT_AGAIN = 30 * DAY

/** Once a day it is forgotten which events have come before. */
export const startStripeJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'stripe-events.forget',
    period: DAY,
    work: () => forgetEvents(deps.db, new Date(deps.clock.now().getTime() - SENT_AGAIN)),
  })
