import {
  type Catalogue,
  fillText,
  type LocaleText,
  type LocaleTexts,
  type MessageParams,
  mapText,
  placeholders,
  type Text,
} from '../messages/catalogue.ts'
import { commonTexts } from '../messages/common.ts'
import type { MessageKey } from '../messages/en.ts'
import { errorTable, type Issue, isKinoraError, mends, toKinoraError } from './errors.ts'

export interface Messages {
  text(key: MessageKey, params?: MessageParams): string
  /** The text of a key from the wire; the fallback's where this client doesn't know it, as of a newer server. */
  textOf(key: string, fallback: MessageKey): string
  /** What the field at a path is called, `field.<path>`; undefined where no text of that name is loaded. */
  field(path: string): string | undefined
  /** Adds the texts of a noun; again is no harm, and replaced texts stay replaced. */
  add(catalogue: Catalogue): void
  /** I18N-03: replaces one text at run time and notifies every subscriber; `checkTranslation` says whether it fits. */
  setTranslation(key: MessageKey, text: Text): void
  /** I18N-03: shows what the server keeps, in place of what it kept before; what the page or its host replaces goes before. */
  keep(texts: Readonly<Record<string, Text>>): void
  /** EMBED-05: the language that is spoken, as BCP 47 has it; English until `speak` names another. */
  readonly locale: string
  /**
   * Speaks another language from now on, with what it has of texts; the others stay English. What the page replaces goes before; what
   * the server keeps is in one language, and goes behind.
   */
  speak(locale: string, texts: LocaleTexts): void
  /** Shows every text changed by a function, or as it is: a pseudo-locale to test with. */
  setLook(look: Look): void
  subscribe(listener: () => void): () => void
  /** How often texts were replaced at run time; what was said under a lower one may be old. */
  version(): number
  /** The sentence of an issue; the field's name comes from its path where the text asks for one. */
  issue(issue: Issue): string
  /** How to mend an issue, where its `params` are enough to say it (`mends`). */
  mend(issue: Issue): string | undefined
  /** What is wrong and how to mend it: the sentences of issues one after the other. */
  advise(issues: readonly Issue[]): string
  /** The sentence of any failure: the server's own words first, then the first issue, then the text of its code. */
  error(error: unknown): string
}

/** What the fields of a page take: dates as they are shown, beside those of the wire. */
interface Fields {
  isTyped?: boolean
}

export type TextOverrides = Readonly<Partial<Record<MessageKey, Text>>>

/**
 * The texts of one Kinora: common ones and `catalogue`, which is `en` where all are at hand; `overrides` replace single ones; on a page whose dates are
 * typed as they are shown (`isTyped`) an issue is said by the text of its code with `.typed`, where there is one
 * and no other has replaced that of the code.
 */
