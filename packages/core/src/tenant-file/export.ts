import { Document } from 'yaml'
import { Role } from '../access.ts'
import type { ChannelRecord } from '../channels/schema.ts'
import { KinoraError } from '../kernel/errors.ts'
import type { ProviderRecord } from '../providers/schema.ts'
import { siteImages } from '../site/appearance.ts'
import { appSettings, webSettings } from '../tenant-settings/endpoints.ts'
import { channelKinds } from '../tenants/schema.ts'
import { terms } from '../terms/endpoints.ts'
import {
  defined,
  isCalled,
  isValues,
  shownName,
  type Values,
  valueAt,
  variableOf,
  withValueAt,
} from './compare.ts'
import { begin } from './plan.ts'
import type { NamedBytes, Planning, Supply, TenantFilePorts } from './planning.ts'
import type { TenantFile } from './schema.ts'
import { fromCategory, readCategories } from './sections/categories.ts'
import { toApp, toGeneral, toWeb } from './sections/settings.ts'
import { readSite, toSettings } from './sections/site.ts'
import { toProviderFields } from './sections/supply.ts'
import { fromTaxonomy, readTaxonomy, type TaxonomySection } from './sections/taxonomies.ts'
import { readTerms } from './sections/terms.ts'

/** Where pictures and terms go that the file names by their paths; without it pictures keep their addresses and terms are left out. */
export interface ExportedFiles {
  /** The bytes of a stored picture. */
  read(address: string): Promise<Uint8Array<ArrayBuffer>>
  /** Keeps a file; answers its path from the folder of the tenant's file. */
  save(file: NamedBytes): Promise<string>
}

/** The settings with the paths of saved files in place of the addresses of pictures; as they are without `files`. */
async function savePictures(
  settings: Values,
  fields: readonly string[],
  { files, prefix }: { files: ExportedFiles | undefined; prefix: string },
): Promise<Values> {
  let next = settings
  for (const field of fields) {
    const address = valueAt(settings, field)
    if (files === undefined || typeof address !== 'string' || address === '') continue
    const name = `${prefix}-${field.replace(/(Url|Link)$/, '').replace('.', '-')}`
    const extension = address.split('.').at(-1)
    const path = await files.save({ name: `${name}.${extension}`, bytes: await files.read(address) })
    next = withValueAt(next, field, path)
  }
  return next
}

/** CHAN-10, PROV-01: what is published to the tenant, with the channels and the providers that another platform needs for it. */
async function exportSupply(planning: Planning, files: ExportedFiles | undefined): Promise<Values> {
  const supply = await planning.supply()
  const published = supply.channels.filter(row => row.tenants.includes(planning.id))
  if (published.length === 0) return {}
  const owned = published.flatMap(row => {
    const owner = ownerOf(supply, row)
    return owner === undefined ? [] : [{ row, owner }]
  })
  const owners = [...new Set(owned.map(({ owner }) => owner))].filter(owner => owner !== supply.own)
  const channels = await Promise.all(
    owned.map(({ row, owner }, index) =>
      savePictures(toChannel(row, providerOf(planning, owner)), ['profileImageUrl', 'mediaSpaceImageUrl'], {
        files,
        prefix: `channel-${index + 1}`,
      }),
    ),
  )
  return {
    ...(owners.length > 0 && { providers: owners.map(toProvider) }),
    ...(channels.length > 0 && { channels }),
    publishing: published.map(row => nameFor(supply, row)),
  }
}

/** Undefined where a file can't name it: another tenant is its provider, or a name stands for several. */
function ownerOf({ providers, own, channels }: Supply, channel: ChannelRecord): ProviderRecord | undefined {
  const known = [...providers, ...(own === undefined ? [] : [own])]
  const owner = known.find(({ tag }) => tag === channel.providerId)
  if (owner === undefined || known.filter(row => isCalled(row, owner.name)).length > 1) return undefined
  const isSame = (row: ChannelRecord) =>
    row.providerId === owner.tag && row.name.trim() === channel.name.trim()
  return channels.filter(isSame).length === 1 ? owner : undefined
}

function toProvider(row: ProviderRecord): Values {
  const secret = (field: string) => ({ env: variableOf(`provider ${row.name}`, field) })
  return defined({
    ...given(toProviderFields(row)),
    password: secret('password'),
    jwPlayerSecret: row.hasJwPlayerSecret ? secret('jwPlayerSecret') : undefined,
  })
}

/** The one that the tenant is itself has the tenant's name before it is there (C-93). */
const providerOf = ({ tenant }: Planning, owner: ProviderRecord): string =>
  owner.tenantId !== null && isCalled(owner, tenant.name) ? tenant.name : owner.name

const toChannel = (row: ChannelRecord, provider: string): Values =>
  given({
    name: row.name,
    provider,
    displayName: row.displayName,
    description: row.description,
    Availability: row.Availability,
    kinds: row.kinds.length === channelKinds.length ? null : row.kinds,
    active: row.active,
    profileImageUrl: row.profileImageUrl,
    mediaSpaceImageUrl: row.mediaSpaceImageUrl,
  })

