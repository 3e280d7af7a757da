import type { ChannelRecord } from '../channels/index.ts'
import type { ProviderRecord } from '../providers/index.ts'
import { defined, type Values } from './compare.ts'
import { type ExportedFiles, savePictures } from './exported-files.ts'
import { isCalled, shownName, variableOf } from './names.ts'
import type { Planning, Supply } from './planning.ts'
import { toProviderFields } from './sections/providers.ts'

/** CHAN-10, PROV-01: what is published to the tenant, with the channels and the providers that another platform needs for it. */
export async function exportSupply(planning: Planning, files: ExportedFiles | undefined): Promise<Values> {
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
        ...{ files, prefix: `channel-${index + 1}` },
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
    ...{ name: row.name, provider, displayName: row.displayName, description: row.description },
    ...{ Availability: row.Availability, active: row.active },
    ...{ profileImageUrl: row.profileImageUrl, mediaSpaceImageUrl: row.mediaSpaceImageUrl },
  })

/** Without what is empty, which is how a new one begins. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

/** The name that stands for this channel alone, else its tag. */
function nameFor({ channels }: Supply, row: ChannelRecord): string {
  const isOnly = (name: string) => channels.filter(each => isCalled(each, name)).length === 1
  return [shownName(row), row.name].find(isOnly) ?? row.tag
}
