import { didYouMean, suggest } from '../../bulk/index.ts'
import { isClubOnly } from '../../channels/club-only.ts'
import { channels } from '../../channels/endpoints.ts'
import { checkChannel, effectsOf } from '../../channels/rules.ts'
import { type ChannelDraft, type ChannelRecord, newChannel } from '../../channels/schema.ts'
import { type Issue, KinoraError } from '../../kernel/errors.ts'
import { providers } from '../../providers/endpoints.ts'
import { checkNewProvider, checkProviderChange } from '../../providers/rules.ts'
import { type NewProvider, newProvider, type ProviderRecord } from '../../providers/schema.ts'
import { publishing } from '../../publishing/endpoints.ts'
import type { PublishingEffect } from '../../publishing/schema.ts'
import { changesOf, defined, isCalled, merged, shownName, type Values } from '../compare.ts'
import { planPictures } from '../pictures.ts'
import { type Planning, readSupply, refuse, type Supply, type Work } from '../planning.ts'
import type { TenantFile } from '../schema.ts'
import { planSecrets } from '../secrets.ts'
import { platforms } from './settings.ts'

type GivenProvider = NonNullable<TenantFile['providers']>[number]

/** A provider as a file has it; secrets are left out. */
export const toProviderFields = (row: ProviderRecord): Values => ({
  name: row.name,
  displayName: row.displayName,
  email: row.email,
  contact: row.contact,
  phoneNumber: row.phoneNumber,
  mediaPlatform: platforms[row.mediaPlatform],
  jwPlayerSiteId: row.jwPlayerSiteId,
  stage1Encode: row.stage1Encode,
  isBulkUploadEnabled: row.isBulkUploadEnabled,
})

/** PROV-01 to PROV-07, C-99: providers that there must be, by name; those of tenants come with their tenant (C-93). */
export async function planProviders(planning: Planning, given: readonly GivenProvider[]): Promise<void> {
  const { providers: rows } = await planning.supply()
  for (const [index, each] of given.entries()) {
    const named = rows.filter(row => row.name.trim() === each.name.trim())
    // An address is one account's (C-92): the provider has got another name, unless another entry means it.
    const isRenamed = (row: ProviderRecord) =>
      isAddress(row.email, each.email) &&
      !given.some(
        ({ name, email }, at) =>
          name.trim() === row.name.trim() || (at < index && isAddress(row.email, email)),
      )
    const found = named.length > 0 ? named : rows.filter(isRenamed)
    const isTwice = given.findIndex(other => other.name.trim() === each.name.trim()) < index
    const params = { value: each.name, count: found.length }
    const path = `providers.${index}`
    if (isTwice) refuse(planning, path, [{ path: 'name', code: 'tenantFile.twice', params }])
    else if (found.length > 1)
      refuse(planning, path, [{ path: 'name', code: 'tenantFile.ambiguous', params }])
    else planProvider(planning, { path, each, row: found[0] })
  }
}

function planProvider(
  planning: Planning,
  { path, each, row }: { path: string; each: GivenProvider; row: ProviderRecord | undefined },
): void {
  const { password, jwPlayerSecret, ...fields } = each
  const secrets = planSecrets(planning, path, {
    references: { password, jwPlayerSecret },
    states: { password: row !== undefined, jwPlayerSecret: row?.hasJwPlayerSecret ?? false },
  })
  const { mediaPlatform, ...rest } = fields
  const wire = defined({ ...rest, mediaPlatform: mediaPlatform && platforms.indexOf(mediaPlatform) })
  const draft = { ...wire, ...secrets.draft } as Partial<NewProvider>
  const changes = [...changesOf(row && toProviderFields(row), fields), ...secrets.changes]
  if (row !== undefined && changes.length === 0) return
  refuse(planning, path, row === undefined ? checkNewProvider(draft) : checkChange(draft, row))
  if (row === undefined) planning.addresses.push({ path: `${path}.email`, email: each.email ?? '' })
  planning.steps.push({
    action: row === undefined ? 'create' : 'update',
    section: 'providers',
    name: each.name,
    changes,
    run(work) {
      const input = { ...wire, ...secrets.values(work) }
      const { send } = work.ports
      return row === undefined
        ? send(providers.create, { ...newProvider, ...input } as NewProvider, planning.inTenant)
        : send(providers.update, { tag: row.tag, version: row.version, ...input }, planning.inTenant)
    },
  })
}

