import { auditTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the audit log. */
export const useAuditTexts = () => useTexts(auditTexts, validationTexts)

export type AuditTexts = ReturnType<typeof useAuditTexts>
