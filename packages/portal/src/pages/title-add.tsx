import { TitleEditor } from '@kinora/react'
import { useFormPage } from '../shell/form-page.tsx'

const titleHref = (tag: string): string => `/media/contentTitles/edit/${encodeURIComponent(tag)}`

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
