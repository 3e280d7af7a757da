import { channels, type ReviewFilter, Role, reviewChoices, tenants } from '@kinora/core'
import { useUser } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { Combobox } from '../ui/picker/combobox.tsx'
import type { ReviewTexts } from './texts.ts'

export interface ReviewSelectorsProps {
  filter: Pick<ReviewFilter, 'tenantId' | 'providerId' | 'channelId'>
  texts: ReviewTexts
  /** With one of provider and channel, or neither. */
  onChange: (chosen: { tenant?: string; provider?: string; channel?: string }) => void
}

/**
 * NAV-59 to NAV-62: the selectors of provider and channel, of which a choice of one disables the other and says so, and
 * for administrators, who act for no tenant, that of the site.
 */
export function ReviewSelectors({ filter, texts: { text }, onChange }: ReviewSelectorsProps) {
  const { role } = useUser()
  const found = useRead(channels.list, {})
  const sites = useRead(tenants.list, {}, { enabled: role === Role.Admin })
  const { canChooseProvider, canChooseChannel } = reviewChoices(filter)
  const shared = { emptyText: text('ui.noMatch'), loading: found.isPending, size: 'compact' } as const
  const providers = (found.data?.providers ?? []).map(({ tag, displayName }) => ({
    value: tag,
    label: displayName,
  }))
  const ofTenants = (sites.data?.data ?? []).map(({ tenantID, name }) => ({ value: tenantID, label: name }))
  const tenant = filter.tenantId == null ? {} : { tenant: filter.tenantId }
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
      {role === Role.Admin ? (
        <Combobox
          {...shared}
          aria-label={text('field.tenant')}
          prefix={text('field.tenant')}
          value={filter.tenantId ?? ''}
          chosenLabel={filter.tenantId ?? undefined}
          loading={sites.isPending}
          searchLabel={text('ui.reviews.searchTenants')}
          options={[{ value: '', label: text('ui.reviews.allTenants') }, ...ofTenants]}
          onChange={chosen => {
            const { providerId, channelId } = filter
            onChange({
              ...(chosen !== '' && { tenant: chosen }),
              ...(providerId != null && { provider: providerId }),
              ...(channelId != null && { channel: channelId }),
            })
          }}
        />
      ) : null}
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
          onChange={provider => onChange(provider === '' ? tenant : { ...tenant, provider })}
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
        onChange={channel => onChange(channel === '' ? tenant : { ...tenant, channel })}
      />
      <p className="kn-reviews-why" role="status">
        {why !== undefined && (role === Role.Admin || role === Role.Support) ? text(why) : null}
      </p>
    </>
  )
}
