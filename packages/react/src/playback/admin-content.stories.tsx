import { StoryKinora } from '../testing/stories.tsx'
import { AdminContent } from './admin-content.tsx'

export default { title: 'Playback/AdminContent' }

export const Full = {
  render: () => (
    <StoryKinora>
      <AdminContent
        tabs={[
          { id: 'content', href: '#content' },
          { id: 'reports', href: '#reports' },
        ]}
        playbackHref="#playback"
        textsHref="#texts"
        auditHref="#audit"
        onGo={() => undefined}
      />
    </StoryKinora>
  ),
}
