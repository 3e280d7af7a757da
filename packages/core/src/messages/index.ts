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
  const texts: Record<string, string> = { ...en, ...overrides }
  const listeners = new Set<() => void>()
  const text = (key: MessageKey, params?: MessageParams): string =>
    fill(texts[pluralKey(texts, key, params)] ?? key, params)
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
      texts[key] = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Made when something is counted first: loading the rules takes a command line milliseconds. */
let plurals: Intl.PluralRules | undefined

/** `key_one`, `key_other`: the form for the number in `count`, where the catalogue has one. */
function pluralKey(texts: Record<string, string>, key: string, params: MessageParams = {}): string {
  if (typeof params.count !== 'number') return key
  plurals ??= new Intl.PluralRules('en')
  const form = `${key}_${plurals.select(params.count)}`
  return form in texts ? form : key
}

/** Puts values in place of `{{name}}`; a name without a value leaves nothing behind. */
function fill(text: string, params: MessageParams = {}): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(params[name] ?? ''))
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
