import { BatchForm } from '@kinora/react'
import { useNavigation } from '../router/use-navigation.ts'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-49: a new bulk upload; once it is added, its own page takes over. */
export function BatchAddPage() {
  const navigation = useNavigation()
  const guard = useLeaveGuard()
  return (
    <>
      <BatchForm
        listHref="/media/bulkUpload"
        onDirtyChange={guard.setDirty}
        onAdded={batchId => {
          guard.release()
          navigation.replace(`/media/bulkUpload/${encodeURIComponent(batchId)}/edit`)
        }}
      />
      {guard.dialog}
    </>
  )
}
