import {
  type Allow,
  appSettings,
  type CallScope,
  categories,
  channels,
  collections,
  documents,
  equipment,
  events,
  focusAreas,
  type HistoryNoun,
  KinoraError,
  labels,
  members,
  type Page,
  type PageInput,
  providers,
  type RowEntry,
  type rowHistory,
  site,
  subscriptions,
  tenants,
  webSettings,
} from '@kinora/core'
import { categoryRows } from '../categories/index.ts'
import { collectionRows } from '../collections/index.ts'
import { documentRows } from '../documents/index.ts'
import { eventRows } from '../events/index.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { type AuditEntry, auditOf, toActed } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { callScope, type Scope } from '../kernel/scope.ts'
import { memberRows } from '../members/index.ts'
import type { Database } from '../ports/db.ts'
import { siteRows } from '../site/index.ts'
import { channelRows } from '../stored-channels/index.ts'
import { providerRows } from '../stored-providers/index.ts'
import { subscriptionRows } from '../subscriptions/index.ts'
import { equipmentRows, focusAreaRows, labelRows } from '../taxonomies/index.ts'
import { findTenant } from '../tenants/index.ts'
import { readValueNames } from './names.ts'

/** How a row is read, which says who may see its history, and its rows. */
interface Reader {
  reading: { allow: Allow; scope: CallScope }
  rows: {
    history(scope: Scope, db: Database, asked: PageInput & { id: string }): Promise<Page<AuditEntry>>
  }
  /** The row is a tenant, or what a tenant has one of. */
  isTenant?: boolean
}

/** What people did to the details of a tenant, or to settings that it has one set of. */
const ofTenant = (noun: HistoryNoun, reading: Reader['reading']): Reader => ({
  reading,
  isTenant: true,
  rows: {
    async history(scope, db, { id, ...page }) {
      if ((await findTenant(scope, db, { tenantId: id, now: new Date(0) })) === undefined) throw notFound()
      return auditOf(scope, db, { noun, id, ...page })
    },
  },
})

const readers: Readonly<Record<HistoryNoun, Reader>> = {
  'app-settings': ofTenant('app-settings', appSettings.view),
  categories: { reading: categories.list, rows: categoryRows },
  channels: { reading: channels.view, rows: channelRows },
  collections: { reading: collections.view, rows: collectionRows },
  documents: { reading: documents.view, rows: documentRows },
  equipment: { reading: equipment.list, rows: equipmentRows },
  events: { reading: events.view, rows: eventRows },
  'focus-areas': { reading: focusAreas.list, rows: focusAreaRows },
  labels: { reading: labels.list, rows: labelRows },
  members: { reading: members.fetch, rows: memberRows },
  providers: { reading: providers.view, rows: providerRows },
  site: { reading: site.list, rows: siteRows },
  subscriptions: { reading: subscriptions.view, rows: subscriptionRows },
  tenants: ofTenant('tenants', tenants.view),
  'web-settings': ofTenant('web-settings', webSettings.view),
}

export const historyHandlers: Handlers<typeof rowHistory> = {
  /** † decision 0125: whoever reads the row reads its history, of the same scope. */
  async list({ noun, row: id, tenantId, page, take }, context) {
    const { reading, rows, isTenant } = readers[noun]
    const { caller, deps } = context
    if (!Array.isArray(reading.allow) || !reading.allow.includes(caller.role))
      throw new KinoraError('forbidden')
    const scope = callScope(reading.scope, context, isTenant ? id : tenantId)
    const found = await rows.history(scope, deps.db, { id, page, take })
    const names = await readValueNames(scope, deps, { noun, entries: found.data })
    return {
      ...found,
      data: found.data.map((entry): RowEntry => ({ ...toActed(entry), changes: names(entry) })),
    }
  },
}
