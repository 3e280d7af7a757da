import {
  assertNoIssues,
  type ConfigurationType,
  type Issue,
  MobileDraft,
  pageOf,
  SITE_TOKEN_SECONDS,
  type SiteOf,
  type site,
  siteAnswers,
  toConfigurationType,
  typesOnly,
} from '@kinora/core'
import type { Context, Handlers } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound, unknownReference } from '../kernel/rows/refusals.ts'
import { type OfTenant, tenantScope } from '../kernel/scope.ts'
import { signPreview } from '../site-access/index.ts'
import { lockTenant } from '../tenants/index.ts'
import { findClassRows } from '../titles/index.ts'
import { listOfType, reorderLinks, saveConfiguration, siteRows, toConfiguration } from './rows.ts'

export const siteHandlers: Handlers<typeof site> = {
  /** API-140 */
  async list({ configurationType, ...input }, context) {
    return pageOf(await readAll(toConfigurationType(configurationType), context), input)
  },

  /** The tenant stands in the body, which is the configuration: not where the kernel looks for it. */
  async save({ configuration }, context) {
    const inTenant = { ...context, scope: tenantScope(configuration.tenantId, context) }
    await saveConfiguration(configuration, inTenant)
    return { data: await readAll(toConfigurationType(configuration.configurationType), inTenant) }
  },

  /** API-142, C-106 */
  async remove({ configurationType, tag }, context) {
    const { scope, deps } = context
    await deps.db.transaction(async tx => {
      await lockTenant(scope, tx)
      const rows = await listOfType(scope, tx, toConfigurationType(configurationType))
      const wanted = tag === undefined ? rows : rows.filter(row => row.tag === tag)
      if (tag !== undefined && wanted.length === 0) throw notFound()
      for (const row of wanted) await siteRows.remove(scope, tx, { id: row.tag, by: authorOf(context) })
    })
    return { status: 200 }
  },

  /** LIVE-03: a title is one that the tenant owns, or that its site shows. */
  async preview({ asOf, titleTag }, { scope, deps, caller }) {
    if (titleTag !== undefined && (await findClassRows(scope, deps.db, [titleTag])).length === 0)
      throw notFound(unknownReference('titleTag', 'Title', titleTag))
    const token = await signPreview({ tenantId: scope.tenantId, caller, preview: { asOf, titleTag } }, deps)
    return { token, expiresIn: SITE_TOKEN_SECONDS }
  },

  async reorder({ tags }, context) {
    const { scope, deps } = context
    assertNoIssues(
      tags.flatMap((tag, index): Issue[] =>
        tags.indexOf(tag) === index
          ? []
          : [{ path: `tags.${index}`, code: 'site.orderTwice', params: { tag } }],
      ),
    )
    await deps.db.transaction(async tx => {
      await lockTenant(scope, tx)
      await reorderLinks(scope, tx, { tags, by: authorOf(context) })
    })
    return { status: 200 }
  },

  /** API-143, SITE-12: the same rows, each as a whole object. */
  async general(_, context) {
    const found = await readOne('general', context)
    if (found === undefined) return { data: null }
    return { data: { ...typesOnly(siteAnswers.general).parse(found), version: found.version } }
  },
  async saveGeneral(sent, context) {
    await saveConfiguration({ configurationType: 'general', ...sent }, context)
    return { status: 200 }
  },
  async mobile(_, context) {
    const found = await readOne('mobile', context)
    if (found === undefined) return { data: null }
    return { data: { ...typesOnly(MobileDraft).parse(found), version: found.version } }
  },
  async saveMobile(sent, context) {
    await saveConfiguration({ configurationType: 'mobile', ...sent }, context)
    return { status: 200 }
  },
}

async function readAll(type: ConfigurationType, { scope, deps }: Context<OfTenant>) {
  return (await listOfType(scope, deps.db, type)).map(toConfiguration)
}

async function readOne<T extends ConfigurationType>(type: T, context: Context<OfTenant>) {
  return (await readAll(type, context))[0] as SiteOf<T> | undefined
}
