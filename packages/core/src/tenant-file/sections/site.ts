import { checkWith } from '../../kernel/issues.ts'
import { type ConfigurationType, type SiteInput, site, siteDrafts, siteImages } from '../../site/index.ts'
import { changesOf, merged, type Values } from '../compare.ts'
import { planPictures } from '../pictures.ts'
import { type Planning, refuse } from '../planning.ts'
import type { TenantFile } from '../schema.ts'

/** A configuration as it is stored, of any type. */
export interface StoredSite extends Values {
  tag: string
  version: number
}

/** What people set of it. */
export function toSettings({
  tag: _tag,
  version: _version,
  tenantId: _tenant,
  configurationType: _type,
  ...settings
}: StoredSite): Values {
  return settings
}

/** The configurations of a type, links in their order; none of a tenant that isn't there yet. */
export async function readSite(
  planning: Planning,
  configurationType: ConfigurationType,
): Promise<StoredSite[]> {
  const { stored, ports, id: tenantId } = planning
  if (stored === undefined) return []
  const { data } = await ports.send(site.list, { tenantId, configurationType }, planning.inTenant)
  return data as readonly object[] as StoredSite[]
}

type Site = NonNullable<TenantFile['site']>

const rules = { general: {}, ...siteImages }
/** In the dark a picture that is left out is that of the light theme. */
const start = {
  ...{ general: {}, web: {} },
  mobile: { light: {}, dark: { logoUrl: null, splashUrl: null, appIconUrl: null } },
}

/** SITE-01 to SITE-04, SITE-15 */
export async function planSite(planning: Planning, given: Site): Promise<void> {
  for (const type of ['general', 'web', 'mobile'] as const) {
    const part = given[type]
    if (part !== undefined) await planConfiguration(planning, type, part)
  }
}

async function planConfiguration(planning: Planning, type: keyof Site, given: Values): Promise<void> {
  const { id: tenantId } = planning
  const prefix = `site.${type}`
  const [row] = await readSite(planning, type)
  const stored = row && toSettings(row)
  const pictures = await planPictures(planning, prefix, { given, stored: row, rules: rules[type] })
  const settings = merged(stored ?? start[type], pictures.draft)
  const found = changesOf(stored, pictures.draft)
  if (row !== undefined && found.length === 0) return
  refuse(planning, prefix, checkWith(siteDrafts[type], settings))
  const fields = found.map(({ path }) => path)
  const paths = new Map(changesOf(undefined, pictures.shown(pictures.draft)).map(each => [each.path, each]))
  const changes = found.map(change => ({
    ...change,
    ...(change.after !== undefined && paths.get(change.path)),
  }))
  planning.steps.push({
    ...{ action: row === undefined ? 'create' : 'update', section: 'site', name: type, changes },
    async run(work) {
      await pictures.upload(work, fields)
      const sent = { tenantId, configurationType: type, version: row?.version, ...settings }
      await work.ports.send(site.save, { configuration: sent as unknown as SiteInput }, planning.inTenant)
    },
  })
}
