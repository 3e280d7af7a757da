import type { TaxonomyKind } from '@kinora/core'
import { TaxonomyForm } from '@kinora/react'
import { useNavigation, useParams } from '../router/use-navigation.ts'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** NAV-39 */
function TaxonomyEdit({ kind, path }: { kind: TaxonomyKind; path: string }) {
  const { id = '' } = useParams()
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

export const LabelEditPage = () => <TaxonomyEdit kind="label" path="/media/labels" />
export const FocusAreaEditPage = () => <TaxonomyEdit kind="focusarea" path="/media/focusAreas" />
export const EquipmentEditPage = () => <TaxonomyEdit kind="equipment" path="/media/equipments" />
