import {
  auditTexts,
  batchTexts,
  bulkIssueTexts,
  downloadTexts,
  entitlementTexts,
  memberImportTexts,
  memberTexts,
  sourceTexts,
  validationTexts,
  verbTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of members. */
export const useMemberTexts = () => useTexts(memberTexts, sourceTexts, validationTexts, wordTexts)
/** The same with those of what was done to one. */
export const useMemberViewTexts = () =>
  useTexts(memberTexts, sourceTexts, auditTexts, verbTexts, validationTexts, wordTexts)
/** The same with those of what a member may watch. */
export const useEntitlementTexts = () => useTexts(memberTexts, entitlementTexts, wordTexts)
export type MemberTexts = ReturnType<typeof useMemberTexts>

/** Texts of their imports. */
export const useImportTexts = () =>
  useTexts(memberImportTexts, downloadTexts, batchTexts, bulkIssueTexts, validationTexts, wordTexts)
export type ImportTexts = ReturnType<typeof useImportTexts>
