import { createMessages, en } from '@kinora/core'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Mail } from '../ports/services.ts'
import { findCaller } from '../session/index.ts'
import { type WebhookRow, webhooksTable as w } from './tables.ts'

const messages = createMessages(en)

/** HOOK-02: tells whoever made a webhook that the platform switched it off; what can’t be sent is tried again with the next look. */
export async function mailSwitchedOff(deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'log'>): Promise<void> {
  const { db, clock, mail, log } = deps
  const rows = await db
    .select()
    .from(w)
    .where(and(isNotNull(w.switchedOff), isNull(w.toldAt)))
  for (const row of rows) {
    const { webhookId, createdBy, failingSince } = row
    try {
      const owner = createdBy === null ? undefined : await findCaller(deps, createdBy)
      const id = `webhook-${webhookId}.${(failingSince ?? clock.now()).getTime()}`
      if (owner !== undefined) await mail.send({ id, to: owner.email, ...toMail(row) })
      await db.update(w).set({ toldAt: clock.now() }).where(eq(w.webhookId, webhookId))
    } catch (err) {
      log.warn({ err, webhookId }, 'the owner of a webhook could not be told that it is off')
    }
  }
}

function toMail({ webhookId, url, switchedOff, failingSince }: WebhookRow): Pick<Mail, 'subject' | 'text'> {
  const since = failingSince?.toISOString() ?? ''
  const command = `kinora webhooks edit ${webhookId} --active && kinora webhooks resend ${webhookId} --since ${since}`
  const why = switchedOff === 'gone' ? 'webhook.mailGone' : 'webhook.mailFailing'
  const lines = [messages.text(why, { url, since }), '', messages.text('webhook.mailMend', { command })]
  return { subject: messages.text('webhook.mailSubject', { url }), text: `${lines.join('\n')}\n` }
}
