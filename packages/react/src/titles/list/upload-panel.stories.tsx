import { StoryKinora } from '../../testing/stories.tsx'
import { choices } from '../testing/fixtures.ts'
import { UploadPanel } from './upload-panel.tsx'

export default { title: 'Titles/UploadPanel' }

export const Empty = {
  render: () => (
    <StoryKinora>
      <UploadPanel open onClose={() => undefined} metadata={choices} />
    </StoryKinora>
  ),
}
