import { TitleEditor } from '@kinora/react'
import { useNavigation } from '../router/use-navigation.ts'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-49: a new title; once it is stored, its own page takes over. */
export function TitleAddPage() {
  const navigation = useNavigation()
  const guard = useLeaveGuard()
  return (
    <>
      <TitleEditor
        listHref="/media/contentTitles"
        onDirtyChange={guard.setDirty}
        onCreated={tag => {
          guard.release()
          navigation.replace(`/media/contentTitles/edit/${encodeURIComponent(tag)}`)
        }}
      />
      {guard.dialog}
    </>
  )
}
