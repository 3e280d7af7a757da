import type * as z from 'zod'
import type { MessageKey } from '../messages/en.ts'
import { validationTexts } from '../messages/validation.ts'
import { checkCharacters } from './characters.ts'
import { assertNoIssues, type Issue, KinoraError } from './errors.ts'
import { dateProblem, fromWireDate } from './formats.ts'

type Found = z.core.$ZodIssue
type Params = Record<string, string | number>
type Path = readonly PropertyKey[]

/** Checks what came from outside; throws `invalid` with every issue. The error doesn't carry the input, which may hold secrets. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new KinoraError('invalid', { issues: toIssues(result.error) })
  assertNoIssues(checkCharacters(result.data).slice(0, MAX_ISSUES))
  return result.data
}

/** What a schema finds wrong with a draft: all of a form's rule, or the first part of it. */
export function checkWith(schema: z.ZodType, draft: unknown): Issue[] {
  const { error } = schema.safeParse(draft, { reportInput: true })
  return error === undefined ? [] : toIssues(error)
}

/** What zod found, as the issues that form, terminal and server share. A schema's own message is a key of the catalogue. */
export function toIssues(error: { issues: readonly Found[] }): Issue[] {
  const issues = new Map<string, Issue>()
  for (const found of error.issues) {
    for (const issue of issuesOf(found, [])) keepStricter(issues, issue)
    if (issues.size >= MAX_ISSUES) break
  }
  return [...issues.values()].slice(0, MAX_ISSUES)
}

/** Nobody reads more at once, and an answer stays small however much is wrong. */
const MAX_ISSUES = 100

/** A number beyond exactness breaks two limits of its field: the narrower one is worth a sentence. */
function keepStricter(issues: Map<string, Issue>, issue: Issue): void {
  const key = `${issue.path} ${issue.code}`
  const limitOf = (each: Issue | undefined) =>
    Math.abs(Number(each?.params?.max ?? each?.params?.min ?? Number.POSITIVE_INFINITY))
  if (!issues.has(key) || limitOf(issue) < limitOf(issues.get(key))) issues.set(key, issue)
}

function issuesOf(found: Found, base: Path): Issue[] {
  const path = [...base, ...found.path]
  if (found.code === 'unrecognized_keys') {
    return found.keys.map(name => ({
      path: dotted([...path, name]),
      code: 'validation.unknownField',
      params: { field: name },
    }))
  }
  if (isNoSuchDate(found)) return [issue(path, 'validation.noSuchDate')]
  if (isKey(found.message)) return [issue(path, found.message, paramsOf(found))]
  if (found.code === 'invalid_union') return unionIssues(found, path)
  if (found.code === 'invalid_key' || found.code === 'invalid_element') {
    return found.issues.flatMap(inner => issuesOf(inner, path))
  }
  const code = codeOf(found)
  return [issue(path, code, code === 'validation.required' ? undefined : paramsOf(found))]
}

/** Written as a date, whatever the schema says of others: it is the day or the time that doesn't exist. */
const isNoSuchDate = (found: Found): boolean =>
  found.code === 'invalid_format' &&
  (found.format === 'date' || found.format === 'datetime') &&
  typeof found.input === 'string' &&
  fromWireDate(found.input) === undefined &&
  dateProblem(found.input) === 'validation.noSuchDate'

function codeOf(found: Found): MessageKey {
  if (isMissing(found)) return 'validation.required'
  switch (found.code) {
    case 'invalid_type':
      return 'validation.type'
    case 'invalid_value':
      return 'validation.oneOf'
    case 'too_big':
      return tooBig[found.origin] ?? 'validation.tooBig'
    case 'too_small':
      return tooSmallCode(found)
    case 'invalid_format':
      return formats[found.format] ?? 'validation.invalid'
    default:
      return 'validation.invalid'
  }
}

const tooBig: Record<string, MessageKey> = {
  string: 'validation.tooLong',
  array: 'validation.maxOptions',
  set: 'validation.maxOptions',
}

const formats: Record<string, MessageKey> = {
  email: 'validation.email',
  url: 'validation.url',
  date: 'validation.date',
  datetime: 'validation.date',
}

function tooSmallCode(found: z.core.$ZodIssueTooSmall): MessageKey {
  const counted = found.origin === 'string' || found.origin === 'array' || found.origin === 'set'
  if (counted && Number(found.minimum) <= 1) return 'validation.required'
  if (found.origin === 'string') return 'validation.tooShort'
  return found.inclusive === false ? 'validation.invalid' : 'validation.tooSmall'
}

function paramsOf(found: Found): Params | undefined {
  switch (found.code) {
    case 'too_big':
      return { max: Number(found.maximum) }
    case 'too_small':
      return { min: Number(found.minimum) }
    case 'invalid_value':
      return isMissing(found) ? undefined : { values: found.values.map(String).join(', ') }
    case 'invalid_type':
      return isMissing(found) ? undefined : { expected: wordFor(found.expected) }
    case 'custom':
      return found.params as Params | undefined
    default:
      return undefined
  }
}

/** The branch that got furthest tells what the person meant; where none got anywhere, every type is named. */
function unionIssues(found: z.core.$ZodIssueInvalidUnion, path: Path): Issue[] {
  if ('options' in found && Array.isArray(found.options)) {
    const missing = found.input === undefined || !(String(found.discriminator) in Object(found.input))
    if (missing) return [issue(path, 'validation.required')]
    return [issue(path, 'validation.oneOf', { values: found.options.map(String).join(', ') })]
  }
  if (isMissing(found)) return [issue(path, 'validation.required')]
  const fitting = found.errors.filter(branch => !branch.some(isOfOtherType))
  const depth = (branch: readonly Found[]) => Math.max(0, ...branch.map(inner => inner.path.length))
  const deepest = found.errors.toSorted((left, right) => depth(right) - depth(left))[0]
  const beyondType = (fitting.length > 0 ? fitting : found.errors).find(branch =>
    branch.some(inner => inner.code !== 'invalid_type'),
  )
  const telling = deepest !== undefined && depth(deepest) > 0 ? deepest : beyondType
  if (telling !== undefined) return telling.flatMap(inner => issuesOf(inner, path))
  const expected = new Set(
    found.errors.flat().map(inner => (inner.code === 'invalid_type' ? wordFor(inner.expected) : '')),
  )
  if (expected.size === 0) return [issue(path, 'validation.invalid')]
  return [issue(path, 'validation.type', { expected: [...expected].join(' / ') })]
}

/** The value itself is of another type; zod compares the length of a list even with a limit of texts. */
const isOfOtherType = ({ code, path }: Found): boolean => code === 'invalid_type' && path.length === 0

/** A required value is missing. Without the input, zod's own message tells. */
function isMissing(found: Found): boolean {
  if (found.code !== 'invalid_type' && found.code !== 'invalid_value' && found.code !== 'invalid_union')
    return false
  if ('input' in found) return found.input == null
  return /received (?:undefined|null)$/.test(found.message)
}

function wordFor(expected: string): string {
  const word = `type.${expected}`
  return word in validationTexts ? validationTexts[word as keyof typeof validationTexts] : expected
}

/** Keys are dotted words; zod's own messages are sentences. */
function isKey(text: string): text is MessageKey {
  return /^[a-z]\w*(\.\w+)+$/i.test(text)
}

function dotted(path: Path): string {
  return path.map(String).join('.')
}

function issue(path: Path, code: MessageKey, params?: Params): Issue {
  return params === undefined ? { path: dotted(path), code } : { path: dotted(path), code, params }
}
