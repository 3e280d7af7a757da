import { countGraphemes, firstGraphemes, isLonger, isVisible } from './characters.ts'
import type { Issue } from './errors.ts'
import type { ActiveState, LocalisedText, SecretInput, SecretState } from './fields.ts'

/** VAL-28, CONST-16: lengths of texts in signs as a person sees them, of addresses and ids in characters; sizes in bytes. */
export const limits = {
  title: 40,
  description: 500,
  titleDescription: 10_000,
  documentDescription: 90,
  captionTitle: 100,
  text: 255,
  email: 254,
  url: 2048,
  /** VAL-11, C-01: title and trailer video, audio. */
  fileName: 255,
  /** VAL-11, C-01: event uploads. */
  eventFileName: 40,
  /** Ids and tags that the platform gives. */
  id: 64,
  /** The id of a title in the catalogue that it comes from. */
  externalId: 200,
  /** An IETF tag. */
  language: 35,
  phone: 32,
  password: 1024,
  /** A refresh token. */
  token: 512,
  /** Rows that one call may act on. */
  bulk: 10_000,
  /** Values of one filter. */
  filter: 1000,
  /** Entries of any other list that a person fills in. */
  list: 100,
  /** VAL-09, CONST-28 */
  choices: 3,
  /** VAL-17, C-19: a document must be smaller than this. */
  documentSize: 10_485_760,
} as const

