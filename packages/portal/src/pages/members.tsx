import { MemberImportForm, MemberImportList, MemberImportView, MemberList, MemberView } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useFormPage } from '../shell/form-page.tsx'
import { useRouterLocation } from '../shell/location.ts'

const imports = '/users/userManagement'
const toImport = (fileId: string): string => `${imports}/${encodeURIComponent(fileId)}/edit`

const members = '/users/userReport'
const toMember = (userId: string): string => `${members}/${encodeURIComponent(userId)}`

/** NAV-24 */
export function MemberImportsPage() {
  return <MemberImportList location={useRouterLocation()} rowHref={toImport} addHref={`${imports}/add`} />
}

/** † A new import; once it is uploaded, its own page takes over. */
export function MemberImportAddPage() {
  const { form, dialog } = useFormPage(imports, toImport)
  const { listHref, onAdded, onDirtyChange } = form
  return (
    <>
      <MemberImportForm listHref={listHref} onAdded={onAdded} onDirtyChange={onDirtyChange} />
      {dialog}
    </>
  )
}

/** † One import. */
export function MemberImportPage({ params: { fileId = '' } }: PageProps) {
  return <MemberImportView key={fileId} fileId={fileId} listHref={imports} />
}

/** NAV-25 */
export function MembersPage() {
  return <MemberList location={useRouterLocation()} rowHref={toMember} importsHref={imports} />
}

/** † One member. */
export function MemberPage({ params: { userId = '' } }: PageProps) {
  const { form, dialog } = useFormPage(members, toMember)
  const { listHref, onDeleted, onDirtyChange } = form
  return (
    <>
      <MemberView key={userId} userId={userId} {...{ listHref, onDeleted, onDirtyChange }} />
      {dialog}
    </>
  )
}
