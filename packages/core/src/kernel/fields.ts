import * as z from 'zod'
import type { MessageKey } from '../messages/en.ts'
import { isLonger, lineProblem } from './characters.ts'
import {
  emailPattern,
  fileNamePattern,
  hasAtLeast1,
  isBlank,
  isUrl,
  limits,
  phonePattern,
  toUrl,
} from './field-rules.ts'
import { isInYears } from './formats.ts'

export const Email = z
  .string()
  .trim()
  .max(limits.email, 'validation.email' satisfies MessageKey)
  .regex(emailPattern, 'validation.email' satisfies MessageKey)

/** What the platform calls a row; blanks around it were never part of it, and blanks alone are none. */
export const Id = z.string().trim().max(limits.id)

/** Whose rows a call is about. */
export const OfTenant = z.object({ tenantId: Id })

/** A file that has to be there. */
export const RequiredFile = z.custom<Blob>(
  value => value instanceof Blob,
  'required.file' satisfies MessageKey,
)

/** A day that a database can hold with the day after it. */
export const StorableDay = z.iso
  .date('validation.date' satisfies MessageKey)
  .max(10, 'validation.date' satisfies MessageKey)
  .refine(day => day >= '1970-01-01' && day < '9999-12-31', 'validation.date' satisfies MessageKey)

/** A moment: ISO 8601 with its offset, in a year that databases have whatever the offset makes of it. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'validation.date' satisfies MessageKey })
  .max(40, 'validation.date' satisfies MessageKey)
  .refine(text => isInYears(text, [1, 9999]), 'validation.date' satisfies MessageKey)

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

/** Counts the writes of a row from 1. */
export const Version = z.int().min(1).max(2_147_483_647)

/**
 * Part of every input that changes a row: the version that the caller has seen. One that is not the row's own any more is
 * refused with `outdated` and what was changed since; without one the write goes through.
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

/** SESS-19, C-78: the badge has three words, the wire two; Saved is stored but was never active. */
export const ActiveState = z.enum(['Saved', 'Inactive', 'Active'])

export type ActiveState = z.infer<typeof ActiveState>

/** A `Removal` as an endpoint answers it: the wire has other names for it at each noun. */
export const removal = (wire: { id: string; status?: string }) =>
  z.object({
    id: z.string().meta({ wire: wire.id }),
    status: z.int().meta({ wire: wire.status ?? 'status' }),
  })

/** With words for a person: why it stays, or that it is deleted. */
export const removalWithReason = (wire: { id: string }) =>
  removal(wire).extend({ reason: z.string().meta({ wire: 'message' }) })
