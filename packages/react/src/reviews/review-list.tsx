import { type Review, Role, ratingValues, reviews, toDownloadFailure } from '@kinora/core'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { saveFile } from '../adapters/download.ts'
import type { LocationAdapter } from '../kernel/location.ts'
import { useActingTenant, useUser } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useResourceList } from '../kernel/use-resource-list.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import type { ListState } from '../ui/list/list-model.ts'
import { ResourceList } from '../ui/list/resource-list.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { RatingOverview } from './rating-overview.tsx'
import { reviewColumns } from './review-columns.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { ReviewSelectors } from './review-selectors.tsx'
import { reviewRules, toReviewFilter } from './review-state.ts'
import { useReviewTexts } from './texts.ts'

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
    invalidates: [],
    timeout: 0,
    success: text('ui.reviews.downloaded'),
    failure: failure => error(toDownloadFailure(failure)),
    onSuccess: file => saveFile(file, 'RatingReviewsReport.csv'),
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
      title={text('ui.reviews.title')}
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
