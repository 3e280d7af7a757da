import { DocumentForm, DocumentList } from '@kinora/react'
import { resourcePages } from '../shell/form-page.tsx'

/** NAV-20 to NAV-22 */
export const documents = resourcePages('documents', DocumentList, DocumentForm)
