import type { LibraryTab, TaxonomyKind } from '@kinora/core'
import { TaxonomyForm, TaxonomyList } from '@kinora/react'
import { resourcePages } from '../shell/form-page.tsx'
import { LibraryTabs } from './library-tabs.tsx'

const taxonomyPages = (tab: LibraryTab, kind: TaxonomyKind) =>
  resourcePages(
    tab,
    props => <TaxonomyList {...props} kind={kind} tabs={<LibraryTabs current={tab} />} />,
    props => <TaxonomyForm {...props} kind={kind} />,
  )

/** NAV-36, NAV-39 */
export const labels = taxonomyPages('labels', 'label')
/** NAV-37 */
export const focusAreas = taxonomyPages('focusAreas', 'focusarea')
/** NAV-38 */
export const equipments = taxonomyPages('equipments', 'equipment')
