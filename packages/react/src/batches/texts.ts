import { batchTexts, bulkIssueTexts, downloadTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of bulk uploads. */
export const useBatchTexts = () => useTexts(batchTexts, bulkIssueTexts, downloadTexts, validationTexts)

export type BatchTexts = ReturnType<typeof useBatchTexts>
