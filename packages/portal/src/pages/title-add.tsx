import { TitleEditor } from '@kinora/react'
import { useNavigate } from '@tanstack/react-router'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-49: a new title; once it is stored, its own page takes over. */
export function TitleAddPage() {
  const navigate = useNavigate()
  const guard = useLeaveGuard()
  return (
    <>
      <TitleEditor
        listHref="/media/contentTitles"
        onDirtyChange={guard.setDirty}
        onCreated={tag => {
          guard.release()
          void navigate({ to: '/media/contentTitles/edit/$tag', params: { tag }, replace: true })
        }}
      />
      {guard.dialog}
    </>
  )
}
