import { useWorkTexts, type WorkTexts } from '../file-work/texts.ts'

/** Texts of bulk uploads. */
export const useBatchTexts = useWorkTexts

export type BatchTexts = WorkTexts
