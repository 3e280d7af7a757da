import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { runningJob, supplyAnswers } from './fixtures.tsx'
import { PublishingScreen } from './publishing-screen.tsx'

export default { title: 'Publishing/PublishingScreen' }

const at = (search: string) => ({ read: () => new URLSearchParams(search), write: () => undefined })
const screen = (search: string, answers = supplyAnswers()) => (
  <StoryKinora answers={answers}>
    <PublishingScreen location={at(search)} />
  </StoryKinora>
)

export const Empty = { render: () => screen('') }
export const ChannelToTenants = { render: () => screen('channel=flow') }
export const ChannelsToTenant = { render: () => screen('tenant=pulse') }
export const Running = {
  render: () =>
    screen(
      'channel=flow',
      supplyAnswers({
        publishing: { setChannel: () => ({ status: 200, job: runningJob }), view: () => runningJob },
      }),
    ),
}
export const Loading = {
  render: () => screen('channel=flow', supplyAnswers({ channels: { search: never } })),
}
export const Failed = {
  render: () => screen('channel=flow', supplyAnswers({ channels: { search: () => new Failure(500) } })),
}
export const NoChannels = {
  render: () =>
    screen(
      'tenant=pulse',
      supplyAnswers({ channels: { search: () => ({ data: [], totalRecords: 0, totalPages: 0, page: 1 }) } }),
    ),
}
