import { classChooserTexts, collectionTexts, placeTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of collections. */
export const useCollectionTexts = () =>
  useTexts(collectionTexts, validationTexts, classChooserTexts, placeTexts, wordTexts)

export type CollectionTexts = ReturnType<typeof useCollectionTexts>