const address = String.raw`[^\s@.,;:()<>[\]"\\]+(?:\.[^\s@.,;:()<>[\]"\\]+)*`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`

export const emailPattern = new RegExp(
  String.raw`^${address}@(?:${label}\.)+(?:\p{L}{2,63}|xn--[a-z\d-]{1,59})$`,
  'u',
)

const urlPattern = new RegExp(
  String.raw`^https?:\/\/(?:localhost|(?:${label}\.)+${label})(?::\d{1,5})?(?:[/?#]\S*)?$`,
  'iu',
)

/** VAL-05 */
export const phonePattern = /^[\d+(][\d\s\-()]*\d$/

/** VAL-10; nor control characters, nor those that turn the direction of text and so disguise an extension. */
export const fileNamePattern = /^[^/\\?%*:|"<>,!@#$^()~&\p{Cc}\p{Bidi_Control}]*$/u

const forbidden = /[/\\?%*:|"<>,!@#$^()~&\p{Cc}\p{Bidi_Control}]/gu
const isUnseen = /[\p{Cc}\p{Bidi_Control}]/u
const alphanumeric = /[\p{L}\p{N}]/u

/** VAL-08: nothing, or nothing that can be seen. */
export function isBlank(value: string | null | undefined): boolean {
  return value == null || !isVisible(value)
}

/** VAL-08: blank text becomes empty text; other text stays as it is. */
export function blankToEmpty(value: string | null | undefined): string {
  return value == null || isBlank(value) ? '' : value
}

/** VAL-07, C-18: puts `https://` before a URL without a scheme; blank text becomes empty. */
export function toUrl(value: string): string {
  const text = value.trim()
  if (text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  return `https://${text.replace(/^\/\//, '')}`
}

/** VAL-01 */
export const isEmail = (value: string): boolean => value.length <= limits.email && emailPattern.test(value)

/** VAL-05 */
export const isPhone = (value: string): boolean => phonePattern.test(value)

/** VAL-06; the scheme must be there, see `toUrl`. */
export const isUrl = (value: string): boolean =>
  value.length <= limits.url && urlPattern.test(value) && URL.canParse(value)

/** VAL-04, C-09: empty is invalid, a single character must be alphanumeric, two or more are valid. */
export const isText = (value: string): boolean =>
  !isBlank(value) && (countGraphemes(value) > 1 || alphanumeric.test(value))

/** VAL-04, C-09: the length check of the generic text rule. */
export const isLongText = (value: string): boolean => !isBlank(value) && countGraphemes(value.trim()) >= 5

/** VAL-29: longer than three characters. */
export const hasAtLeast4 = (value: string): boolean => !isBlank(value) && countGraphemes(value.trim()) > 3

/** VAL-30 */
export const hasAtLeast1 = (value: string): boolean => alphanumeric.test(value)

/** Whether a field by that name takes a secret: it is never logged, and never kept beyond the form that asks for it. */
export const isSecretName = (name: string): boolean =>
  /password|secret|hookKey|token$|privateKey|apiKey/i.test(name)

/** VAL-10, VAL-11: what is wrong with a file's name, its extension included in the length (C-01). */
export function checkFileName(name: string, limit: number = limits.fileName, path = 'file'): Issue[] {
  const issues: Issue[] = []
  if (isBlank(name)) issues.push({ path, code: 'required.file' })
  const clean = toFileName(name, limit)
  if (!fileNamePattern.test(name)) {
    const params = { found: toForbidden(name), clean }
    issues.push({ path, code: 'validation.fileNameCharacters', params })
  }
  if (isLonger(name, limit)) {
    const params = { max: limit, length: countGraphemes(name), clean }
    issues.push({ path, code: 'validation.fileNameLength', params })
  }
  return issues
}

/** The nearest file name that is allowed; the extension stays (VAL-10, VAL-11). */
export function toFileName(name: string, limit: number = limits.fileName): string {
  const allowed = name
    .replace(forbidden, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=\.)/g, '')
    .trim()
  const found = allowed.lastIndexOf('.')
  // What is longer than any extension is a part of the name.
  const dot = allowed.length - found > 10 ? -1 : found
  const [stem, ending] = dot < 0 ? [allowed, ''] : [allowed.slice(0, dot).trim(), allowed.slice(dot)]
  return firstGraphemes(stem || 'File', limit - countGraphemes(ending)).trim() + ending
}

/** VAL-16: whether a file's name has the ending of its type. */
export const checkFileType = (name: string, type: string, path = 'file'): Issue[] =>
  name.toLowerCase().endsWith(`.${type}`)
    ? []
    : [{ path, code: 'validation.fileType', params: { types: type } }]

/** Each forbidden character once, as it is typed; one that nobody sees by its code point. */
function toForbidden(name: string): string {
  const found = [...new Set(name.match(forbidden))]
  return found
    .map(character =>
      isUnseen.test(character)
        ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
        : character,
    )
    .join(' ')
}

/** A path as every system reads it: no file name may hold the backslash that Windows writes. */
export const toPath = (written: string): string => written.replaceAll('\\', '/')

/** One text per IETF tag, and under `invariantText` the one for languages without a text of their own: what forms and history hold. */
export type TextsByLanguage = Readonly<Record<string, string>>

/** I18N-06, as texts by language. */
export function toTexts({ invariantText, localTexts }: LocalisedText): TextsByLanguage {
  return { invariantText, ...Object.fromEntries(localTexts.map(({ ietfTag, text }) => [ietfTag, text])) }
}

/** Texts by language as I18N-06 has them; VAL-08: trimmed, and a blank one is none. */
export function toLocalised({ invariantText = '', ...local }: TextsByLanguage): LocalisedText {
  return {
    invariantText: invariantText.trim(),
    localTexts: Object.entries(local)
      .filter(([, text]) => !isBlank(text))
      .map(([ietfTag, text]) => ({ ietfTag, text: text.trim() })),
  }
}

/** Whether a secret is stored once this has been written. */
export function isSecretSet(given: SecretInput | undefined, stored: SecretState): boolean {
  if (given === null) return false
  return !isBlank(given) || stored !== null
}

/** The word for what a row holds. */
export const toActiveState = ({
  active,
  activatedOnce,
}: {
  active: boolean
  activatedOnce: boolean
}): ActiveState => (active ? 'Active' : activatedOnce ? 'Inactive' : 'Saved')
