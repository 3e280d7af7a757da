import * as z from 'zod'
import type { MessageKey } from '../messages/en.ts'
import { countGraphemes, firstGraphemes, isLonger, isVisible, lineProblem } from './characters.ts'
import type { Issue } from './errors.ts'

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
const emailPattern = new RegExp(
  String.raw`^${address}@(?:${label}\.)+(?:\p{L}{2,63}|xn--[a-z\d-]{1,59})$`,
  'u',
)
const urlPattern = new RegExp(
  String.raw`^https?:\/\/(?:localhost|(?:${label}\.)+${label})(?::\d{1,5})?(?:[/?#]\S*)?$`,
  'iu',
)
/** VAL-05 */
const phonePattern = /^[\d+(][\d\s\-()]*\d$/
/** VAL-10; nor control characters, nor those that turn the direction of text and so disguise an extension. */
const fileNamePattern = /^[^/\\?%*:|"<>,!@#$^()~&\p{Cc}\p{Bidi_Control}]*$/u
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

export const Email = z
  .string()
  .trim()
  .max(limits.email, 'validation.email' satisfies MessageKey)
  .regex(emailPattern, 'validation.email' satisfies MessageKey)
/** What the platform calls a row; blanks around it were never part of it, and blanks alone are none. */
export const Id = z.string().trim().max(limits.id)
/** What an act answers that has nothing else to say. */
export const Done = z.object({ status: z.int() })
/** An IETF tag. */
export const IetfTag = z.string().max(limits.language)
export const Phone = z
  .string()
  .trim()
  .max(limits.phone, 'validation.phone' satisfies MessageKey)
  .regex(phonePattern, 'validation.phone' satisfies MessageKey)
/** Takes a URL with or without scheme and gives it back with one. */
export const Url = z
  .string()
  .max(limits.url, 'validation.url' satisfies MessageKey)
  .overwrite(toUrl)
  .refine(isUrl, 'validation.url' satisfies MessageKey)
/** Whether a field by that name takes a secret: it is never logged, and never kept beyond the form that asks for it. */
export const isSecretName = (name: string): boolean =>
  /password|secret|hookKey|token$|privateKey|apiKey/i.test(name)
/** Marks a field that is never shown again, to anybody; OpenAPI says so too, and tests find secrets by it. */
export const writeOnly = { format: 'password', writeOnly: true } as const
/** VAL-02, C-03: at least 8 characters, an uppercase letter and a digit. */
export const TenantPassword = z
  .string()
  .max(limits.password)
  .regex(/^(?=.*\p{Lu})(?=.*\d).{8,}$/su, 'validation.passwordTenant' satisfies MessageKey)
  .meta(writeOnly)
/** C-66: the same when editing; blank keeps the one that is stored. */
export const TenantPasswordChange = z
  .string()
  .max(limits.password)
  .regex(/^(?:(?=.*\p{Lu})(?=.*\d).{8,})?$/su, 'validation.passwordTenant' satisfies MessageKey)
  .meta(writeOnly)
/** VAL-03, C-03 */
export const ProviderPassword = z
  .string()
  .min(5, 'validation.passwordProvider' satisfies MessageKey)
  .max(limits.password)
  .meta(writeOnly)
/** VAL-30 */
export const AtLeast1 = LimitedText().refine(hasAtLeast1, 'validation.atLeast1' satisfies MessageKey)

/** VAL-28: what people write and read, at most `max` signs long; `missing` is the sentence for its absence. */
export function LimitedText(max: number = limits.text, missing?: MessageKey) {
  return z.string(missing).superRefine(atMost(max, 'validation.tooLong')).meta({ maxLength: max })
}

/** For `superRefine`: at most so many signs, which the sentence names; zod's own `max` counts an emoji twice or more. */
function atMost(maximum: number, message: MessageKey) {
  return (input: string, check: z.RefinementCtx<string>): void => {
    if (isLonger(input, maximum))
      check.addIssue({ code: 'too_big', origin: 'string', maximum, input, message })
  }
}

/** Text that must not be blank (VAL-08); `required` is the sentence for its absence. */
export function RequiredText(required: MessageKey = 'validation.required', max: number = limits.text) {
  return LimitedText(max, required).refine(value => !isBlank(value), required)
}

/** For `superRefine`: a name, as those of titles are (`lineProblem`). Of drafts alone: an answer gives what is stored. */
export function onOneLine(value: string, check: z.RefinementCtx<string>): void {
  const message = lineProblem(value)
  if (message !== undefined) check.addIssue({ code: 'custom', message })
}

/** VAL-09: as many choices as the picker allows. */
export function Choices<T extends z.ZodType>(choice: T, max: number = limits.choices) {
  return z.array(choice).max(max, 'validation.maxOptions' satisfies MessageKey)
}

/** TITLE-17: what a filter asks for, one value or several of which any will do; left out, it doesn't filter. */
export function OneOrMore<T extends z.ZodType>(value: T) {
  return z
    .union([value, z.array(value).max(limits.filter)])
    .transform(given => (Array.isArray(given) ? (given as z.output<T>[]) : [given as z.output<T>]))
    .optional()
}

/** VAL-10, VAL-11 */
export function FileName(limit: number = limits.fileName) {
  return z
    .string('required.file' satisfies MessageKey)
    .min(1, 'required.file' satisfies MessageKey)
    .regex(fileNamePattern, 'validation.fileNameCharacters' satisfies MessageKey)
    .superRefine(atMost(limit, 'validation.fileNameLength'))
    .meta({ maxLength: limit })
}

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

/** The nearest name that VAL-10 and VAL-11 allow; the extension stays. */
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

/** I18N-06 */
export const LocalisedText = z.object({
  invariantText: z.string(),
  localTexts: z.array(z.object({ ietfTag: z.string(), text: z.string() })),
})
export type LocalisedText = z.infer<typeof LocalisedText>

/** I18N-06: the same as a person writes it, each text at most `max` characters long. */
export function LocalisedDraft(max: number = limits.text) {
  const text = LimitedText(max)
  return z.object({
    invariantText: text,
    localTexts: z
      .array(z.object({ ietfTag: IetfTag, text }))
      .max(limits.list)
      .default([]),
  })
}

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

/** Counts the writes of a row from 1. */
export const Version = z.int().min(1).max(2_147_483_647)

/**
 * Part of every input that changes a row: the version that the caller has seen. One that is not the row's own any more is
 * refused with `outdated` and what was changed since; without one the write goes through as the register has it.
 */
export const KnownVersion = z.object({ version: Version.optional() })

/** What is shown of a stored secret: never the secret itself. null where none is stored. */
export const SecretState = z
  .object({
    /** Its last four characters; empty for a secret too short to show any. */
    endsWith: z.string(),
    /** When it was stored, as ISO 8601. */
    setAt: z.string(),
  })
  .nullable()
export type SecretState = z.infer<typeof SecretState>

/** C-124: a new secret; blank keeps the one that is stored, null removes it. */
export const SecretInput = z.string().max(limits.text, 'validation.tooLong').nullable().meta(writeOnly)
export type SecretInput = z.infer<typeof SecretInput>

/** Whether a secret is stored once this has been written. */
export function isSecretSet(given: SecretInput | undefined, stored: SecretState): boolean {
  if (given === null) return false
  return !isBlank(given) || stored !== null
}

/** SESS-19, C-78: the badge has three words, the wire two; Saved is stored but was never active. */
export const ActiveState = z.enum(['Saved', 'Inactive', 'Active'])
export type ActiveState = z.infer<typeof ActiveState>

/** The word for what a row holds. */
export const toActiveState = ({
  active,
  activatedOnce,
}: {
  active: boolean
  activatedOnce: boolean
}): ActiveState => (active ? 'Active' : activatedOnce ? 'Inactive' : 'Saved')
