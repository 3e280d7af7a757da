import { eventTexts, supplyTexts, titleTexts, validationTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the schedule. */
export const useEventTexts = () => useTexts(eventTexts, supplyTexts, titleTexts, validationTexts)

export type EventWords = ReturnType<typeof useEventTexts>
