import type { TaxonomyKind } from '@kinora/core'
import { TaxonomyForm } from '@kinora/react'
import { useNavigation } from '../router/use-navigation.ts'
import { useLeaveGuard } from '../shell/leave-guard.tsx'

/** META-07: once a new entry is stored, its own page takes over. */
function TaxonomyAdd({ kind, path }: { kind: TaxonomyKind; path: string }) {
  const navigation = useNavigation()
  const guard = useLeaveGuard()
  return (
    <>
      <TaxonomyForm
        kind={kind}
        listHref={path}
        onDirtyChange={guard.setDirty}
        onAdded={id => {
          guard.release()
          navigation.replace(`${path}/${encodeURIComponent(id)}/edit`)
        }}
      />
      {guard.dialog}
    </>
  )
}

export const LabelAddPage = () => <TaxonomyAdd kind="label" path="/media/labels" />
export const FocusAreaAddPage = () => <TaxonomyAdd kind="focusarea" path="/media/focusAreas" />
export const EquipmentAddPage = () => <TaxonomyAdd kind="equipment" path="/media/equipments" />
