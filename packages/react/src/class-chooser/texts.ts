import { classChooserTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** Texts of the chooser of classes. */
export const useChooserTexts = () => useTexts(classChooserTexts)
