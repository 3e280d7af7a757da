import { TitleEditor } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useUnsavedChangesGuard } from '../shell/form-page.tsx'

/** NAV-28 */
export function TitleEditPage({ params: { tag = '' } }: PageProps) {
  const guard = useUnsavedChangesGuard()
  return (
    <>
      <TitleEditor key={tag} tag={tag} listHref="/media/contentTitles" onDirtyChange={guard.setDirty} />
      {guard.dialog}
    </>
  )
}
