import { limits } from '../../kernel/field-rules.ts'
import { checkWith } from '../../kernel/issues.ts'
import { siteImages } from '../../site/appearance.ts'
import { site } from '../../site/endpoints.ts'
import { type ConfigurationType, newCustomLink, type SiteInput, siteDrafts } from '../../site/schema.ts'
import { changesOf, defined, isMoved, merged, paired, type Values } from '../compare.ts'
import { planPictures } from '../pictures.ts'
import { type Planning, refuse, refuseUnknownId, type Step, type Work, whileApplying } from '../planning.ts'
import type { TenantFile } from '../schema.ts'

/** A configuration as it is stored, of any type. */
interface StoredSite extends Values {
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
  general: {},
  web: {},
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
    action: row === undefined ? 'create' : 'update',
    section: 'site',
    name: type,
    changes,
    async run(work) {
      await pictures.upload(work, fields)
      const sent = { tenantId, configurationType: type, version: row?.version, ...settings }
      await work.ports.send(site.save, { configuration: sent as unknown as SiteInput }, planning.inTenant)
    },
  })
}

type Links = NonNullable<TenantFile['links']>

/** SITE-07 to SITE-10, C-105, C-106 */
export async function planLinks(planning: Planning, given: Links): Promise<void> {
  if (given.social !== undefined) await planNamed(planning, 'social', given.social)
  if (given.app !== undefined) await planNamed(planning, 'app', given.app)
  if (given.custom !== undefined) await planCustom(planning, given.custom)
}

/** One link for each network or store. */
async function planNamed(
  planning: Planning,
  type: 'social' | 'app',
  given: Readonly<Record<string, Values | undefined>>,
): Promise<void> {
  const rows = await readSite(planning, type)
  for (const [name, fields] of Object.entries(given)) {
    if (fields === undefined) continue
    const row = rows.find(each => each.configurationSubType === name)
    const base = { configurationSubType: name, ...(type === 'social' && { status: true }) }
    planLink(planning, { type, name, path: `links.${type}.${name}`, fields, row, base })
  }
  for (const row of rows) {
    const name = String(row.configurationSubType)
    if (given[name] === undefined) planRemoval(planning, { type, name, row })
  }
}

type Custom = NonNullable<Links['custom']>
const matching = {
  keyOf: ({ linkText, httpLink }: Custom[number]) => (linkText ?? httpLink ?? '').trim(),
  idOf: (row: StoredSite) => row.tag,
  keyOfRow: (row: StoredSite) => String(row.linkText),
}

async function planCustom(planning: Planning, given: Custom): Promise<void> {
  const rows = await readSite(planning, 'custom')
  const { pairs, rest } = paired(given, rows, matching)
  const pairsNow = async () =>
    paired(given, await readSite(whileApplying(planning), 'custom'), matching).pairs
  for (const [index, { given: each, row }] of pairs.entries()) {
    const { id, ...fields } = each
    const path = `links.custom.${index}`
    refuseUnknownId(planning, path, { id, row })
    const name = matching.keyOf(each)
    const isThere = async ({ once }: Work) => (await once('links', pairsNow))[index]!.row !== undefined
    planLink(planning, { type: 'custom', name, path, fields, row, base: { ...newCustomLink }, isThere })
  }
  const count = rows.length + pairs.filter(({ row }) => row === undefined).length
  if (count > limits.list)
    refuse(planning, 'links', [{ path: 'custom', code: 'site.tooMany', params: { max: limits.list } }])
  for (const row of rest) planRemoval(planning, { type: 'custom', name: String(row.linkText), row })
  if (!isMoved(pairs, rows)) return
  planning.steps.push({
    action: 'reorder',
    section: 'links',
    name: 'custom',
    changes: [
      { path: 'order', before: rows.map(matching.keyOfRow), after: given.map(each => matching.keyOf(each)) },
    ],
    async run({ ports }) {
      const tags = (await pairsNow()).flatMap(({ row }) => (row === undefined ? [] : [row.tag]))
      await ports.send(site.reorder, { tenantId: planning.id, tags }, planning.inTenant)
    },
  })
}

interface Link {
  type: 'social' | 'app' | 'custom'
  name: string
  path: string
  fields: Values
  row: StoredSite | undefined
  /** What a new one starts with. */
  base: Values
  /** Where the server takes any number of them. */
  isThere?(work: Work): Promise<boolean>
}

function planLink(planning: Planning, { type, name, path, fields, row, base, isThere }: Link): void {
  const stored = row && toSettings(row)
  const settings = merged(stored ?? base, defined(fields))
  const { data = settings } = siteDrafts[type].safeParse(settings)
  const wanted = Object.fromEntries(Object.keys(defined(fields)).map(key => [key, (data as Values)[key]]))
  const changes = changesOf(stored, wanted)
  if (row !== undefined && changes.length === 0) return
  refuse(planning, path, checkWith(siteDrafts[type], settings))
  const { id: tenantId } = planning
  const known = row && { version: row.version, ...(type === 'custom' && { tag: row.tag }) }
  planning.steps.push({
    action: row === undefined ? 'create' : 'update',
    section: 'links',
    name,
    changes,
    run: ({ ports }) => {
      const sent = { tenantId, configurationType: type, ...known, ...settings }
      return ports.send(site.save, { configuration: sent as unknown as SiteInput }, planning.inTenant)
    },
    ...(row === undefined && isThere && { isThere }),
  })
}

function planRemoval(
  planning: Planning,
  { type, name, row }: { type: Link['type']; name: string; row: StoredSite },
): void {
  if (!planning.options.prune) {
    planning.extra.push({ section: 'links', name, isRemovable: true })
    return
  }
  const step: Step = {
    action: 'remove',
    section: 'links',
    name,
    changes: changesOf(undefined, toSettings(row)).map(({ path, after }) => ({ path, before: after })),
    run: ({ ports }) =>
      ports.send(
        site.remove,
        { tenantId: planning.id, configurationType: type, tag: row.tag },
        planning.inTenant,
      ),
  }
  planning.steps.push(step)
}
