import { pathOf } from '@kinora/core'
import { ProviderForm, ProviderList } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import type { ResourcePages } from '../router/resource-routes.ts'
import { resourcePages, useFormPage } from '../shell/form-page.tsx'

const path = pathOf('providers')

/** NAV-50, PROV-13: what is saved leads back to the list. */
function ProviderPage({ params: { id } }: PageProps) {
  const { form, dialog } = useFormPage(path, () => path)
  const { onAdded: _, onDeleted, ...page } = form
  return (
    <>
      <ProviderForm key={id} id={id} {...page} onSaved={onDeleted} onDeleted={onDeleted} />
      {dialog}
    </>
  )
}

/** NAV-14, NAV-49 */
export const providers: ResourcePages = {
  list: resourcePages('providers', ProviderList, ProviderForm).list,
  add: ProviderPage,
  edit: ProviderPage,
}
