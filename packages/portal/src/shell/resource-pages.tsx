import type { FormPageProps, ListPageProps } from '@kinora/react'
import type { ComponentType } from 'react'
import type { PageProps } from '../router/lazy-page.tsx'
import type { ResourcePages } from '../router/resource-routes.ts'
import { useFormPage } from './form-page.tsx'
import { useRouterLocation } from './location.ts'

/** The three pages of a noun that `resourceRoutes` leads to: its list, and its form for a new row and for one that is there. */
export function resourcePages(
  path: string,
  List: ComponentType<ListPageProps>,
  Form: ComponentType<FormPageProps>,
): ResourcePages {
  const rowHref = (id: string) => `${path}/${encodeURIComponent(id)}/edit`

  function ListPage() {
    return <List location={useRouterLocation()} rowHref={rowHref} addHref={`${path}/add`} />
  }
  function FormPage({ params: { id } }: PageProps) {
    const { form, dialog } = useFormPage(path, rowHref)
    return (
      <>
        <Form key={id} id={id} {...form} />
        {dialog}
      </>
    )
  }
  return { list: ListPage, add: FormPage, edit: FormPage }
}