function checkChange({ email, ...draft }: Partial<NewProvider>, row: ProviderRecord): Issue[] {
  const isOther = email !== undefined && !isAddress(row.email, email)
  return [
    ...checkProviderChange(draft, row),
    ...(isOther ? [{ path: 'email', code: 'provider.emailFixed' } as const] : []),
  ]
}

const isAddress = (one: string, other: string | undefined): boolean =>
  one.trim().toLowerCase() === other?.trim().toLowerCase()

type GivenChannel = NonNullable<TenantFile['channels']>[number]

const rules = {
  profileImageUrl: { kind: 'channelProfile', asset: 'profile' },
  mediaSpaceImageUrl: { kind: 'mediaSpace', asset: 'mediaSpace' },
} as const

/** CHAN-01 to CHAN-09: channels that there must be, by name and provider; its provider may be made by the same file. */
export async function planChannels(planning: Planning, given: readonly GivenChannel[]): Promise<void> {
  const supply = await planning.supply()
  const owners = given.map(({ provider }) => findProvider(supply, provider)?.tag ?? provider.trim())
  for (const [index, each] of given.entries()) {
    const isTwice = given.some(
      ({ name }, at) => at < index && name.trim() === each.name.trim() && owners[at] === owners[index],
    )
    const params = { value: each.name }
    if (isTwice) refuse(planning, `channels.${index}`, [{ path: 'name', code: 'tenantFile.twice', params }])
    else await planChannel(planning, supply, { index, each })
  }
}

/** As the channel will be, where it is there or in the file. */
function plannedChannel(given: GivenChannel, row: ChannelRecord | undefined): ChannelDraft {
  const { provider: _, ...fields } = given
  return merged({ ...newChannel, ...row }, defined(fields)) as unknown as ChannelDraft
}

/** The channel that an entry of the file stands for. */
function storedChannel(
  supply: Supply,
  { name, provider }: Pick<GivenChannel, 'name' | 'provider'>,
): ChannelRecord | undefined {
  const owner = findProvider(supply, provider)?.tag
  return supply.channels.find(row => row.name.trim() === name.trim() && row.providerId === owner)
}

async function planChannel(
  planning: Planning,
  supply: Supply,
  { index, each }: { index: number; each: GivenChannel },
): Promise<void> {
  const path = `channels.${index}`
  const { provider, ...fields } = each
  if (!isExpected(planning, supply, provider)) {
    const known = [...namesOf(supply), ...(planning.file.providers ?? []).map(({ name }) => name)]
    const hint = didYouMean(suggest(provider, known)).replace(/\.$/, '')
    const params = { field: 'Provider', value: provider, hint }
    return refuse(planning, path, [{ path: 'provider', code: 'validation.reference', params }])
  }
  const row = storedChannel(supply, each)
  const pictures = await planPictures(planning, path, { given: defined(fields), stored: row, rules })
  const draft = { ...plannedChannel(each, row), ...pictures.draft, providerId: row?.providerId ?? '-' }
  draft.Availability = plannedChannel(each, row).Availability
  const found = changesOf(row, pictures.draft)
  if (row !== undefined && found.length === 0) return
  refuse(planning, path, checkChannel(draft))
  const shown = pictures.shown(pictures.draft)
  const changes = [
    ...(row === undefined ? [{ path: 'provider', after: provider }] : []),
    ...found.map(change => (change.path in rules ? { ...change, after: shown[change.path] } : change)),
  ]
  planning.steps.push({
    action: row === undefined ? 'create' : 'update',
    section: 'channels',
    name: each.name,
    changes,
    effects: row && (await channelPreview(planning, row, draft)),
    async run(work) {
      await pictures.upload(
        work,
        found.map(change => change.path),
      )
      const { providerId: _, name, ...rest } = draft
      const input = onlyDraft({ name, ...rest })
      const { send } = work.ports
      if (row === undefined) {
        const providerId = await readProvider(planning, work, provider)
        await send(channels.create, { ...newChannel, ...input, providerId }, planning.inTenant)
      } else await send(channels.update, { tag: row.tag, version: row.version, ...input }, planning.inTenant)
    },
    ...(row === undefined && {
      async isThere(work: Work) {
        return storedChannel(await supplyNow(planning, work), each) !== undefined
      },
    }),
  })
}

