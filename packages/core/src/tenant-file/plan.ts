import { Role } from '../access.ts'
import { accounts } from '../accounts/endpoints.ts'
import { type Issue, isKinoraError, KinoraError } from '../kernel/errors.ts'
import { quotas } from '../quotas/endpoints.ts'
import { tenants } from '../tenants/endpoints.ts'
import { type TenantSettings, toTenantId } from '../tenants/schema.ts'
import { isSame } from './compare.ts'
import {
  type Extra,
  inTenant,
  type PlannedStep,
  type Planning,
  type PlanOptions,
  readSupply,
  refuse,
  type Step,
  type Supply,
  type TenantFilePorts,
} from './planning.ts'
import { type TenantFile, type TenantSection, tenantSections } from './schema.ts'
import { planCategories } from './sections/categories.ts'
import { planApp, planGeneral, planWeb, tenantOf } from './sections/settings.ts'
import { planLinks, planSite } from './sections/site.ts'
import { planChannels, planProviders, planPublishing } from './sections/supply.ts'
import { planTaxonomy } from './sections/taxonomies.ts'
import { planTerms } from './sections/terms.ts'

/** What the sections plan and export with: the tenant as it is stored, and nothing found yet. */
export async function begin({
  file,
  id,
  ports,
  options,
}: Pick<Planning, 'file' | 'id' | 'ports' | 'options'>): Promise<Planning> {
  const stored = await readTenant(ports, id)
  let supply: Promise<Supply> | undefined
  return {
    ports,
    role: ports.role,
    file,
    options,
    id,
    stored,
    tenant: tenantOf(file, stored),
    facts: undefined,
    supply() {
      supply ??= readSupply(ports, id)
      return supply
    },
    inTenant: inTenant(id, ports),
    steps: [],
    issues: [],
    kept: [],
    prompts: [],
    extra: [],
    pictures: [],
    addresses: [],
  }
}

async function readTenant(ports: TenantFilePorts, id: string): Promise<TenantSettings | undefined> {
  if (id === '') return undefined
  try {
    return await ports.send(tenants.view, { tenantId: id }, inTenant(id, ports))
  } catch (error) {
    if (isKinoraError(error) && error.code === 'notFound') return undefined
    throw error
  }
}

/** What a file would change, in the order in which it is done. Nothing is written by planning. */
export interface TenantPlan {
  tenantId: string
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
  general: staff,
  web: staff,
  app: staff,
  terms: staff,
  providers: staff,
  channels: staff,
  publishing: staff,
  site: ofTenant,
  links: ofTenant,
  categories: ofTenant,
  labels: ofTenant,
  focusAreas: ofTenant,
  equipment: ofTenant,
}

type Planners = {
  [S in TenantSection]: (planning: Planning, given: NonNullable<TenantFile[S]>) => Promise<void>
}
const planners: Planners = {
  general: planGeneral,
  web: planWeb,
  app: planApp,
  site: planSite,
  links: planLinks,
  categories: planCategories,
  terms: planTerms,
  labels: (planning, given) => planTaxonomy(planning, 'labels', given),
  focusAreas: (planning, given) => planTaxonomy(planning, 'focusAreas', given),
  equipment: (planning, given) => planTaxonomy(planning, 'equipment', given),
  providers: planProviders,
  channels: planChannels,
  publishing: planPublishing,
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
  if (planning.issues.length === 0) {
    await planSections(planning)
    await refuseUsedAddresses(planning)
    await refuseFull(planning)
  }
  const { steps, issues, kept, prompts, extra, stored } = planning
  return { tenantId: id, isNew: stored === undefined, steps, issues, kept, prompts, extra }
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
  if (data.some(({ tenantId }) => tenantId === id))
    refuse(planning, '', [{ path: 'id', code: 'tenantFile.deleted', params: { id } }])
}

/** C-92: addresses that somebody has, staff and deleted rows included, or that the file gives twice. */
async function refuseUsedAddresses(planning: Planning): Promise<void> {
  const { addresses, issues, inTenant, ports } = planning
  const known = new Set<string>()
  for (const { path, ...wanted } of addresses) {
    if (issues.some(issue => issue.path === path)) continue
    const email = wanted.email.trim()
    const isTwice = known.has(email.toLowerCase())
    known.add(email.toLowerCase())
    const isFree = !isTwice && (await ports.send(accounts.checkEmail, { ...wanted, email }, inTenant)).isFree
    if (!isFree) refuse(planning, '', [{ path, code: 'error.409' }])
  }
}

/** Pictures beyond what may be uploaded in a day. */
async function refuseFull(planning: Planning): Promise<void> {
  const { pictures, ports, stored } = planning
  if (pictures.length === 0 || stored === undefined) return
  const { used, limits } = await ports.send(quotas.show, {}, planning.inTenant)
  if (limits.images === null) return
  const params = { used: used.images, limit: limits.images }
  for (const path of pictures.slice(Math.max(0, limits.images - used.images)))
    refuse(planning, '', [{ path, code: 'quota.images', params }])
}

/** Runs one step, and may show that it does: `done` steps came before. */
type AroundStep = (step: PlannedStep, done: number, run: () => Promise<unknown>) => Promise<unknown>

/** Carries out a plan, one step after the other. What was done stays: the same file, planned again, goes on behind it. Throws `outdated` where somebody has made a row meanwhile. */
export async function applyPlan(
  plan: TenantPlan,
  ports: TenantFilePorts,
  around: AroundStep = (_step, _done, run) => run(),
): Promise<void> {
  if (plan.issues.length > 0) throw new KinoraError('invalid', { issues: plan.issues })
  const secrets = new Map<string, string>()
  for (const path of plan.prompts) secrets.set(path, await ports.ask(path))
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const found = known.get(name) ?? read()
    known.set(name, found)
    return found as Promise<T>
  }
  const work = { ports, secrets, once }
  for (const [index, step] of plan.steps.entries()) {
    if (ports.signal.aborted) throw new KinoraError('aborted')
    await around(step, index, async () => {
      if (await step.isThere?.(work)) throw new KinoraError('outdated')
      return step.run(work)
    })
  }
}

/** A plan as it is shown and kept: without what carries it out, and without secrets. */
export const toPlanned = ({ steps }: Pick<TenantPlan, 'steps'>): PlannedStep[] =>
  steps.map(({ run: _, isThere: __, ...planned }) => planned)

/** Changes of `now` that `agreed` doesn't have: what somebody has changed since. A part that is done already is none. */
export function changedSince(agreed: readonly PlannedStep[], now: readonly PlannedStep[]): PlannedStep[] {
  return now.flatMap(step => {
    const before = agreed.find(
      each => each.section === step.section && each.name === step.name && each.action === step.action,
    )
    const changes = step.changes.filter(
      change => !before?.changes.some(each => isSame(Object.entries(each), Object.entries(change))),
    )
    return before !== undefined && changes.length === 0 ? [] : [{ ...step, changes }]
  })
}
