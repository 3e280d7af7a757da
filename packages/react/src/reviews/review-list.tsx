import {
  channels,
  type Review,
  type ReviewFilter,
  Role,
  ratingValues,
  reviewChoices,
  reviews,
  tenants,
  toDownloadFailure,
} from '@kinora/core'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { savedAs } from '../adapters/download.ts'
import type { ListRules } from '../kernel/list-state.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useActingTenant, useUser } from '../kernel/provider.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { RatingOverview } from './rating-overview.tsx'
import { reviewColumns, Stars } from './review-columns.tsx'
import { type ReviewTexts, useReviewTexts } from './texts.ts'

export interface ReviewListProps {
  /** Keeps search and filters in the host's address; in memory unless given. */
  location?: LocationAdapter
  /** Where a title is edited; keep it stable. Those who may not open every title get no links. */
  titleHref?: (tag: string) => string
}

const rowId = (review: Review) => review.reviewId

/** The reviews in reach, of a provider or of a channel, with what they give on average (NAV-33, NAV-60 to NAV-62, REVIEW). */
export function ReviewList({ location, titleHref }: ReviewListProps) {
  const texts = useReviewTexts()
  const { text, error } = texts
  const { role } = useUser()
  const { day } = useDates()
  const acting = useActingTenant()?.tenantId
  const toFilter = (state: ListState) => ({ ...toReviewFilter(state), ...(acting && { tenantId: acting }) })
  const [open, setOpen] = useState<Review>()
  const list = useResourceList(reviews.list, {
    location,
    rules: reviewRules,
    input: toFilter,
  })
  const filter = toFilter(list.state)
  const download = useWrite(reviews.export, {
    ...savedAs('RatingReviewsReport.csv'),
    success: text('ui.reviews.downloaded'),
    failure: failure => error(toDownloadFailure(failure)),
  })
  const href = role === Role.Admin || role === Role.Provider ? titleHref : undefined
  const columns = useMemo(
    () => reviewColumns({ texts, day, titleHref: href, onRead: setOpen }),
    [texts, day, href],
  )
  const ratings = useMemo(
    () => ratingValues.map(count => ({ value: String(count), label: text('ui.reviews.stars', { count }) })),
    [text],
  )
  return (
    <ResourceList
      title={text('ui.nav.reviews')}
      text={text('ui.reviews.text')}
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.pending}
          onClick={() => void download.send(filter)}
        >
          {text('ui.reviews.download')}
        </Button>
      }
      summary={<RatingOverview filter={filter} texts={texts} />}
      selectors={
        <ReviewSelectors
          filter={filter}
          texts={texts}
          onChange={({ tenant, provider, channel }) =>
            list.change({
              filters: {
                rating: list.state.filters.rating,
                tenant: tenant === undefined ? undefined : [tenant],
                provider: provider === undefined ? undefined : [provider],
                channel: channel === undefined ? undefined : [channel],
              },
            })
          }
        />
      }
      list={list}
      rowId={rowId}
      columns={columns}
      searchLabel={text('ui.reviews.search')}
      filters={[{ id: 'rating', name: text('field.rating'), options: ratings }]}
      count={count => text('ui.reviews.count', { count })}
      empty={<EmptyState title={text('ui.reviews.emptyTitle')} text={text('ui.reviews.emptyText')} />}
    >
      <ReviewDialog review={open} texts={texts} day={day} onClose={() => setOpen(undefined)} />
    </ResourceList>
  )
}

interface ReviewDialogProps {
  review: Review | undefined
  texts: ReviewTexts
  day: Dates['day']
  onClose: () => void
}

/** A whole review, with its line breaks; plain text always. */
function ReviewDialog({ review, texts, day, onClose }: ReviewDialogProps) {
  const { text } = texts
  return (
    <Dialog
      open={review !== undefined}
      onClose={onClose}
      title={review && text('ui.reviews.by', { user: review.user })}
      closeLabel={text('ui.close')}
    >
      {review ? (
        <>
          <p className="kn-reviews-facts">
            <Stars rating={review.rating} texts={texts} />
            <bdi>{review.title}</bdi>
            <span>{day(review.date)}</span>
          </p>
          <p className="kn-reviews-text" dir="auto">
            {review.comment}
          </p>
        </>
      ) : null}
    </Dialog>
  )
}

interface ReviewSelectorsProps {
  filter: Pick<ReviewFilter, 'tenantId' | 'providerId' | 'channelId'>
  texts: ReviewTexts
  /** With one of provider and channel, or neither. */
  onChange: (chosen: { tenant?: string; provider?: string; channel?: string }) => void
}

/**
 * NAV-59 to NAV-62: the selectors of provider and channel, of which a choice of one disables the other and says so, and
 * for administrators, who act for no tenant, that of the site.
 */
function ReviewSelectors({ filter, texts: { text }, onChange }: ReviewSelectorsProps) {
  const { role } = useUser()
  const found = useRead(channels.list, {})
  const sites = useRead(tenants.list, {}, { enabled: role === Role.Admin })
  const { canChooseProvider, canChooseChannel } = reviewChoices(filter)
  const shared = { emptyText: text('ui.noMatch'), loading: found.isPending, size: 'compact' } as const
  const providers = (found.data?.providers ?? []).map(({ tag, displayName }) => ({
    value: tag,
    label: displayName,
  }))
  const ofTenants = (sites.data?.data ?? []).map(({ tenantId, name }) => ({ value: tenantId, label: name }))
  const tenant = filter.tenantId == null ? {} : { tenant: filter.tenantId }
  const ofChannels = (found.data?.channels ?? []).map(({ tag, displayName, providerName }) => ({
    value: tag,
    label: displayName,
    help: providerName,
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
          searchLabel={text('ui.tenant.search')}
          options={[{ value: '', label: text('ui.all.tenants') }, ...ofTenants]}
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
          searchLabel={text('ui.search.providers')}
          options={[{ value: '', label: text('ui.all.providers') }, ...providers]}
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
        searchLabel={text('ui.search.channels')}
        options={[{ value: '', label: text('ui.all.channels') }, ...ofChannels]}
        onChange={channel => onChange(channel === '' ? tenant : { ...tenant, channel })}
      />
      <p className="kn-reviews-why" role="status">
        {why !== undefined && (role === Role.Admin || role === Role.Support) ? text(why) : null}
      </p>
    </>
  )
}

type FilterId = 'tenant' | 'provider' | 'channel' | 'rating'

/** What the list of reviews can be asked for. */
const reviewRules: ListRules<FilterId> = {
  ...pagesOnly,
  filters: ['tenant', 'provider', 'channel', 'rating'],
}

/** REVIEW-02: what is asked of the server; an address that names a provider and a channel means the provider (NAV-62). */
function toReviewFilter({ query, filters }: ListState): ReviewFilter {
  const [tenantId] = filters.tenant ?? []
  const [providerId] = filters.provider ?? []
  const [channelId] = providerId === undefined ? (filters.channel ?? []) : []
  const rating = (filters.rating ?? []).map(Number).filter(value => Number.isInteger(value))
  return {
    tenantId,
    providerId,
    channelId,
    rating: rating.length > 0 ? rating : undefined,
    query: query || undefined,
  }
}
