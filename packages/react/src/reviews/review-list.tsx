import {
  channels,
  type Review,
  type ReviewFilter,
  Role,
  ratingValues,
  reviewChoices,
  reviews,
  toDownloadFailure,
} from '@kinora/core'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { savedAs } from '../adapters/download.ts'
import { type ListRules, withoutFixed } from '../kernel/list-state.ts'
import { useActingTenant, useUser } from '../kernel/provider.tsx'
import { TenantFilter } from '../kernel/tenant-field.tsx'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { type ListProps, pagesOnly, useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Combobox, type ComboboxProps } from '../ui/picker/combobox.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { RatingOverview } from './rating-overview.tsx'
import { reviewColumns, Stars } from './review-columns.tsx'
import { type ReviewTexts, useReviewTexts } from './texts.ts'

export interface ReviewListProps extends Omit<ListProps<Review, ReviewFilters>, 'rowHref' | 'addHref'> {
  /** Where a title is edited; keep it stable. Those who may not open every title get no links. */
  titleHref?: (tag: string) => string
}

const rowId = (review: Review) => review.reviewId
const rowName = (review: Review) => review.title

// NAV-33, NAV-60 to NAV-62, REVIEW
/** The reviews in reach, of a provider or of a channel, with what they give on average. */
export function ReviewList(props: ReviewListProps) {
  const { location, filter: fixed, titleHref, tabs } = props
  const texts = useReviewTexts()
  const { text, error } = texts
  const { role } = useUser()
  const { day } = useDates()
  const acting = useActingTenant()?.tenantId
  const toFilter = (state: ListState) => ({
    // A provider in the address doesn't replace the channel that is always asked for.
    ...toReviewFilter(fixed?.channel === undefined ? state : withoutFixed(state, { provider: [] })),
    ...(acting && { tenantId: acting }),
  })
  const [open, setOpen] = useState<Review>()
  const list = useResourceList(reviews.list, {
    ...{ location, filter: fixed, rules: reviewRules },
    input: toFilter,
  })
  const filter = toFilter(list.asked)
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
      part="review-list"
      host={props}
      tabs={tabs}
      title={text('ui.nav.reviews')}
      text={text('ui.reviews.text')}
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          loading={download.isPending}
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
          fixed={list.fixed}
          onChange={({ tenant, provider, channel }) =>
            list.change({
              filters: {
                rating: list.asked.filters.rating,
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
      rowName={rowName}
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

/** One of provider and channel, or neither. */
interface Chosen {
  tenant?: string | undefined
  provider?: string | undefined
  channel?: string | undefined
}

interface ReviewSelectorsProps {
  filter: Pick<ReviewFilter, 'tenantId' | 'providerId' | 'channelId'>
  texts: ReviewTexts
  /** Those that aren't offered; of provider and channel one stands for both. */
  fixed: readonly string[] | undefined
  onChange: (chosen: Chosen) => void
}

/**
 * NAV-59 to NAV-62: the selectors of provider and channel, of which a choice of one disables the other and says so, and
 * for administrators, who act for no tenant, that of the site.
 */
function ReviewSelectors({ filter, texts: { text }, fixed = [], onChange }: ReviewSelectorsProps) {
  const { role } = useUser()
  const seesProviders = role === Role.Admin || role === Role.Support
  const found = useRead(channels.list, {})
  const { canChooseProvider, canChooseChannel } = reviewChoices(filter)
  const [tenant, provider, channel] = [filter.tenantId, filter.providerId, filter.channelId].map(
    id => id ?? undefined,
  )
  const isOfOne = fixed.includes('provider') || fixed.includes('channel')
  const why = canChooseProvider
    ? canChooseChannel
      ? undefined
      : 'ui.reviews.channelOff'
    : 'ui.reviews.providerOff'
  return (
    <>
      {role === Role.Admin && !fixed.includes('tenant') ? (
        <TenantFilter value={tenant} onChange={next => onChange({ tenant: next, provider, channel })} />
      ) : null}
      {seesProviders && !isOfOne ? (
        <Selector
          name={text('field.provider')}
          all={text('ui.all.providers')}
          value={provider}
          loading={found.isPending}
          disabled={!canChooseProvider}
          searchLabel={text('ui.search.providers')}
          options={found.data?.providers.map(({ tag, displayName }) => ({ value: tag, label: displayName }))}
          onChange={next => onChange({ tenant, provider: next })}
        />
      ) : null}
      {isOfOne ? null : (
        <Selector
          name={text('field.channel')}
          all={text('ui.all.channels')}
          value={channel}
          loading={found.isPending}
          disabled={!canChooseChannel}
          searchLabel={text('ui.search.channels')}
          options={found.data?.channels.map(({ tag, displayName, providerName }) => ({
            value: tag,
            label: displayName,
            help: providerName,
          }))}
          onChange={next => onChange({ tenant, channel: next })}
        />
      )}
      <p className="kn-reviews-why" role="status">
        {why !== undefined && seesProviders && !isOfOne ? text(why) : null}
      </p>
    </>
  )
}

interface SelectorProps extends Pick<ComboboxProps, 'searchLabel' | 'loading' | 'disabled'> {
  name: string
  /** The words for all of them. */
  all: string
  value: string | undefined
  /** Undefined while they load. */
  options: ComboboxProps['options'] | undefined
  onChange: (value: string | undefined) => void
}

/** One of many, or all of them. */
function Selector({ name, all, value, options = [], onChange, ...rest }: SelectorProps) {
  const { text } = useReviewTexts()
  return (
    <Combobox
      {...rest}
      size="compact"
      aria-label={name}
      prefix={name}
      value={value ?? ''}
      chosenLabel={value}
      emptyText={text('ui.noMatch')}
      options={[{ value: '', label: all }, ...options]}
      onChange={chosen => onChange(chosen === '' ? undefined : chosen)}
    />
  )
}

type FilterId = 'tenant' | 'provider' | 'channel' | 'rating'

/** What each filter of reviews may be: tags, and stars. */
type ReviewFilters = Record<'tenant' | 'provider' | 'channel', string> & { rating: `${1 | 2 | 3 | 4 | 5}` }

/** What the list of reviews can be asked for. */
const reviewRules: ListRules<FilterId> = {
  ...pagesOnly,
  filters: ['tenant', 'provider', 'channel', 'rating'],
  single: ['tenant', 'provider', 'channel'],
  values: { rating: ['1', '2', '3', '4', '5'] },
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
