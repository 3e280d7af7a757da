import {
  assertNoIssues,
  type ConfigurationType,
  type Issue,
  MobileDraft,
  pageOf,
  type SiteOf,
  type site,
  siteAnswers,
  toConfigurationType,
  typesOnly,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { tenantScope } from '../kernel/scope.ts'
import { lockTenant } from '../tenants/index.ts'
import { listOfType, reorderLinks, saveConfiguration, siteRows, toConfiguration } from './rows.ts'

export const siteHandlers: Handlers<typeof site> = {
  /** API-140 */
  async list({ tenantId, configurationType, ...input }, context) {
    const { data } = await answerAll(tenantId, toConfigurationType(configurationType), context)
    return pageOf(data, input)
  },

  async save({ configuration }, context) {
    await saveConfiguration(configuration, context)
    return answerAll(configuration.tenantId, toConfigurationType(configuration.configurationType), context)
  },

  /** API-142, C-106 */
  async remove({ tenantId, configurationType, tag }, context) {
    const scope = tenantScope(tenantId, context)
    await context.deps.db.transaction(async tx => {
      await lockTenant(scope, tx)
      const rows = await listOfType(scope, tx, toConfigurationType(configurationType))
      const wanted = tag === undefined ? rows : rows.filter(row => row.tag === tag)
      if (tag !== undefined && wanted.length === 0) throw notFound()
      for (const row of wanted) await siteRows.remove(scope, tx, { id: row.tag, by: authorOf(context) })
    })
    return { status: 200 }
  },

  async reorder({ tenantId, tags }, context) {
    const scope = tenantScope(tenantId, context)
    assertNoIssues(
      tags.flatMap((tag, index): Issue[] =>
        tags.indexOf(tag) === index
          ? []
          : [{ path: `tags.${index}`, code: 'site.orderTwice', params: { tag } }],
      ),
    )
    await context.deps.db.transaction(async tx => {
      await lockTenant(scope, tx)
      await reorderLinks(scope, tx, { tags, by: authorOf(context) })
    })
    return { status: 200 }
  },

  /** API-143, SITE-12: the same rows, each as a whole object. */
  async general({ tenantId }, context) {
    const found = await readOne(tenantId, 'general', context)
    if (found === undefined) return { data: null }
    return { data: { ...typesOnly(siteAnswers.general).parse(found), version: found.version } }
  },
  async saveGeneral(sent, context) {
    await saveConfiguration({ configurationType: 'general', ...sent }, context)
    return { status: 200 }
  },
  async mobile({ tenantId }, context) {
    const found = await readOne(tenantId, 'mobile', context)
    if (found === undefined) return { data: null }
    return { data: { ...typesOnly(MobileDraft).parse(found), version: found.version } }
  },
  async saveMobile(sent, context) {
    await saveConfiguration({ configurationType: 'mobile', ...sent }, context)
    return { status: 200 }
  },
}

async function answerAll(tenantId: string, type: ConfigurationType, context: Context) {
  const rows = await listOfType(tenantScope(tenantId, context), context.deps.db, type)
  return { data: rows.map(toConfiguration) }
}

async function readOne<T extends ConfigurationType>(tenantId: string, type: T, context: Context) {
  const { data } = await answerAll(tenantId, type, context)
  return data[0] as SiteOf<T> | undefined
}
