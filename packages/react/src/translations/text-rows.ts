import {
  type Catalogue,
  checkTranslation,
  en,
  type Issue,
  listTexts,
  matches,
  playbackTexts,
  type Text,
  type Translation,
  translationTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import { useTexts } from '../kernel/message.ts'

/** A text of the catalogue, or one that replaces a text which the catalogue no longer has. */
export interface TextRow {
  key: string
  original: Text | undefined
  replaced: Translation | undefined
  /** Why the replacement isn’t shown: it was written for an older catalogue. */
  problem: Issue | undefined
}

/** Every text in the order of the keys. */
export function toTextRows(replaced: readonly Translation[]): TextRow[] {
  const byKey = new Map(replaced.map(row => [row.key, row]))
  const keys = new Set([...Object.keys(en), ...byKey.keys()])
  return [...keys].sort().map(key => {
    const found = byKey.get(key)
    const original = Object.hasOwn(en, key) ? (en as Catalogue)[key] : undefined
    return { key, original, replaced: found, problem: found && checkTranslation(key, found.text)[0] }
  })
}

/** Rows with these words in key, original or replacement, folded. */
export function findTextRows(rows: readonly TextRow[], query: string, onlyReplaced: boolean): TextRow[] {
  return rows.filter(
    row =>
      (!onlyReplaced || row.replaced !== undefined) &&
      matches(query, row.key, ...formsOf(row.original), ...formsOf(row.replaced?.text)),
  )
}

/** A text in its forms, one or two. */
export const formsOf = (text: Text | undefined): string[] =>
  text === undefined ? [] : typeof text === 'string' ? [text] : [text.one, text.other]

/** Texts of the editor of texts. */
export const useTranslationTexts = () =>
  useTexts(translationTexts, validationTexts, listTexts, playbackTexts, wordTexts)

export type TranslationTextsOf = ReturnType<typeof useTranslationTexts>
