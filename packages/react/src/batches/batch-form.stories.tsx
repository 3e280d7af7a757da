import { StoryKinora } from '../testing/stories.tsx'
import { BatchForm } from './batch-form.tsx'

export default { title: 'Batches/BatchForm' }

export const Empty = {
  render: () => (
    <StoryKinora>
      <BatchForm listHref="#list" />
    </StoryKinora>
  ),
}