export function createMessages(
  catalogue: Catalogue,
  overrides: TextOverrides = {},
  { isTyped = false }: Fields = {},
): Messages {
  const { find, isReplaced, language, reword, seen, ...store } = createTextStore(overrides)
  const say = (text: LocaleText, params?: MessageParams): string => fillText(text, params, language())
  const text = (key: MessageKey, params?: MessageParams): string => say(seen(find(key) ?? key), params)
  const textOf = (key: string, fallback: MessageKey): string =>
    text(find(key) === undefined ? fallback : (key as MessageKey))
  const field = (path: string): string | undefined =>
    find(`field.${path}`) === undefined ? undefined : text(`field.${path}` as MessageKey)
  /** A code whose text this page has not loaded is said in general words, never as a key. */
  const issue = (each: Issue): string => {
    const typed = `${each.code}.typed`
    const isSaid = isTyped && find(typed) !== undefined && (isReplaced(typed) || !isReplaced(each.code))
    const key = isSaid ? (typed as MessageKey) : each.code
    return find(key) === undefined ? text('error.400') : text(key, paramsOf(each))
  }
  /** As the form calls the field; a language's field is called by its language. */
  const fieldName = (path: string): string => {
    const isPart = path.includes('.') && !/\.\d+$/.test(path)
    const own = find(`field.${path}`) ?? (isPart ? undefined : find(`field.${path.split('.')[0]}`))
    return own === undefined ? fieldLabel(path, find) : say(own)
  }
  const paramsOf = ({ path, params }: Issue): MessageParams => ({
    field: fieldName(path),
    hint: '',
    ...params,
    ...(typeof params?.other === 'string' && { other: fieldName(params.other) }),
  })
  const mend = (each: Issue): string | undefined => {
    const key = mends[each.code]
    const found = key && find(key)
    const { params = {} } = each
    if (typeof found !== 'string' || !placeholders(found).every(name => name in params)) return undefined
    // A value that is itself a key is said in its words: what a file is.
    const values = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && find(value) !== undefined ? text(value as MessageKey) : value,
    ])
    return text(key!, Object.fromEntries(values))
  }
  store.add(commonTexts)
  store.add(catalogue)
  return {
    ...store,
    get locale() {
      return language()
    },
    text,
    textOf,
    field,
    issue,
    mend,
    advise: issues =>
      issues
        .flatMap(each => [issue(each), mend(each) ?? []].flat())
        .map((sentence, index, all) => (index < all.length - 1 ? withStop(sentence) : sentence))
        .join(' '),
    error(error) {
      const failure = toKinoraError(error)
      const first = failure.issues[0]
      const params = { seconds: Math.ceil(failure.retryAfter ?? 60) }
      if (failure.detail !== undefined && isKinoraError(error)) {
        const said = reword(failure.detail, first ? paramsOf(first) : params)
        // The server's own words are English: in another language its first issue says the same.
        const isEnglish = said === failure.detail && language() !== 'en'
        return isEnglish && first !== undefined && find(first.code) !== undefined ? issue(first) : said
      }
      return first === undefined ? text(errorTable[failure.code].text, params) : issue(first)
    },
  }
}

type Look = ((text: string) => string) | undefined

/** The texts that are loaded, what replaces them, and who hears of a change. */
function createTextStore(overrides: TextOverrides) {
  const added = new Set<Catalogue>()
  const texts = new Map<string, Text>()
  const replaced = new Map<string, Text>(Object.entries(overrides))
  const listeners = new Set<() => void>()
  let kept = new Map<string, Text>()
  let spoken: { locale: string; texts: LocaleTexts } = { locale: 'en', texts: {} }
  let version = 0
  let look: Look
  const ofLanguage = (key: string): LocaleText | undefined =>
    Object.hasOwn(spoken.texts, key) ? spoken.texts[key] : undefined
  const tell = (): void => {
    version += 1
    for (const listener of listeners) listener()
  }
  return {
    find: (key: string): LocaleText | undefined =>
      replaced.get(key) ?? ofLanguage(key) ?? kept.get(key) ?? texts.get(key),
    language: () => spoken.locale,
    speak(locale: string, texts: LocaleTexts): void {
      spoken = { locale, texts }
      tell()
    },
    isReplaced: (key: string): boolean => replaced.has(key) || kept.has(key),
    seen: (found: LocaleText): LocaleText => (look === undefined ? found : mapText(found, look)),
    /** What the server says is the original; the page shows what replaced it. */
    reword(said: string, params: MessageParams): string {
      for (const [key, value] of [...replaced, ...Object.entries(spoken.texts), ...kept])
        if (fillText(texts.get(key) ?? '', params) === said) return fillText(value, params, spoken.locale)
      return said
    },
    add(more: Catalogue): void {
      if (added.has(more)) return
      added.add(more)
      for (const [key, value] of Object.entries(more)) texts.set(key, value)
    },
    setTranslation(key: string, value: Text): void {
      replaced.set(key, value)
      tell()
    },
    keep(next: Readonly<Record<string, Text>>): void {
      kept = new Map(Object.entries(next))
      tell()
    },
    setLook(next: Look): void {
      look = next
      tell()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

const withStop = (sentence: string): string =>
  /[.!?؟。…]\u2069?$/.test(sentence) ? sentence : `${sentence}.`

/** `classCategoryId` -> `Class category id`, `name.de-DE` -> `German`: good enough where no form has the field. */
function fieldLabel(path: string, find: (key: string) => LocaleText | undefined): string {
  const last = path.split('.').findLast(part => Number.isNaN(Number(part))) ?? path
  const language = find(`language.${last}`)
  if (language !== undefined) return fillText(language)
  const words = last
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? 'Value' : words[0]!.toUpperCase() + words.slice(1)
}
