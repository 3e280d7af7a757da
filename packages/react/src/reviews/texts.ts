import { reviewTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of reviews. */
export const useReviewTexts = () => useTexts(reviewTexts, validationTexts)

export type ReviewTexts = ReturnType<typeof useReviewTexts>
