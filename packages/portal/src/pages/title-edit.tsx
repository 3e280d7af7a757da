import { TitleEditor } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useLeaveGuard } from '../shell/form-page.tsx'

/** NAV-28 */
export function TitleEditPage({ params: { tag = '' } }: PageProps) {
  const guard = useLeaveGuard()
  return (
    <>
      <TitleEditor key={tag} tag={tag} listHref="/media/contentTitles" onDirtyChange={guard.setDirty} />
      {guard.dialog}
    </>
  )
}
