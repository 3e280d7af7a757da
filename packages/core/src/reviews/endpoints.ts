import { everyRole } from '../access.ts'
import { binary, noun, post } from '../kernel/endpoint.ts'
import { Paged, PageInput } from '../kernel/pages.ts'
import { RatingSummary, Review, ReviewFilter } from './schema.ts'

export const reviews = noun('reviews', {
  list: post('/v4/portal/ratingreview', {
    summary: 'Reviews of a provider, of a channel or of all, the newest first (API-43)',
    input: ReviewFilter.extend(PageInput.shape),
    output: Paged(Review),
    allow: everyRole,
    // REVIEW-05, C-51
    none: { data: [], totalRecords: 0, totalPages: 0, page: 1 },
  }),
  export: post('/v4/portal/ratingreview/report', {
    summary: 'The reviews that match, as CSV (API-44)',
    input: ReviewFilter,
    output: binary('text/csv; charset=utf-8'),
    allow: everyRole,
  }),
  ratings: post('/v4/portal/ratingreview/ratings', {
    summary: 'How many reviews match and what they give on average, in all and by month',
    input: ReviewFilter,
    output: RatingSummary,
    allow: everyRole,
  }),
})
