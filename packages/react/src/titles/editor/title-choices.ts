import {
  type Metadata,
  type PublishChannel,
  type Title,
  type TitleDraft,
  toPublishChannel,
} from '@kinora/core'
import type { Option } from '../../ui/picker/option.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

/** Whom the title belongs to, as far as it decides what can be chosen. */
export interface Owner {
  tenantId: string | null
  providerId: string | null
}

/** An administrator sees everybody's entries; a title takes only those of its owner and of the platform. */
export function useOwner(): Owner | undefined {
  const { isAdmin, metadata } = useEditor()
  const providerId = useDraftValue('providerID')
  if (!isAdmin || metadata === undefined) return undefined
  const provider = metadata.providers.find(found => found.id === providerId)
  return { tenantId: provider?.tenantId ?? null, providerId }
}

interface Entry {
  id: string
  displayName: string
  tenantId: string | null
}

/** The entries that can be chosen; what is chosen already stays in sight. */
export function offered(
  entries: readonly Entry[],
  owner: Owner | undefined,
  kept: readonly string[],
): Option[] {
  return entries
    .filter(
      entry =>
        owner === undefined ||
        entry.tenantId === null ||
        entry.tenantId === owner.tenantId ||
        kept.includes(entry.id),
    )
    .map(entry => ({ value: entry.id, label: entry.displayName }))
}

/** The channel that a draft names, as publishing asks for it; undefined while the choices are on their way. */
export function publishChannelOf(
  metadata: Metadata | undefined,
  { channelId, providerID }: Pick<TitleDraft, 'channelId' | 'providerID'>,
  title: Title | undefined,
): PublishChannel | undefined {
  const channel = metadata?.channels.find(({ id }) => id === channelId)
  if (metadata === undefined || channel === undefined) return undefined
  const owner = providerID ?? title?.providerID ?? undefined
  return {
    ...toPublishChannel(channel),
    foreign: !offeredChannels(metadata, owner).includes(channel),
  }
}

type Channel = Metadata['channels'][number]

/** C-136: channels of the title's provider; of a new title whose provider the server tells, those of the caller's own. */
export function offeredChannels(
  { channels, providers }: Pick<Metadata, 'channels' | 'providers'>,
  providerId: string | null | undefined,
): readonly Channel[] {
  const own = providerId === undefined ? providers.map(({ id }) => id) : [providerId]
  return channels.filter(channel => own.includes(channel.providerId))
}
