import type { Role } from '../access.ts'
import { channels } from '../channels/endpoints.ts'
import type { ChannelRecord } from '../channels/schema.ts'
import type { Send, SendOptions } from '../kernel/client.ts'
import { type Issue, isKinoraError } from '../kernel/errors.ts'
import { toHeader } from '../kernel/wire.ts'
import { providers } from '../providers/endpoints.ts'
import type { ProviderRecord } from '../providers/schema.ts'
import type { PublishingEffect } from '../publishing/schema.ts'
import type { SettingFacts } from '../tenants/requirements.ts'
import type { TenantDraft, TenantSettings } from '../tenants/schema.ts'
import type { FieldChange } from './compare.ts'
import type { TenantFile, TenantSection } from './schema.ts'

type StepAction = 'create' | 'update' | 'remove' | 'reorder' | 'upload' | 'publish' | 'unpublish'

/** One thing that will be done, field by field. */
export interface PlannedStep {
  action: StepAction
  section: TenantSection
  /** Of the row; empty where the section is one. */
  name: string
  changes: readonly FieldChange[]
  /** C-103: what it does to the titles on sites, where it can be said before. */
  effects?: readonly PublishingEffect[] | undefined
}

/** What a step is carried out with: the secrets that were asked for, by the path of their field. */
export interface Work {
  ports: TenantFilePorts
  secrets: ReadonlyMap<string, string>
  /** What every row of a list asks for is read once, when the first does: what somebody makes after that is seen by the next plan. */
  once<T>(name: string, read: () => Promise<T>): Promise<T>
}

export interface Step extends PlannedStep {
  run(work: Work): Promise<unknown>
  /** Of one that makes a row which the server would make twice: whether somebody has made it since the plan. */
  isThere?(work: Work): Promise<boolean>
}

/** What stands on the server and not in the file. */
export interface Extra {
  section: TenantSection
  name: string
  /** Whether `prune` takes it away; some things can't be deleted (C-43). */
  isRemovable: boolean
}

export interface PlanOptions {
  /** Removes what stands on the server and not in the file, of the sections that the file has. */
  prune?: boolean | undefined
  /** Sends secrets also where one is stored that can't be told from them. */
  renewSecrets?: boolean | undefined
  /** Sections to look at; all of the file's unless given. */
  only?: readonly TenantSection[] | undefined
}

export interface Supply {
  /** Those that are no tenant's. */
  providers: readonly ProviderRecord[]
  /** The one that the tenant is itself (C-93). */
  own: ProviderRecord | undefined
  channels: readonly ChannelRecord[]
}

/** What the sections plan with, and what they find. */
export interface Planning {
  ports: TenantFilePorts
  role: Role
  file: TenantFile
  options: PlanOptions
  id: string
  /** undefined for a tenant that isn't there yet. */
  stored: TenantSettings | undefined
  /** As it will be. */
  tenant: TenantDraft
  /** Of the web settings as they will be (C-127); undefined where the file says nothing of them. */
  facts: Pick<SettingFacts, 'siteSourceType' | 'hasStripe'> | undefined
  supply(): Promise<Supply>
  /** Calls of the tenant's own: customer support acts for it (ROLE-04). */
  inTenant: SendOptions
  steps: Step[]
  issues: Issue[]
  /** Paths of secrets that are stored and stay, since they can't be compared. */
  kept: string[]
  /** Paths of secrets that are asked for. */
  prompts: string[]
  extra: Extra[]
  /** Fields whose picture will be sent. */
  pictures: string[]
  /** Addresses that somebody is to get. */
  addresses: WantedAddress[]
}

interface WantedAddress {
  path: string
  email: string
  /** The tenant that is to get it, unless it is new or a provider is to. */
  tenantId?: string | undefined
}

/** Adds what is wrong below a path; a field is told of once. */
export function refuse(planning: Planning, prefix: string, issues: readonly Issue[]): void {
  for (const issue of issues) {
    const path = [prefix, issue.path].filter(part => part !== '').join('.')
    if (!planning.issues.some(known => known.path === path)) planning.issues.push({ ...issue, path })
  }
}

/** An id that the file gives and no row has. */
export function refuseUnknownId(
  planning: Planning,
  path: string,
  { id, row }: { id: string | undefined; row: object | undefined },
): void {
  if (id !== undefined && row === undefined)
    refuse(planning, path, [{ path: 'id', code: 'tenantFile.idUnknown', params: { id } }])
}

/** A file that a field names; undefined where it can't be opened, which is told at the field. */
export async function openFile(
  planning: Planning,
  { path, field }: { path: string; field: string },
): Promise<NamedBytes | undefined> {
  try {
    return await planning.ports.open(path)
  } catch (error) {
    if (!isKinoraError(error) || error.code !== 'invalid') throw error
    const issues = error.issues.map(issue => ({ ...issue, path: field, params: { ...issue.params, path } }))
    refuse(planning, '', issues)
    return undefined
  }
}

export async function readSupply(ports: TenantFilePorts, id: string): Promise<Supply> {
  const options = inTenant(id, ports)
  const all = { page: 1, take: -1 }
  const { data, tenantProviders } = await ports.send(providers.list, all, options)
  const { data: rows } = await ports.send(channels.search, all, options)
  return { providers: data, own: tenantProviders.find(row => row.tenantId === id), channels: rows }
}

/** For what reads again while the plan is carried out: the tenant is there by then. */
export const whileApplying = (planning: Planning): Planning => ({
  ...planning,
  stored: planning.stored ?? ({} as TenantSettings),
})

export const inTenant = (id: string, { signal }: TenantFilePorts): SendOptions => ({
  headers: { tenantId: toHeader(id) },
  signal,
})

/** A file that a tenant's file names. */
export interface NamedBytes {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What planning and applying a tenant's file need from outside. */
export interface TenantFilePorts {
  send: Send
  /** Of whoever is signed in. */
  role: Role
  signal: AbortSignal
  /** Throws `invalid` where there is no such file; paths start at the folder of the tenant's file. */
  open(path: string): Promise<NamedBytes>
  /** Whether the platform has a picture of this address. */
  hasPicture(address: string): Promise<boolean>
  /** The value of an environment variable. */
  environment(name: string): string | undefined
  /** Asks for the secret of a field. */
  ask(path: string): Promise<string>
  /** Milliseconds. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}
