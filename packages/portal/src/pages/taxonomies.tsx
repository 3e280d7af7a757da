import type { TaxonomyKind } from '@kinora/core'
import { TaxonomyList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

function Taxonomies({ kind, path }: { kind: TaxonomyKind; path: string }) {
  const location = useRouterLocation()
  return (
    <TaxonomyList
      kind={kind}
      location={location}
      addHref={`${path}/add`}
      entryHref={id => `${path}/${encodeURIComponent(id)}/edit`}
    />
  )
}

/** NAV-36 */
export const LabelsPage = () => <Taxonomies kind="label" path="/media/labels" />
/** NAV-37 */
export const FocusAreasPage = () => <Taxonomies kind="focusarea" path="/media/focusAreas" />
/** NAV-38 */
export const EquipmentPage = () => <Taxonomies kind="equipment" path="/media/equipments" />
