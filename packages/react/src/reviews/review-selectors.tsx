import { channels, type ReviewFilter, Role, reviewChoices } from '@kinora/core'
import { useUser } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { Combobox } from '../ui/picker/combobox.tsx'
import type { ReviewTexts } from './texts.ts'

export interface ReviewSelectorsProps {
  filter: Pick<ReviewFilter, 'providerId' | 'channelId'>
  texts: ReviewTexts
  /** One of the two, or neither. */
  onChange: (chosen: { provider?: string; channel?: string }) => void
}

/** NAV-60 to NAV-62: the selectors of provider and channel; a choice of one disables the other and says so. */
export function ReviewSelectors({ filter, texts: { text }, onChange }: ReviewSelectorsProps) {
  const { role } = useUser()
  const found = useRead(channels.list, {})
  const { canChooseProvider, canChooseChannel } = reviewChoices(filter)
  const shared = { emptyText: text('ui.noMatch'), loading: found.isPending, size: 'compact' } as const
  const providers = (found.data?.providers ?? []).map(({ tag, displayName }) => ({
    value: tag,
    label: displayName,
  }))
  const ofChannels = (found.data?.channels ?? []).map(({ tag, displayName, providerName }) => ({
    ...{ value: tag, label: displayName, help: providerName },
  }))
  const why = canChooseProvider
    ? canChooseChannel
      ? undefined
      : 'ui.reviews.channelOff'
    : 'ui.reviews.providerOff'
  return (
    <>
      {role === Role.Admin || role === Role.Support ? (
        <Combobox
          {...shared}
          aria-label={text('field.provider')}
          prefix={text('field.provider')}
          value={filter.providerId ?? ''}
          chosenLabel={filter.providerId ?? undefined}
          disabled={!canChooseProvider}
          searchLabel={text('ui.reviews.searchProviders')}
          options={[{ value: '', label: text('ui.reviews.allProviders') }, ...providers]}
          onChange={provider => onChange(provider === '' ? {} : { provider })}
        />
      ) : null}
      <Combobox
        {...shared}
        aria-label={text('field.channel')}
        prefix={text('field.channel')}
        value={filter.channelId ?? ''}
        chosenLabel={filter.channelId ?? undefined}
        disabled={!canChooseChannel}
        searchLabel={text('ui.reviews.searchChannels')}
        options={[{ value: '', label: text('ui.reviews.allChannels') }, ...ofChannels]}
        onChange={channel => onChange(channel === '' ? {} : { channel })}
      />
      <p className="kn-reviews-why" role="status">
        {why !== undefined && (role === Role.Admin || role === Role.Support) ? text(why) : null}
      </p>
    </>
  )
}
