import { BatchForm } from '@kinora/react'
import { useNavigate } from '@tanstack/react-router'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-49: a new bulk upload; once it is added, its own page takes over. */
export function BatchAddPage() {
  const navigate = useNavigate()
  const guard = useLeaveGuard()
  return (
    <>
      <BatchForm
        listHref="/media/bulkUpload"
        onDirtyChange={guard.setDirty}
        onAdded={batchId => {
          guard.release()
          void navigate({ to: '/media/bulkUpload/$batchId/edit', params: { batchId }, replace: true })
        }}
      />
      {guard.dialog}
    </>
  )
}
