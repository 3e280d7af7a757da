import { CollectionForm, CollectionList } from '@kinora/react'
import { resourcePages } from '../shell/form-page.tsx'

/** NAV-18, NAV-49 */
export const collections = resourcePages('collections', CollectionList, CollectionForm)
