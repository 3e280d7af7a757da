import type { TaxonomyKind } from '@kinora/core'
import { TaxonomyForm, TaxonomyList } from '@kinora/react'
import { resourcePages } from '../shell/resource-pages.tsx'

const taxonomyPages = (path: string, kind: TaxonomyKind) =>
  resourcePages(
    path,
    props => <TaxonomyList {...props} kind={kind} />,
    props => <TaxonomyForm {...props} kind={kind} />,
  )

/** NAV-36, NAV-39 */
export const labelPages = taxonomyPages('/media/labels', 'label')
/** NAV-37 */
export const focusAreaPages = taxonomyPages('/media/focusAreas', 'focusarea')
/** NAV-38 */
export const equipmentPages = taxonomyPages('/media/equipments', 'equipment')
