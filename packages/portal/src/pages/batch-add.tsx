import { BatchForm } from '@kinora/react'
import { useFormPage } from '../shell/form-page.tsx'

const batchHref = (batchId: string): string => `/media/bulkUpload/${encodeURIComponent(batchId)}/edit`

/** NAV-49: a new bulk upload; once it is added, its own page takes over. */
export function BatchAddPage() {
  const { form, dialog } = useFormPage('/media/bulkUpload', batchHref)
  const { listHref, onAdded, onDirtyChange } = form
  return (
    <>
      <BatchForm listHref={listHref} onAdded={onAdded} onDirtyChange={onDirtyChange} />
      {dialog}
    </>
  )
}
