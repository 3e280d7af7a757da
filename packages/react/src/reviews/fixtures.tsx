import { type Channel, type Provider, type Review, ratingValues } from '@kinora/core'
import type { StoryAnswers } from '../testing/stories.tsx'
import { tenantRow } from '../testing/story-tenants.ts'

const channel = (tag: string, displayName: string, providerId: string): Channel => ({
  tag,
  name: tag,
  displayName,
  description: '',
  providerId,
  providerName: providerId,
  tenants: [],
  Availability: { inClub: false, appAndweb: true, hotel: false },
  kinds: ['web', 'app', 'virtual', 'api'],
  active: true,
  mediaSpaceImageUrl: null,
  profileImageUrl: null,
})
const provider = (tag: string, displayName: string): Provider => ({
  tag,
  name: tag,
  displayName,
  email: `${tag}@studio.test`,
  phoneNumber: null,
  contact: '',
  userRole: 1,
  mediaPlatform: 0,
  tenantId: null,
  isTenantProvider: false,
  stage1Encode: false,
  isBulkUploadEnabled: false,
})

export const markup = '<b>Loved</b> it & <script>alert(1)</script>'

const review = (reviewId: string, rating: number, part: Partial<Review>): Review => ({
  reviewId,
  rating,
  date: '2026-11-19T10:00:00',
  comment: markup,
  user: 'Mia',
  tenantId: 'north',
  titleTag: 'kn-1',
  title: 'Morning flow',
  providerId: 'north',
  provider: 'Northwind',
  channelId: 'studio',
  channel: 'Studio',
  ...part,
})
export const storyReviews: Review[] = [
  review('r-1', 5, {}),
  review('r-2', 2, {
    date: '2026-11-19T23:30:00',
    user: 'ليان',
    comment: 'الصوت غير واضح.\nأعيدوا التسجيل.',
    title: 'تمارين الصباح',
  }),
  review('r-3', 4, {
    user: 'Tom',
    comment: '',
    tenantId: 'south',
    providerId: 'lake',
    provider: 'Lake',
    channelId: 'lake-tv',
  }),
]

/** A platform with these reviews; single answers can be replaced. */
export function reviewAnswers(replaced: StoryAnswers['reviews'] = {}): StoryAnswers {
  return {
    channels: {
      list: () => ({
        totalRecords: 2,
        totalPages: 1,
        page: 1,
        tenants: [],
        channels: [channel('studio', 'Studio', 'north'), channel('lake-tv', 'Lake TV', 'lake')],
        providers: [provider('north', 'Northwind'), provider('lake', 'Lake')],
      }),
    },
    tenants: {
      list() {
        const data = [tenantRow('north', 'Northwind Club'), tenantRow('south', 'South Beach')]
        return { data, totalRecords: 2, totalPages: 1, page: 1 }
      },
    },
    reviews: {
      list({ tenantId, providerId, channelId, rating }) {
        const data = storyReviews.filter(
          one =>
            (tenantId == null || one.tenantId === tenantId) &&
            (providerId == null || one.providerId === providerId) &&
            (channelId == null || one.channelId === channelId) &&
            (rating === undefined || rating.includes(one.rating)),
        )
        return { data, totalRecords: data.length, totalPages: 1, page: 1 }
      },
      ratings: () => ({
        count: storyReviews.length,
        average: 11 / 3,
        months: ratingValues.map(value => ({
          month: `2026-0${value}`,
          ...(value === 2 ? { count: 0, average: null } : { count: value, average: value - 0.5 }),
        })),
      }),
      ...replaced,
    },
  }
}
