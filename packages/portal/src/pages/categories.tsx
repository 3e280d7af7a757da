import { pathOf } from '@kinora/core'
import { CategoryForm, CategoryList, SubCategoryForm } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { resourcePages, useFormPage } from '../shell/form-page.tsx'
import { LibraryTabs } from './library-tabs.tsx'

const path = pathOf('categories')
const categoryHref = (id: string) => `${path}/${encodeURIComponent(id)}/edit`
const subHref = (categoryId: string, id?: string) => {
  const base = `${path}/${encodeURIComponent(categoryId)}/subcategory`
  return id === undefined ? `${base}/add` : `${base}/${encodeURIComponent(id)}/edit`
}

/** NAV-29, NAV-30 */
export const categories = resourcePages(
  'categories',
  props => <CategoryList {...props} tabs={<LibraryTabs current="categories" />} />,
  props => <CategoryForm {...props} subHref={subHref} />,
)

/** NAV-31, NAV-32: a new sub category, or one that is there. */
export function SubCategoryPage({ params: { categoryId = '', id } }: PageProps) {
  const back = categoryHref(categoryId)
  const { form, dialog } = useFormPage(back, added => subHref(categoryId, added))
  const { onAdded, onDirtyChange } = form
  return (
    <>
      <SubCategoryForm
        key={id}
        categoryId={categoryId}
        id={id}
        onAdded={onAdded}
        onDirtyChange={onDirtyChange}
        categoryHref={back}
      />
      {dialog}
    </>
  )
}
