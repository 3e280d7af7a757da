import { type Title, TitleStatus } from '@kinora/core'
import { StoryKinora } from '../testing/stories.tsx'
import { completed } from './testing/fixtures.ts'
import { TitleBadge } from './title-badge.tsx'

export default { title: 'Titles/TitleBadge' }

const badge = (title: Partial<Title>) => (
  <StoryKinora>
    <TitleBadge title={{ ...completed, ...title }} />
  </StoryKinora>
)
const { Error: Failed_, ...rest } = TitleStatus

/** E-5: one of each status. */
export const Full = {
  render: () => (
    <StoryKinora>
      <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
        {Object.values(rest).map(status => (
          <TitleBadge key={status} title={{ ...completed, status }} />
        ))}
      </div>
    </StoryKinora>
  ),
}
export const Failed = {
  render: () => badge({ status: Failed_, streamingLink: null, errorType: 'processing.failed' }),
}
export const Standing = {
  render: () =>
    badge({
      status: TitleStatus.Encoded,
      stuck: { reason: 'stuck.uploading', wayOut: 'takeBack', since: '2026-11-19T08:00:00' },
    }),
}
