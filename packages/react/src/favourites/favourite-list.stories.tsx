import type { Favourite } from '@kinora/core'
import { tenantUser } from '../taxonomies/fixtures.tsx'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { FavouriteList } from './favourite-list.tsx'

export default { title: 'Favourites/FavouriteList' }

const favourite = (contentId: string, className: string): Favourite => ({
  tenantId: 'north',
  contentId,
  action: 'add',
  className,
  isOwn: true,
  classLanguageCode: 'en-GB',
  channelName: 'Studio',
  provider: 'Lake',
  imageLink: null,
  durationSecond: 600,
  addedDate: '2026-11-19T10:00:00',
})
const found = (data: Favourite[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const list = (favourites: StoryAnswers['favourites']) => (
  <StoryKinora answers={{ session: { verify: () => ({ user: tenantUser }) }, favourites }}>
    <FavouriteList titleHref={tag => `#${tag}`} />
  </StoryKinora>
)

export const Loading = { render: () => list({ list: never }) }
export const Empty = { render: () => list({ list: () => found([]) }) }
export const Failed = { render: () => list({ list: () => new Failure(500) }) }
export const Full = {
  render: () =>
    list({ list: () => found([favourite('1', 'Morning flow'), favourite('2', 'تمارين الصباح')]) }),
}
