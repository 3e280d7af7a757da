import { TitleEditor } from '@kinora/react'
import { titleHref } from '../router/row-hrefs.ts'
import { useFormPage } from '../shell/form-page.tsx'

/** NAV-49: a new title; once it is stored, its own page takes over. */
export function TitleAddPage() {
  const { form, dialog } = useFormPage('/media/contentTitles', titleHref)
  const { listHref, onAdded, onDirtyChange } = form
  return (
    <>
      <TitleEditor listHref={listHref} onCreated={onAdded} onDirtyChange={onDirtyChange} />
      {dialog}
    </>
  )
}
