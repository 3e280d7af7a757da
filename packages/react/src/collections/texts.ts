import { collectionTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of collections. */
export const useCollectionTexts = () => useTexts(collectionTexts, validationTexts)

export type CollectionTexts = ReturnType<typeof useCollectionTexts>