/** C-103, C-104: what a channel takes off sites that is switched off or becomes club only. */
async function channelPreview(
  { ports, inTenant }: Planning,
  row: ChannelRecord,
  draft: ChannelDraft,
): Promise<PublishingEffect[] | undefined> {
  const [kind] = effectsOf(row, draft)
  const from = kind === 'deactivated' ? [null] : kind === 'clubOnly' ? row.tenants : []
  if (from.length === 0) return undefined
  const changes = from.map(tenantId => ({ tenantId, publish: [], unpublish: [row.tag] }))
  return (await ports.send(publishing.preview, { changes }, inTenant)).effects
}

const onlyDraft = (draft: Omit<ChannelDraft, 'providerId'>): Omit<ChannelDraft, 'providerId'> => ({
  name: draft.name,
  displayName: draft.displayName,
  description: draft.description,
  Availability: draft.Availability,
  kinds: draft.kinds,
  active: draft.active,
  mediaSpaceImageUrl: draft.mediaSpaceImageUrl,
  profileImageUrl: draft.profileImageUrl,
})

const findProvider = ({ providers, own }: Supply, name: string) =>
  [...providers, ...(own === undefined ? [] : [own])].find(row => row.tag === name || isCalled(row, name))

const namesOf = ({ providers }: Supply): string[] => providers.map(shownName)

/** It is there, the file makes it, or it comes with the tenant (C-93). */
function isExpected({ file, tenant }: Planning, supply: Supply, name: string): boolean {
  if (findProvider(supply, name) !== undefined) return true
  if (file.providers?.some(each => each.name.trim() === name.trim())) return true
  return tenant.isProviderActive && tenant.name.trim() === name.trim()
}

/** Supply as an apply finds it; the providers that the file makes are there before its first channel. */
const supplyNow = ({ id }: Planning, { ports, once }: Work): Promise<Supply> =>
  once('supply', () => readSupply(ports, id))

const readProvider = async (planning: Planning, work: Work, name: string): Promise<string> =>
  findProvider(await supplyNow(planning, work), name)?.tag ?? ''

/** What an entry of the file stands for: a channel that is there, or one that the file makes. */
interface Named {
  name: string
  row: ChannelRecord | undefined
}

/** CHAN-10 to CHAN-14, C-102, C-103: the channels that the tenant gets, and with `prune` those that it loses. */
export async function planPublishing(planning: Planning, given: readonly string[]): Promise<void> {
  const supply = await planning.supply()
  const { id, options } = planning
  const named = given.flatMap((name, index) => findChannel(planning, supply, { name, index }) ?? [])
  const isOn = (row: ChannelRecord | undefined) => row?.tenants.includes(id) ?? false
  const missing = named.filter(({ row }) => !isOn(row))
  const wanted = new Set(named.map(({ row }) => row?.tag))
  const rest = supply.channels.filter(row => isOn(row) && !wanted.has(row.tag))
  if (!options.prune)
    planning.extra.push(
      ...rest.map(row => ({ section: 'publishing', name: shownName(row), isRemovable: true }) as const),
    )
  const leaving = options.prune ? rest : []
  await planChange(planning, 'publish', missing)
  await planChange(
    planning,
    'unpublish',
    leaving.map(row => ({ name: shownName(row), row })),
  )
}

