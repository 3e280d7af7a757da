import { downloadTexts, playbackTexts, reportTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the reports, with those of the admin area around them. */
export const useReportTexts = () => useTexts(reportTexts, downloadTexts, playbackTexts, validationTexts)

export type ReportTexts = ReturnType<typeof useReportTexts>
