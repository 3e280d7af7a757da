import type { Issue } from '../kernel/errors.ts'
import type { Text } from '../messages/index.ts'
import { checkTranslation } from './check.ts'
import { TRANSLATIONS_MAX, type TranslationDraft } from './schema.ts'

/** What an import of texts would do. */
export interface TranslationPlan {
  /** What becomes other than it is, with what is there now; `before` is undefined where the original shows. */
  changes: readonly (TranslationDraft & { before: Text | undefined })[]
  unchanged: number
  /** Why a text can’t be taken, by its key; with one of them nothing is imported. */
  problems: readonly { key: string; issue: Issue }[]
}

/** Reads a file of texts by key, as `writeTranslations` makes it; undefined where it is none. */
export function readTranslations(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(file.replace(/^\uFEFF/, ''))
    if (!isRecord(parsed) || Object.keys(parsed).length > TRANSLATIONS_MAX) return undefined
    return parsed
  } catch {
    return undefined
  }
}

/** Texts by key as a file: in the order of the keys, so that two of them can be compared line by line. */
export function writeTranslations(texts: readonly TranslationDraft[]): string {
  const sorted = [...texts].sort((a, b) => (a.key < b.key ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted.map(({ key, text }) => [key, text])), null, 2)}\n`
}

/** What a file would do to the texts that are replaced now. */
export function planTranslations(
  file: Readonly<Record<string, unknown>>,
  replaced: readonly TranslationDraft[],
): TranslationPlan {
  const now = new Map(replaced.map(({ key, text }) => [key, text]))
  const changes: (TranslationDraft & { before: Text | undefined })[] = []
  const problems: { key: string; issue: Issue }[] = []
  let unchanged = 0
  for (const [key, text] of Object.entries(file)) {
    const before = now.get(key)
    const [issue] = isText(text) ? checkTranslation(key, text) : [noText]
    if (issue !== undefined) problems.push({ key, issue })
    else if (isSameText(before, text as Text)) unchanged += 1
    else changes.push({ key, text: text as Text, before })
  }
  return { changes, unchanged, problems }
}

/** Whether two texts have the same words in every form. */
export const isSameText = (a: Text | undefined, b: Text | undefined): boolean =>
  JSON.stringify(formsOf(a)) === JSON.stringify(formsOf(b))

const noText: Issue = { path: 'text', code: 'translation.noText' }
const formsOf = (text: Text | undefined) => (typeof text === 'object' ? [text.one, text.other] : text)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is Text =>
  typeof value === 'string' ||
  (isRecord(value) && typeof value.one === 'string' && typeof value.other === 'string')
