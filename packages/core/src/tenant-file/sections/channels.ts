import { didYouMean, suggest } from '../../bulk/index.ts'
import {
  type ChannelDraft,
  type ChannelRecord,
  channels,
  checkChannel,
  effectsOf,
  newChannel,
} from '../../channels/index.ts'
import { providers as providerCalls } from '../../providers/index.ts'
import { type PublishingEffect, publishing } from '../../publishing/index.ts'
import { changesOf, defined, merged } from '../compare.ts'
import { isCalled, shownName } from '../names.ts'
import { planPictures } from '../pictures.ts'
import { type Planning, refuse, type Supply, type Work } from '../planning.ts'
import type { TenantFile } from '../schema.ts'

type Given = NonNullable<TenantFile['channels']>[number]

const rules = {
  profileImageUrl: { kind: 'channelProfile', asset: 'profile' },
  mediaSpaceImageUrl: { kind: 'mediaSpace', asset: 'mediaSpace' },
} as const

/** CHAN-01 to CHAN-09: channels that there must be, by name and provider; its provider may be made by the same file. */
export async function planChannels(planning: Planning, given: readonly Given[]): Promise<void> {
  const supply = await planning.supply()
  for (const [index, each] of given.entries()) await planChannel(planning, supply, { index, each })
}

/** As the channel will be, where it is there or in the file. */
export function plannedChannel(given: Given, row: ChannelRecord | undefined): ChannelDraft {
  const { provider: _, ...fields } = given
  return merged({ ...newChannel, ...row }, defined(fields)) as unknown as ChannelDraft
}

/** The channel that an entry of the file stands for. */
export function storedChannel(
  supply: Supply,
  { name, provider }: Pick<Given, 'name' | 'provider'>,
): ChannelRecord | undefined {
  const owner = findProvider(supply, provider)?.tag
  return supply.channels.find(row => row.name.trim() === name.trim() && row.providerId === owner)
}

async function planChannel(
  planning: Planning,
  supply: Supply,
  { index, each }: { index: number; each: Given },
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
    ...{ action: row === undefined ? 'create' : 'update', section: 'channels', name: each.name, changes },
    effects: row && (await previewOf(planning, row, draft)),
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
  })
}

/** C-103, C-104: what a channel takes off sites that is switched off or becomes club only. */
async function previewOf(
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
  ...{ name: draft.name, displayName: draft.displayName, description: draft.description },
  ...{ Availability: draft.Availability, active: draft.active },
  ...{ mediaSpaceImageUrl: draft.mediaSpaceImageUrl, profileImageUrl: draft.profileImageUrl },
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

async function readProvider({ id, inTenant }: Planning, { ports }: Work, name: string): Promise<string> {
  const { data, tenantProviders } = await ports.send(providerCalls.list, { page: 1, take: -1 }, inTenant)
  const own = tenantProviders.find(row => row.tenantId === id)
  return findProvider({ providers: data, own, channels: [] }, name)?.tag ?? ''
}
