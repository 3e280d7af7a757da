import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { subscriptionAnswers } from './fixtures.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { SubscriptionList } from './subscription-list.tsx'

export default { title: 'Subscriptions' }

const nothing = { totalRecords: 0, totalPages: 0, page: 1, data: [] }
const rowHref = (id: string) => `#${id}`
const list = (answers = subscriptionAnswers()) => (
  <StoryKinora answers={answers}>
    <SubscriptionList addHref="#add" rowHref={rowHref} />
  </StoryKinora>
)
const form = (id?: string, answers = subscriptionAnswers()) => (
  <StoryKinora answers={answers}>
    <SubscriptionForm id={id} listHref="#list" />
  </StoryKinora>
)

export const ListLoading = { render: () => list(subscriptionAnswers({ list: never })) }
export const ListEmpty = { render: () => list(subscriptionAnswers({ list: () => nothing })) }
export const ListFailed = { render: () => list(subscriptionAnswers({ list: () => new Failure(403) })) }
export const ListFull = { render: () => list() }
export const FormNew = { render: () => form() }
export const FormNoCollections = {
  render: () => form(undefined, { ...subscriptionAnswers(), collections: { list: () => nothing } }),
}
export const FormStored = { render: () => form('1') }
export const FormMissing = { render: () => form('gone') }