async function planChange(
  planning: Planning,
  action: 'publish' | 'unpublish',
  named: readonly Named[],
): Promise<void> {
  if (named.length === 0) return
  const names = named.map(({ name }) => name)
  planning.steps.push({
    action,
    section: 'publishing',
    name: '',
    changes: names.map(path => (action === 'publish' ? { path, after: true } : { path, before: true })),
    effects: await publishingPreview(planning, action, named),
    async run(work) {
      const tags = await tagsOf(planning, work, named)
      const key = action === 'publish' ? 'channelIdsToPublish' : 'channelIdsToUnPublish'
      const { send, signal, sleep } = work.ports
      const input = { tenantId: planning.id, [key]: tags }
      let { job } = await send(publishing.setTenant, input, { ...planning.inTenant, timeout: 0 })
      while (job.status === 'Running') {
        await sleep(1000, signal)
        job = await send(publishing.view, { jobId: job.jobId }, planning.inTenant)
      }
      const problem = job.problem || job.results.find(({ outcome }) => outcome === 'refused')?.problem
      if (problem) throw new KinoraError('refused', { detail: problem })
    },
  })
}

/** Of channels and a tenant that are there. */
async function publishingPreview(
  { ports, id, stored, inTenant }: Planning,
  action: 'publish' | 'unpublish',
  named: readonly Named[],
): Promise<PublishingEffect[] | undefined> {
  const tags = named.flatMap(({ row }) => row?.tag ?? [])
  if (stored === undefined || tags.length === 0) return undefined
  const change = { tenantId: id, publish: [], unpublish: [], [action]: tags }
  return (await ports.send(publishing.preview, { changes: [change] }, inTenant)).effects
}

function findChannel(
  planning: Planning,
  supply: Supply,
  { name, index }: { name: string; index: number },
): Named | undefined {
  const own = (planning.file.channels ?? []).filter(each => isCalled(each, name))
  const rows = supply.channels.filter(row => row.tag === name || isCalled(row, name))
  const path = `publishing.${index}`
  const candidates = own.length > 0 ? own.map(each => storedChannel(supply, each)) : rows
  if (candidates.length > 1) {
    const params = { value: name, count: candidates.length }
    refuse(planning, path, [{ path: '', code: 'tenantFile.ambiguous', params }])
    return undefined
  }
  const row = candidates[0]
  if (row === undefined && own.length === 0) {
    const known = [...supply.channels, ...(planning.file.channels ?? [])].map(shownName)
    const hint = didYouMean(suggest(name, known)).replace(/\.$/, '')
    const params = { field: 'Channel', value: name, hint }
    refuse(planning, path, [{ path: '', code: 'validation.reference', params }])
    return undefined
  }
  const { Availability } = own[0] === undefined ? row! : plannedChannel(own[0], row)
  if (isClubOnly(Availability) && !row?.tenants.includes(planning.id))
    refuse(planning, path, [{ path: '', code: 'publishing.clubOnly', params: { names: name } }])
  return { name, row }
}

/** Of channels that were made meanwhile, too. */
async function tagsOf(planning: Planning, { ports }: Work, named: readonly Named[]): Promise<string[]> {
  const known = named.flatMap(({ row }) => row?.tag ?? [])
  if (known.length === named.length) return known
  const supply = await readSupply(ports, planning.id)
  const made = named
    .filter(({ row }) => row === undefined)
    .map(({ name }) => {
      const each = planning.file.channels?.find(given => isCalled(given, name))
      return ((each && storedChannel(supply, each)) ?? supply.channels.find(row => isCalled(row, name)))?.tag
    })
  return [...known, ...made.flatMap(tag => tag ?? [])]
}
