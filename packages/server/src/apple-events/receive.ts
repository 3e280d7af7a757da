import { en, KinoraError } from '@kinora/core'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { startRecurring } from '../kernel/recurring.ts'
import type { OfTenant } from '../kernel/scope.ts'
import { type AppleEvent, isSubscription, Notification, Renewal, Transaction } from './facts.ts'
import { forgetNotifications, takeNotification } from './rows.ts'

const Body = z.object({ signedPayload: z.string() })

/**
 * C-146, LIVE-07: takes a notification of the App Store, version 2. False, and nothing done, where it isn’t signed by the App Store or is
 * for another app than the tenant’s; one that tells nothing of members is taken and left. Throws `invalid` for one that can’t be read.
 */
export async function receiveNotification(
  site: OfTenant,
  deps: Pick<Deps, 'db' | 'clock' | 'appStore' | 'log'>,
  { body, bundleId }: { body: unknown; bundleId: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const envelope = Body.safeParse(body)
  const payload = envelope.success ? await deps.appStore.verify(envelope.data.signedPayload, now) : undefined
  if (payload === undefined) return false
  const notification = read(Notification, payload, deps)
  const { data } = notification
  if (data !== null && data.bundleId !== bundleId) return false
  // What is bought in the sandbox isn’t paid for.
  if (data === null || data.environment !== 'Production' || data.signedTransactionInfo === null) return true
  const signed = await deps.appStore.verify(data.signedTransactionInfo, now)
  if (signed === undefined) return false
  const transaction = read(Transaction, signed, deps)
  if (transaction.bundleId !== bundleId) return false
  if (!isSubscription(transaction)) return true
  const renewal = await readRenewal(data.signedRenewalInfo, deps)
  if (renewal === 'forged') return false
  const { status } = data
  const { expirationIntent = null, gracePeriodExpiresDate = null } = renewal ?? {}
  await takeNotification(site, deps.db, {
    told: toAppleEvent(notification, transaction, { status, expirationIntent, gracePeriodExpiresDate }),
    now,
  })
  return true
}

async function readRenewal(signed: string | null, deps: Pick<Deps, 'appStore' | 'clock' | 'log'>) {
  if (signed === null) return undefined
  const payload = await deps.appStore.verify(signed, deps.clock.now())
  return payload === undefined ? ('forged' as const) : read(Renewal, payload, deps)
}

function toAppleEvent(
  { notificationUUID: eventId, notificationType, subtype, signedDate }: Notification,
  transaction: Transaction,
  standing: AppleEvent['standing'],
): AppleEvent {
  const type = subtype === null ? notificationType : `${notificationType}.${subtype}`
  return { eventId, type, saidAt: new Date(signedDate), transaction, standing }
}

function read<S extends z.ZodType>(schema: S, payload: unknown, { log }: Pick<Deps, 'log'>): z.output<S> {
  const found = schema.safeParse(payload)
  if (found.success) return found.data
  const fields = found.error.issues.map(({ path }) => path.join('.'))
  log.warn({ fields }, 'a notification of the App Store could not be read')
  throw new KinoraError('invalid', { cause: found.error, detail: en['appleEvent.unreadable'] })
}

const DAY = 86_400_000
/** Milliseconds for which the App Store sends a notification again: five tries within five days. */
const SENT_AGAIN = 30 * DAY

/** Once a day it is forgotten which notifications have come before. */
export const startAppleJobs = (deps: Deps): Promise<void> =>
  startRecurring(deps, {
    queue: 'apple-events.forget',
    period: DAY,
    work: () => forgetNotifications(deps.db, new Date(deps.clock.now().getTime() - SENT_AGAIN)),
  })
