import { reviewTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of reviews. */
export const useReviewTexts = () => useTexts(reviewTexts, validationTexts, wordTexts)

export type ReviewTexts = ReturnType<typeof useReviewTexts>
