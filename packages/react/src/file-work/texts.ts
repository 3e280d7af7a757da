import { batchTexts, bulkIssueTexts, downloadTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of work on uploaded CSVs, whatever they bring in. */
export const useWorkTexts = () => useTexts(batchTexts, bulkIssueTexts, downloadTexts, validationTexts)

export type WorkTexts = ReturnType<typeof useWorkTexts>
