import { Role } from '../access.ts'
import { KinoraError } from '../kernel/errors.ts'
import { siteImages } from '../site/index.ts'
import { appSettings, webSettings } from '../tenant-settings/index.ts'
import { terms } from '../terms/index.ts'
import { begin } from './begin.ts'
import { defined, isValues, type Values } from './compare.ts'
import { exportSupply } from './export-supply.ts'
import { type ExportedFiles, savePictures } from './exported-files.ts'
import { variableOf } from './names.ts'
import type { Planning } from './planning.ts'
import type { TenantFilePorts } from './ports.ts'
import type { TenantFile } from './schema.ts'
import { fromCategory, readCategories } from './sections/categories.ts'
import { toGeneral } from './sections/general.ts'
import { toApp, toWeb } from './sections/parts.ts'
import { readSite, toSettings } from './sections/site.ts'
import { fromTaxonomy, readTaxonomy, type TaxonomySection } from './sections/taxonomies.ts'
import { readTerms } from './sections/terms.ts'

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
    ...{ id, general, ...(await exportParts(planning, secret)) },
    ...(ports.role === Role.Admin ? {} : await exportContent(planning, files)),
    terms: files && (await exportTerms(planning, files)),
    ...(ports.role === Role.Tenant ? {} : await exportSupply(planning, files)),
  }) as TenantFile
}

type Secret = (field: string, isSet: boolean) => Values

async function exportParts({ id, ports, inTenant }: Planning, secret: Secret): Promise<Values> {
  const web = await ports.send(webSettings.view, { tenantID: id }, inTenant)
  const app = await ports.send(appSettings.view, { tenantID: id }, inTenant)
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
