import {
  assertNoIssues,
  limits,
  type SiteInput,
  type SiteSettings,
  siteDrafts,
  toConfigurationType,
} from '@kinora/core'
import { checkPictures, keepPictures } from '../images/index.ts'
import type { Context } from '../kernel/handlers.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { tenantScope } from '../kernel/tenant-scope.ts'
import { lockTenant } from '../tenants/index.ts'
import { picturesOf } from './images.ts'
import { listOfType, siteRows } from './rows.ts'

/** API-141: changes the configuration that there is of its kind, or adds it; a custom link is found by its tag. */
export async function saveConfiguration(sent: SiteInput, context: Context): Promise<void> {
  const { deps } = context
  const { tenantId, version } = sent
  const scope = tenantScope(tenantId, context)
  const type = toConfigurationType(sent.configurationType)
  const settings = siteDrafts[type].parse(sent) as SiteSettings
  const subType = 'configurationSubType' in settings ? settings.configurationSubType : ''
  const tag = 'tag' in sent ? sent.tag : undefined
  if (tag !== undefined) await siteRows.assertOwned(scope, deps.db, tag)
  const pictures = picturesOf(type, settings)
  assertNoIssues(await checkPictures(pictures, context))
  const by = authorOf(context)
  await deps.db.transaction(async tx => {
    await lockTenant(scope, tx)
    const rows = await listOfType(scope, tx, type)
    const isNew = type === 'custom' && tag === undefined
    const before = isNew
      ? undefined
      : rows.find(row => (tag === undefined ? row.subType === subType : row.tag === tag))
    if (tag !== undefined && before === undefined) throw notFound()
    const old = picturesOf(type, before?.settings)
    assertNoIssues(
      await keepPictures(
        tx,
        context,
        pictures.map((picture, index) => ({ ...picture, before: old[index]?.address })),
      ),
    )
    if (before !== undefined) {
      await siteRows.update(scope, tx, { id: before.tag, version, by, set: { settings } })
      return
    }
    if (rows.length >= limits.list)
      assertNoIssues([{ path: 'configuration', code: 'site.tooMany', params: { max: limits.list } }])
    const displayOrder = type === 'custom' ? Math.max(0, ...rows.map(row => row.displayOrder)) + 1 : 0
    const values = { tenantId, configurationType: type, subType, displayOrder, settings }
    await siteRows.insert(scope, tx, { values, by })
  })
}
