import { ALL_ROWS, PAGE_SIZE, type ReviewFilter } from '@kinora/core'
import type { ListRules } from '../kernel/list-state.ts'
import type { ListState } from '../ui/list/list-model.ts'

type FilterId = 'tenant' | 'provider' | 'channel' | 'rating'

/** What the list of reviews can be asked for. */
export const reviewRules: ListRules<FilterId> = {
  filters: ['tenant', 'provider', 'channel', 'rating'],
  sorts: [],
  start: { query: '', filters: {}, sort: null, page: 0, take: PAGE_SIZE },
  all: ALL_ROWS,
}

/** REVIEW-02: what is asked of the server; an address that names a provider and a channel means the provider (NAV-62). */
export function toReviewFilter({ query, filters }: ListState): ReviewFilter {
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
