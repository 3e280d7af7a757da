import { titleNumberTexts } from '@kinora/core'
import { useTexts } from '../../kernel/message.ts'

/** Texts of a title's numbers. */
export const useNumberTexts = () => useTexts(titleNumberTexts)
export type NumberTexts = ReturnType<typeof useNumberTexts>

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

export const toCount = (value: number): string => whole.format(value)
/** A part of 1; a dash where there is nothing to be a part of. */
export const toPercent = (part: number | null): string => (part === null ? '—' : percent.format(part))
