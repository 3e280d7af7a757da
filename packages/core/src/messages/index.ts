import { createInstance } from 'i18next'
import { errorTable, type Issue, isKinoraError, toKinoraError } from '../kernel/errors.ts'
import { en, type MessageKey } from './en.ts'

export type { MessageKey } from './en.ts'
export { en } from './en.ts'

export type MessageParams = Record<string, string | number>

export interface Messages {
  text(key: MessageKey, params?: MessageParams): string
  /** I18N-03: replaces one UI text at run time; every subscriber is told. */
  setTranslation(key: MessageKey, text: string): void
  subscribe(listener: () => void): () => void
  /** The sentence of an issue; the field's name comes from its path where the text asks for one. */
  issue(issue: Issue): string
  /** The sentence of any failure: the server's own words first, then the first issue, then the text of its code. */
  error(error: unknown): string
}

/** A catalogue of its own for each Kinora on a page; `overrides` replace single texts. */
export function createMessages(overrides: Partial<Record<MessageKey, string>> = {}): Messages {
  const i18n = createInstance({
    lng: 'en',
    resources: { en: { translation: { ...en, ...overrides } } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  void i18n.init()
  const listeners = new Set<() => void>()
  const text = (key: MessageKey, params?: MessageParams): string => i18n.t(key, params ?? {})
  const issue = (found: Issue): string =>
    text(found.code, { field: fieldLabel(found.path), hint: '', ...found.params })
  return {
    text,
    issue,
    error(error) {
      const failure = toKinoraError(error)
      if (failure.detail !== undefined && isKinoraError(error)) return failure.detail
      const first = failure.issues[0]
      if (first !== undefined) return issue(first)
      return text(errorTable[failure.code].text, { seconds: failure.retryAfter ?? 60 })
    },
    setTranslation(key, value) {
      i18n.addResource('en', 'translation', key, value)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `classCategoryId` -> `Class category id`: good enough where a rule names no label of its own. */
function fieldLabel(path: string): string {
  const last = path.split('.').findLast(part => Number.isNaN(Number(part))) ?? path
  const words = last
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? 'Value' : words[0]!.toUpperCase() + words.slice(1)
}
