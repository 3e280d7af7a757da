import { TitleEditor } from '@kinora/react'
import { useParams } from '../router/use-navigation.ts'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-28 */
export function TitleEditPage() {
  const { tag = '' } = useParams()
  const guard = useLeaveGuard()
  return (
    <>
      <TitleEditor key={tag} tag={tag} listHref="/media/contentTitles" onDirtyChange={guard.setDirty} />
      {guard.dialog}
    </>
  )
}
