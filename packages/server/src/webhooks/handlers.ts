import { KinoraError, WEBHOOKS_MAX, type WebhookDraft, type webhooks } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { numberEvents } from '../event-log/index.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { authorOf, newTag } from '../kernel/rows/audit.ts'
import { refused } from '../kernel/rows/refusals.ts'
import { ownerOf, type Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { send } from './deliver.ts'
import {
  countOn,
  listDeliveries,
  makeSigning,
  resendBy,
  rotateSecret,
  searched,
  toWebhooks,
  webhookRows,
} from './rows.ts'
import type { WebhookRow } from './tables.ts'

const HOUR = 3_600_000

/** HOOK-02 to HOOK-04 */
export const webhookHandlers: Handlers<typeof webhooks> = {
  async list({ query, page, take }, { scope, deps: { db } }) {
    const found = await webhookRows.list(scope, db, { page, take, where: searched(query) })
    return { ...found, data: await toWebhooks(db, found.data) }
  },

  view: ({ webhookId }, { scope, deps: { db } }) => view(scope, db, webhookId),

  async create(draft, context) {
    const { scope, deps } = context
    await assertPublic(deps, draft)
    const { secret, ...signing } = await makeSigning(deps)
    const by = authorOf(context)
    const row = await deps.db.transaction(async tx => {
      if ((await countOn(scope, tx)) >= WEBHOOKS_MAX)
        throw refused('webhook.tooMany', { max: WEBHOOKS_MAX }, 'url')
      return webhookRows.insert(scope, tx, {
        values: {
          ...draft,
          eventTypes: [...new Set(draft.eventTypes)],
          tenantId: ownerOf(scope).tenantId,
          ...signing.sealed,
          publicKey: signing.publicKey,
        },
        by,
      })
    })
    return { webhookId: row.webhookId, secret, publicKey: signing.publicKey }
  },

  async update({ webhookId: id, version, ...set }, context) {
    const { scope, deps } = context
    const before = await webhookRows.read(scope, deps.db, id)
    if (set.url !== undefined && set.url !== before.url) await assertPublic(deps, { url: set.url })
    const isBack = set.isActive === true && !before.isActive
    const fresh = isBack ? { switchedOff: null, failingSince: null, toldAt: null } : {}
    const by = authorOf(context)
    await webhookRows.update(scope, deps.db, {
      id,
      ...(version !== undefined && { version }),
      set: { ...set, ...fresh },
      by,
    })
    return view(scope, deps.db, id)
  },

  async remove({ webhookId: id }, context) {
    await webhookRows.remove(context.scope, context.deps.db, { id, by: authorOf(context) })
    return { status: 200 }
  },

  async rotate({ webhookId: id, hours }, context) {
    const { scope, deps } = context
    const { secret, publicKey, sealed } = await makeSigning(deps)
    const until = hours === 0 ? null : new Date(deps.clock.now().getTime() + hours * HOUR)
    await rotateSecret(scope, deps.db, {
      id,
      signing: { ...sealed, publicKey },
      until,
      by: authorOf(context),
    })
    return { webhookId: id, secret, publicKey }
  },

  async test({ webhookId }, { scope, deps, caller, client, signal }) {
    const webhook = await webhookRows.read(scope, deps.db, webhookId)
    const id = `test_${newTag()}`
    const { tenantId } = webhook
    const actor = { userId: caller.userId, name: caller.displayName, client }
    const timestamp = deps.clock.now().toISOString()
    const event = { id, type: 'webhook.test', schemaVersion: 1, timestamp, tenantId, actor }
    const body = JSON.stringify({ ...event, data: { webhookId } })
    return send(deps, { webhook, id, body, signal })
  },

  async deliveries(asked, { scope, deps: { db } }) {
    await webhookRows.read(scope, db, asked.webhookId)
    return listDeliveries(db, asked)
  },

  async resend({ webhookId, eventId, since }, context) {
    const { scope, deps } = context
    const by = authorOf(context)
    await webhookRows.read(scope, deps.db, webhookId)
    if ((eventId === undefined) === (since === undefined))
      throw refused('webhook.resendWhat', undefined, 'eventId')
    await numberEvents(deps)
    const what = { ...(eventId !== undefined && { eventId }), ...(since !== undefined && { since }) }
    return { count: await resendBy(scope, deps.db, { id: webhookId, by, ...what }) }
  },
}

async function view(scope: Scope, db: Database, webhookId: string) {
  const row: WebhookRow = await webhookRows.read(scope, db, webhookId)
  return (await toWebhooks(db, [row]))[0]!
}

/** HOOK-03: refused where somebody reads it; what a name leads to later is judged with each delivery. */
async function assertPublic({ addresses }: Deps, { url }: Pick<WebhookDraft, 'url'>): Promise<void> {
  if (await addresses.isPublic(url)) return
  const params = { host: new URL(url).hostname }
  throw new KinoraError('refused', { issues: [{ path: 'url', code: 'webhook.innerAddress', params }] })
}
