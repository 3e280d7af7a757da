import { toCalendarDay } from '../kernel/formats.ts'
import { toPlainText } from '../kernel/rich-text.ts'
import { type LanguageTag, languages } from '../languages.ts'
import type { historyTexts } from '../messages/history.ts'
import type { languageTexts } from '../messages/languages.ts'
import type { titleTexts } from '../messages/titles.ts'
import type { wordTexts } from '../messages/words.ts'
import { toIntensityKey, toSkillBand } from '../titles/scales.ts'
import type { HistoryField, HistoryValue } from './schema.ts'

export type HistoryKey =
  | keyof typeof historyTexts
  | keyof typeof languageTexts
  | keyof typeof titleTexts
  | keyof typeof wordTexts

/** How the place that shows it formats what is no plain text. */
export interface HistoryWords {
  text(key: HistoryKey): string
  /** A date of the wire. */
  moment(wire: string): string
}

/** A recorded value of a title’s field in the words of the form. */
export function toHistoryWords(
  { path, value, names }: { path: HistoryField; value: HistoryValue; names: readonly string[] },
  { text, moment }: HistoryWords,
): string {
  if (value === null || value === '') return text('ui.empty')
  if (Array.isArray(value))
    return value.length === 0 ? text('ui.empty') : (names.length > 0 ? names : value).join(', ')
  if (names.length > 0) return names.join(', ')
  if (typeof value === 'boolean') return text(value ? 'ui.yes' : 'ui.no')
  if (typeof value === 'number') return ofNumber(path, value, text)
  if (path === 'imageLink') return text('ui.history.picture')
  if (path === 'thumbnailType') return text(value === 'auto' ? 'ui.coverAuto' : 'ui.history.coverCustom')
  if (path === 'classLanguageCode')
    return languages.some(({ ietfTag }) => ietfTag === value)
      ? text(`language.${value as LanguageTag}`)
      : value
  if (path === 'classDescription') return toPlainText(value)
  if (path === 'startDate' || path === 'endDate') return toCalendarDay(value)
  return path === 'scheduleDate' ? moment(value) : value
}

function ofNumber(path: HistoryField, value: number, text: HistoryWords['text']): string {
  if (path === 'intensity') return `${value} · ${text(toIntensityKey(value))}`
  if (path === 'skill') return `${value} · ${text(`ui.titles.skill.${toSkillBand(value)}`)}`
  if (path === 'contentType') return text(value === 2 ? 'ui.titles.type2' : 'ui.titles.type1')
  return String(value)
}
