import { batchTexts, bulkIssueTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of bulk uploads. */
export const useBatchTexts = () => useTexts(batchTexts, bulkIssueTexts, validationTexts)

export type BatchTexts = ReturnType<typeof useBatchTexts>
