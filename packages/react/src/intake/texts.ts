import {
  bulkIssueTexts,
  intakeTexts,
  listTexts,
  processingTexts,
  titleEditorTexts,
  titleTexts,
  uploadPanelTexts,
  uploadTexts,
  uploadTrayTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the sheet and of the files that come into it. */
export const useIntakeTexts = () =>
  useTexts(
    intakeTexts,
    titleTexts,
    titleEditorTexts,
    listTexts,
    bulkIssueTexts,
    uploadPanelTexts,
    uploadTexts,
    uploadTrayTexts,
    processingTexts,
    validationTexts,
    wordTexts,
  )

export type IntakeTexts = ReturnType<typeof useIntakeTexts>
