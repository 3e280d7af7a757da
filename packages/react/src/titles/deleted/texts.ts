import { deletedTitleTexts, listTexts, quotaTexts, titleTexts } from '@kinora/core'
import { useTexts } from '../../kernel/message.ts'

export const useDeletedTitleTexts = () => useTexts(deletedTitleTexts, quotaTexts, listTexts, titleTexts)
