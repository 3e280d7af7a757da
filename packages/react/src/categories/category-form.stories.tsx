import { Role } from '@kinora/core'
import { StoryKinora } from '../testing/stories.tsx'
import { CategoryForm, type CategoryFormProps } from './category-form.tsx'
import { categoryAnswers } from './fixtures.tsx'
import { SubCategoryForm } from './sub-category-form.tsx'

export default { title: 'Categories/CategoryForm' }

const subHref = (categoryId: string, id = 'add') => `#${categoryId}/${id}`
const form = (props: CategoryFormProps = {}, answers = categoryAnswers()) => (
  <StoryKinora answers={answers}>
    <CategoryForm listHref="#list" subHref={subHref} {...props} />
  </StoryKinora>
)

export const Empty = { render: () => form() }
export const Full = { render: () => form({ id: 'c-1' }) }
export const OfThePlatform = { render: () => form({ id: 'c-0' }) }
export const Missing = { render: () => form({ id: 'gone' }) }
export const ManyLanguages = { render: () => form({ id: 'c-0' }, categoryAnswers({}, Role.Admin)) }
export const SubCategory = {
  render: () => (
    <StoryKinora answers={categoryAnswers()}>
      <SubCategoryForm categoryId="c-1" id="s-1" categoryHref="#c-1" />
    </StoryKinora>
  ),
}
