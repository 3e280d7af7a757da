import { Role } from '../access.ts'
import type { Issue } from '../kernel/errors.ts'
import { tenants, toTenantId } from '../tenants/index.ts'
import { begin } from './begin.ts'
import { type Extra, type Planning, type PlanOptions, refuse, type Step } from './planning.ts'
import type { TenantFilePorts } from './ports.ts'
import { type TenantFile, type TenantSection, tenantSections } from './schema.ts'
import { planCategories } from './sections/categories.ts'
import { planChannels } from './sections/channels.ts'
import { planGeneral } from './sections/general.ts'
import { planLinks } from './sections/links.ts'
import { planApp, planWeb } from './sections/parts.ts'
import { planProviders } from './sections/providers.ts'
import { planPublishing } from './sections/publishing.ts'
import { planSite } from './sections/site.ts'
import { planTaxonomy } from './sections/taxonomies.ts'
import { planTerms } from './sections/terms.ts'

/** What a file would change, in the order in which it is done. Nothing is written by planning. */
export interface TenantPlan {
  tenantID: string
  isNew: boolean
  steps: readonly Step[]
  /** What is wrong; with any of it nothing is applied. Paths are those of the file. */
  issues: readonly Issue[]
  /** Secrets that are stored and stay, since they can't be compared. */
  kept: readonly string[]
  /** Secrets that are asked for before the first step. */
  prompts: readonly string[]
  extra: readonly Extra[]
}

const staff = [Role.Admin, Role.Support]
const ofTenant = [Role.Tenant, Role.Support]
/** F-2 */
const roles: Readonly<Record<TenantSection, readonly Role[]>> = {
  ...{ general: staff, web: staff, app: staff, terms: staff },
  ...{ providers: staff, channels: staff, publishing: staff },
  ...{ site: ofTenant, links: ofTenant, categories: ofTenant },
  ...{ labels: ofTenant, focusAreas: ofTenant, equipment: ofTenant },
}

type Planners = {
  [S in TenantSection]: (planning: Planning, given: NonNullable<TenantFile[S]>) => Promise<void>
}
const planners: Planners = {
  ...{ general: planGeneral, web: planWeb, app: planApp, site: planSite, links: planLinks },
  ...{ categories: planCategories, terms: planTerms },
  labels: (planning, given) => planTaxonomy(planning, 'labels', given),
  focusAreas: (planning, given) => planTaxonomy(planning, 'focusAreas', given),
  equipment: (planning, given) => planTaxonomy(planning, 'equipment', given),
  ...{ providers: planProviders, channels: planChannels, publishing: planPublishing },
}

/** TENANT-33: compares a file with what is stored; reads only what the file speaks of. */
export async function planTenant(
  file: TenantFile,
  ports: TenantFilePorts,
  options: PlanOptions = {},
): Promise<TenantPlan> {
  const id = file.id ?? toTenantId(file.general?.name ?? '')
  const planning = await begin({ file: wantedOf(file, options), id, ports, options })
  if (id === '') refuse(planning, '', [{ path: 'id', code: 'tenantFile.noId' }])
  else if (planning.stored === undefined) await refuseMissing(planning)
  if (planning.issues.length === 0) await planSections(planning)
  const { steps, issues, kept, prompts, extra, stored } = planning
  return { tenantID: id, isNew: stored === undefined, steps, issues, kept, prompts, extra }
}

/** The parts of the file that are looked at. */
function wantedOf(file: TenantFile, { only }: PlanOptions): TenantFile {
  if (only === undefined) return file
  const kept = Object.entries(file).filter(([key]) => key === 'id' || only.some(name => name === key))
  return Object.fromEntries(kept) as TenantFile
}

async function planSections(planning: Planning): Promise<void> {
  for (const section of tenantSections) {
    const given = planning.file[section]
    if (given === undefined) continue
    if (roles[section].includes(planning.role)) await planSection(planning, section, given)
    else {
      const code = roles[section] === staff ? 'tenantFile.ofStaff' : 'tenantFile.ofTenant'
      refuse(planning, '', [{ path: section, code, params: { section } }])
    }
  }
}

const planSection = <S extends TenantSection>(
  planning: Planning,
  section: S,
  given: NonNullable<TenantFile[S]>,
) => planners[section](planning, given)

/** A tenant is made of its general settings, and not while a deleted one has its id (C-98). */
async function refuseMissing(planning: Planning): Promise<void> {
  const { file, id, ports, role } = planning
  if (file.general === undefined || role === Role.Tenant)
    return refuse(planning, '', [{ path: 'id', code: 'tenantFile.missing', params: { id } }])
  const { data } = await ports.send(tenants.deleted, {}, planning.inTenant)
  if (data.some(({ tenantID }) => tenantID === id))
    refuse(planning, '', [{ path: 'id', code: 'tenantFile.deleted', params: { id } }])
}