/** Without what is empty, which is how a new one begins. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

/** The name that stands for this channel alone, else its tag. */
function nameFor({ channels }: Supply, row: ChannelRecord): string {
  const isOnly = (name: string) => channels.filter(each => isCalled(each, name)).length === 1
  return [shownName(row), row.name].find(isOnly) ?? row.tag
}

/** TENANT-33: a tenant as a file has it. Applied to the same tenant it changes nothing; secrets are named, never read. */
export async function exportTenant(
  id: string,
  ports: TenantFilePorts,
  files?: ExportedFiles,
): Promise<TenantFile> {
  const planning = await begin({ file: {}, id, ports, options: {} })
  const { stored } = planning
  if (stored === undefined) throw new KinoraError('notFound')
  const secret = (field: string, isSet: boolean) => (isSet ? { [field]: { env: variableOf(id, field) } } : {})
  const { jwPlayerSecret, hasPassword } = stored
  const general = {
    ...toGeneral(stored),
    ...secret('password', hasPassword),
    ...secret('jwPlayerSecret', jwPlayerSecret !== null),
  }
  return defined({
    id,
    general,
    ...(await exportParts(planning, secret)),
    ...(ports.role === Role.Admin ? {} : await exportContent(planning, files)),
    terms: files && (await exportTerms(planning, files)),
    ...(ports.role === Role.Tenant ? {} : await exportSupply(planning, files)),
  }) as TenantFile
}

type Secret = (field: string, isSet: boolean) => Values

async function exportParts({ id, ports, inTenant }: Planning, secret: Secret): Promise<Values> {
  const web = await ports.send(webSettings.view, { tenantId: id }, inTenant)
  const app = await ports.send(appSettings.view, { tenantId: id }, inTenant)
  const { secretKey, webHookKey } = web
  const secrets = { ...secret('secretKey', secretKey !== null), ...secret('webHookKey', webHookKey !== null) }
  return {
    ...(web.version !== null && { web: { ...toWeb(web), ...secrets } }),
    ...(app.version !== null && {
      app: { ...toApp(app), ...secret('sharedSecret', app.sharedSecret !== null) },
    }),
  }
}

async function exportContent(planning: Planning, files: ExportedFiles | undefined): Promise<Values> {
  const categories = (await readCategories(planning)).map(fromCategory)
  const withFiles = await Promise.all(
    categories.map((each, index) =>
      savePictures(each, ['imageLink', 'bannerImageLink'], { files, prefix: `category-${index + 1}` }),
    ),
  )
  return defined({
    site: orNone(await exportSite(planning, files)),
    links: orNone(await exportLinks(planning)),
    categories: orNone(withFiles),
    labels: orNone(await exportTaxonomy(planning, 'labels')),
    focusAreas: orNone(await exportTaxonomy(planning, 'focusAreas')),
    equipment: orNone(await exportTaxonomy(planning, 'equipment')),
  })
}

async function exportSite(planning: Planning, files: ExportedFiles | undefined): Promise<Values> {
  const found: Record<string, Values> = {}
  for (const type of ['general', 'web', 'mobile'] as const) {
    const [row] = await readSite(planning, type)
    if (row === undefined) continue
    const fields = type === 'general' ? [] : Object.keys(siteImages[type])
    found[type] = await savePictures(toSettings(row), fields, { files, prefix: type })
  }
  return found
}

async function exportLinks(planning: Planning): Promise<Values> {
  const named = async (type: 'social' | 'app') =>
    Object.fromEntries(
      (await readSite(planning, type)).map(row => {
        const { configurationSubType, ...settings } = toSettings(row)
        return [String(configurationSubType), settings]
      }),
    )
  const custom = (await readSite(planning, 'custom')).map(toSettings)
  return defined({
    social: orNone(await named('social')),
    app: orNone(await named('app')),
    custom: orNone(custom),
  })
}

const exportTaxonomy = async (planning: Planning, section: TaxonomySection): Promise<Values[]> =>
  (await readTaxonomy(planning, section)).map(row => fromTaxonomy(row, planning.tenant.languageTag))

async function exportTerms(planning: Planning, files: ExportedFiles): Promise<Values | undefined> {
  const newest = await readTerms(planning)
  if (newest === undefined) return undefined
  const paths: Record<string, string> = {}
  for (const { languageCode } of newest.files) {
    const input = { tenantId: planning.id, languageCode, versionnumber: newest.version }
    const { body } = await planning.ports.send(terms.download, input, planning.inTenant)
    const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer())
    paths[languageCode] = await files.save({ name: `terms.${languageCode}.html`, bytes })
  }
  return { title: newest.title, files: paths }
}

/** undefined for what holds nothing. */
const orNone = <T extends Values | readonly Values[]>(value: T): T | undefined =>
  (isValues(value) ? Object.keys(value).length : value.length) === 0 ? undefined : value

/** A tenant's file as YAML; `schema` is the address that editors find its schema at. */
export function writeTenantFile(
  file: TenantFile,
  { schema, notes }: { schema: string; notes: readonly string[] },
): string {
  const document = new Document(file, { version: '1.2' })
  document.commentBefore = [`yaml-language-server: $schema=${schema}`, ...notes]
    .map(line => ` ${line}`)
    .join('\n')
  return document.toString({ lineWidth: 100, nullStr: 'null' })
}
