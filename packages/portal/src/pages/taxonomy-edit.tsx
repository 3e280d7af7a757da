import type { TaxonomyKind } from '@kinora/core'
import { TaxonomyForm } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useNavigation } from '../router/use-navigation.ts'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-39 */
function TaxonomyEdit({ kind, path, params: { id = '' } }: PageProps & { kind: TaxonomyKind; path: string }) {
  const navigation = useNavigation()
  const guard = useLeaveGuard()
  return (
    <>
      <TaxonomyForm
        key={id}
        kind={kind}
        id={id}
        listHref={path}
        onDirtyChange={guard.setDirty}
        onDeleted={() => {
          guard.release()
          navigation.replace(path)
        }}
      />
      {guard.dialog}
    </>
  )
}

export const LabelEditPage = (props: PageProps) => (
  <TaxonomyEdit {...props} kind="label" path="/media/labels" />
)
export const FocusAreaEditPage = (props: PageProps) => (
  <TaxonomyEdit {...props} kind="focusarea" path="/media/focusAreas" />
)
export const EquipmentEditPage = (props: PageProps) => (
  <TaxonomyEdit {...props} kind="equipment" path="/media/equipments" />
)
