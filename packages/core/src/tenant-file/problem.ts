import { didYouMean, suggest } from '../bulk/index.ts'
import type { Issue } from '../kernel/errors.ts'
import type { Messages } from '../kernel/messages.ts'
import { fillText } from '../messages/catalogue.ts'
import { tenantFileTexts } from '../messages/tenant-file.ts'
import { validationTexts } from '../messages/validation.ts'
import { isField, type ParsedTenantFile, type Place } from './parse.ts'
import { type KnownFields, knownFields } from './published-schema.ts'

/** One thing wrong with a tenant's file: where, which field, what, and how to mend it. */
export interface TenantFileProblem extends Place {
  path: string
  what: string
  mend: string
}

/** Problems in the order of the file. */
export function toProblems(
  parsed: Pick<ParsedTenantFile, 'placeOf' | 'readAt' | 'sourceAt'>,
  issues: readonly Issue[],
  messages: Messages,
): TenantFileProblem[] {
  const known = knownFields()
  return issues
    .map(issue => ofType(issue, parsed.readAt(issue.path), known))
    .map(issue => ({
      path: isField(issue.path) ? issue.path : '',
      ...parsed.placeOf(issue.path),
      what: messages.issue(issue),
      mend: mendOf(issue, { ...parsed, ...known }),
    }))
    .sort((one, other) => one.line - other.line || one.column - other.column)
}

/** A required field whose value is of another type isn’t missing. */
function ofType(issue: Issue, value: unknown, { typesAt }: KnownFields): Issue {
  const isRequired = issue.code === 'validation.required' || issue.code.startsWith('required.')
  const types = typesAt(issue.path)
  if (!isRequired || value === undefined || value === null || types.has(typeOf(value))) return issue
  const expected = ['string', 'array', 'object'].find(type => types.has(type))
  const word = validationTexts[`type.${expected}` as keyof typeof validationTexts]
  return word === undefined
    ? issue
    : { path: issue.path, code: 'validation.type', params: { expected: word } }
}

/** As a schema names it; a number that is whole does where any number will. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

/** What to write where something of another type stands, by the type that is expected; the first that a field takes. */
const mendsOfType = {
  string: 'tenantFile.mend.text',
  array: 'tenantFile.mend.list',
  object: 'tenantFile.mend.object',
  boolean: 'tenantFile.mend.boolean',
  integer: 'tenantFile.mend.number',
  number: 'tenantFile.mend.number',
} as const

type Mend = keyof typeof tenantFileTexts & `tenantFile.mend.${string}`

const mends: Partial<Record<Issue['code'], Mend>> = {
  'validation.required': 'tenantFile.mend.add',
  'validation.fileMissing': 'tenantFile.mend.path',
  'validation.imageSize': 'tenantFile.mend.picture',
  'validation.imageHeight': 'tenantFile.mend.picture',
  'validation.imageType': 'tenantFile.mend.picture',
  'validation.fileFormat': 'tenantFile.mend.pictureDamaged',
  'validation.tooLong': 'tenantFile.mend.shorten',
  'terms.fileMissing': 'tenantFile.mend.terms',
  'web.notActivated': 'tenantFile.mend.product',
  'app.notActivated': 'tenantFile.mend.product',
  'publishing.clubOnly': 'tenantFile.mend.clubOnly',
  'provider.emailFixed': 'tenantFile.mend.email',
  'error.409': 'tenantFile.mend.emailTaken',
  'quota.images': 'tenantFile.mend.tomorrow',
  'category.ownHidden': 'tenantFile.mend.remove',
  'site.tooMany': 'tenantFile.mend.fewer',
  'validation.imageGone': 'tenantFile.mend.pictureGone',
  'tenantFile.secret': 'tenantFile.mend.secret',
  'tenantFile.envMissing': 'tenantFile.mend.env',
  'tenantFile.ofTenant': 'tenantFile.mend.support',
  'tenantFile.ofStaff': 'tenantFile.mend.staff',
  'tenantFile.siteType': 'tenantFile.mend.admin',
  'tenantFile.idUnknown': 'tenantFile.mend.id',
  'tenantFile.missing': 'tenantFile.mend.general',
  'tenantFile.noId': 'tenantFile.mend.general',
  'tenantFile.deleted': 'tenantFile.mend.restore',
  'tenantFile.ambiguous': 'tenantFile.mend.tag',
  'tenantFile.twice': 'tenantFile.mend.once',
  'tenantFile.syntax': 'tenantFile.mend.syntax',
  'tenantFile.tag': 'tenantFile.mend.noTag',
  'tenantFile.outside': 'tenantFile.mend.inside',
  'tenantFile.empty': 'tenantFile.mend.export',
}

function mendOf(
  { code, path, params = {} }: Issue,
  {
    readAt,
    sourceAt,
    keysAround,
    meantKeys,
    typesAt,
  }: Pick<ParsedTenantFile, 'readAt' | 'sourceAt'> & KnownFields,
): string {
  const value = readAt(path)
  const say = (key: Mend, more: Record<string, string | number> = {}) =>
    fillText(tenantFileTexts[key], { ...params, ...more, field: path.split('.').at(-1) ?? '' })
  if (code === 'validation.unknownField') {
    const near = meantKeys(path)
    return near.length > 0 ? meant(near) : say('tenantFile.mend.keys', { keys: keysAround(path).join(', ') })
  }
  if (code === 'validation.oneOf') {
    const near = suggest(String(value), String(params.values).split(', '))
    return near.length > 0 ? meant(near) : say('tenantFile.mend.oneOf')
  }
  if (code === 'validation.type') {
    const types = typesAt(path)
    const written = sourceAt(path) ?? (Array.isArray(value) ? '' : String(value))
    if (types.has('string') && typeof value !== 'object')
      return say('tenantFile.mend.quote', { value: written })
    if (types.has('array') && typesAt(`${path}.0`).has('string') && typeof value !== 'object')
      return say('tenantFile.mend.listOf', { value: written })
    const expected = Object.entries(mendsOfType).find(([type]) => types.has(type))
    // Texts and terms have languages in place of fields.
    const keys = keysAround(`${path}.`).join(', ') || 'de-DE'
    if (expected !== undefined) return say(expected[1], { keys })
  }
  const known = mends[code] ?? (code.startsWith('required.') ? 'tenantFile.mend.add' : undefined)
  return say(known ?? 'tenantFile.mend.correct')
}

/** "; did you mean …?" as a sentence of its own. */
function meant(names: readonly string[]): string {
  const words = didYouMean(names).replace(/^; /, '')
  return words[0]!.toUpperCase() + words.slice(1)
}
