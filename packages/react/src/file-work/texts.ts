import { batchTexts, bulkIssueTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of work on uploaded CSVs, whatever they bring in. */
export const useWorkTexts = () => useTexts(batchTexts, bulkIssueTexts, validationTexts)

export type WorkTexts = ReturnType<typeof useWorkTexts>
