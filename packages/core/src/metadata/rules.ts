import { toPublishChannel } from '../channels/club-only.ts'
import type { PublishChannel, Title, TitleDraft } from '../titles/schema.ts'
import type { Metadata } from './schema.ts'

type Channel = Metadata['channels'][number]

/** C-136: channels of the title's provider; of a new title whose provider the server tells, those of the caller's own. */
export function ownChannels(
  { channels, providers }: Pick<Metadata, 'channels' | 'providers'>,
  providerId: string | null | undefined,
): readonly Channel[] {
  const own = providerId === undefined ? providers.map(({ id }) => id) : [providerId]
  return channels.filter(channel => own.includes(channel.providerId))
}

/** The channel that a draft names, as publishing asks for it (`checkPublish`); undefined where it isn't known. */
export function publishChannelOf(
  metadata: Metadata | undefined,
  { channelId, providerId }: Partial<Pick<TitleDraft, 'channelId' | 'providerId'>>,
  title?: Pick<Title, 'providerId'> | undefined,
): PublishChannel | undefined {
  const channel = metadata?.channels.find(({ id }) => id === channelId)
  if (metadata === undefined || channel === undefined) return undefined
  const owner = providerId ?? title?.providerId ?? undefined
  return { ...toPublishChannel(channel), foreign: !ownChannels(metadata, owner).includes(channel) }
}
