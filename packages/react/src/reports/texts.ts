import { downloadTexts, playbackTexts, reportTexts, validationTexts, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the reports, with those of the admin area around them. */
export const useReportTexts = () =>
  useTexts(reportTexts, downloadTexts, playbackTexts, validationTexts, wordTexts)

export type ReportTexts = ReturnType<typeof useReportTexts>
