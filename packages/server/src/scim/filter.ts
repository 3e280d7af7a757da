import type { MessageKey } from '@kinora/core'
import { and, not, or, type SQL, sql } from 'drizzle-orm'
import { scimError } from './failure.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Operator = (typeof operators)[number]
export type FilterValue = string | number | boolean | null

/** RFC 7644, 3.4.2.2: a filter. Paths are in lower case and without the URN of the schema. */
export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; filter: Filter }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; operator: Operator; value: FilterValue }
  /** `emails[type eq "work"]`: one value of several holds it all. */
  | { kind: 'some'; path: string; filter: Filter }

/** RFC 7644, 3.5.2: what an operation of a PATCH is about. */
export interface Target {
  attribute: string
  /** Which of several values. */
  filter?: Filter | undefined
  sub?: string | undefined
}

/** Characters of a filter or a path, and levels of one, at most: it comes with every call. */
const LENGTH_MAX = 2000
const DEPTH_MAX = 16

/** Reads a filter. Throws `scim.filter` with the place at which it can’t be read. */
export function parseFilter(text: string): Filter {
  const reader = createReader(text, 'scim.filter')
  const filter = reader.filter(0)
  reader.end()
  return filter
}

/** Reads the path of a PATCH: `name.givenName`, `emails[type eq "work"].value`. Throws `scim.path`. */
export function parseTarget(text: string): Target {
  const reader = createReader(text, 'scim.path')
  const [attribute = '', sub] = reader.path().split('.')
  if (sub !== undefined || !reader.takes('[')) {
    reader.end()
    return { attribute, sub }
  }
  const filter = reader.filter(0)
  reader.expect(']')
  const below = reader.below()
  reader.end()
  return { attribute, filter, sub: below }
}

/** A URN may have dots in its version; the attribute stands behind its last colon. */
const pathPattern = /(?:urn:[\w.:-]+:)?[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?/iy
const tokenPatterns = {
  space: /\s+/y,
  word: /[a-z]+/iy,
  below: /\.([a-z$][\w$-]*)/iy,
  text: /"(?:[^"\\\p{Cc}]|\\.)*"/uy,
  number: /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy,
} as const

type Code = Extract<MessageKey, 'scim.filter' | 'scim.path'>

/** A lexer: takes what comes next of a text, and says where it can’t be read. */
function createLexer(text: string, code: Code) {
  if (text.length > LENGTH_MAX) throw tooLong()
  let at = 0
  const fail = () => scimError(code, { at: text.slice(at, at + 40), path: text.slice(0, 100) })
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return undefined
    at += found[0].length
    return found
  }
  const skip = () => void take(tokenPatterns.space)
  const word = () => take(tokenPatterns.word)?.[0].toLowerCase()
  const takes = (sign: string): boolean => {
    if (!text.startsWith(sign, at)) return false
    at += sign.length
    return true
  }
  return {
    fail,
    take,
    skip,
    word,
    takes,
    position: () => at,
    goBack(to: number): void {
      at = to
    },
    expect(sign: string): void {
      skip()
      if (!takes(sign)) throw fail()
    },
    /** A keyword, where it stands next. */
    takesWord(wanted: string): boolean {
      const before = at
      skip()
      if (word() === wanted) return true
      at = before
      return false
    },
    end(): void {
      skip()
      if (at < text.length) throw fail()
    },
  }
}

/** The grammar of RFC 7644, 3.4.2.2. */
function createReader(text: string, code: Code) {
  const { fail, take, skip, word, takes, position, goBack, expect, takesWord, end } = createLexer(text, code)
  return { filter: disjunction, path, expect, takes, below, end }

  function path(): string {
    skip()
    const found = take(pathPattern)?.[0]
    if (found === undefined) throw fail()
    return plainPath(found)
  }

  function below(): string | undefined {
    return take(tokenPatterns.below)?.[1]?.toLowerCase()
  }

  function disjunction(depth: number): Filter {
    let left = conjunction(depth)
    while (takesWord('or')) left = { kind: 'or', left, right: conjunction(depth) }
    return left
  }

  function conjunction(depth: number): Filter {
    let left = term(depth)
    while (takesWord('and')) left = { kind: 'and', left, right: term(depth) }
    return left
  }

  function term(depth: number): Filter {
    if (depth > DEPTH_MAX) throw tooLong()
    skip()
    const before = position()
    if (takesWord('not')) {
      skip()
      if (takes('(')) return { kind: 'not', filter: closed(depth) }
      goBack(before)
    }
    return takes('(') ? closed(depth) : comparison(depth)
  }

  function closed(depth: number): Filter {
    const filter = disjunction(depth + 1)
    expect(')')
    return filter
  }

  function comparison(depth: number): Filter {
    const attribute = path()
    if (takes('[')) {
      const filter = disjunction(depth + 1)
      expect(']')
      return { kind: 'some', path: attribute, filter }
    }
    skip()
    const before = position()
    const named = word()
    if (named === 'pr') return { kind: 'present', path: attribute }
    const operator = operators.find(each => each === named)
    if (operator === undefined) {
      goBack(before)
      throw fail()
    }
    skip()
    return { kind: 'compare', path: attribute, operator, value: value() }
  }

  function value(): FilterValue {
    const before = position()
    const quoted = take(tokenPatterns.text)?.[0]
    if (quoted !== undefined) return unquoted(quoted)
    const number = take(tokenPatterns.number)?.[0]
    if (number !== undefined) return Number(number)
    const named = word()
    if (named === 'true' || named === 'false') return named === 'true'
    if (named === 'null') return null
    goBack(before)
    throw fail()
  }
}

/** An escape that JSON doesn’t have is refused by its place. */
function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw scimError('scim.filter', { at: quoted.slice(0, 40) })
  }
}

const tooLong = () => scimError('scim.filterTooLong', { max: LENGTH_MAX, depth: DEPTH_MAX })

/** RFC 7644, 3.10: an attribute is the same with the URN of its schema and without; names have no case. */
export function plainPath(path: string): string {
  const plain = path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '')
  return plain.toLowerCase()
}

/** Attributes of RFC 7643 that this platform has no use for: nobody has any, and they are left out where they are set. */
const unused = new Set(
  [
    ...['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password'],
    ...['phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates', 'schemas'],
  ].map(name => name.toLowerCase()),
)
export const isUnused = (path: string): boolean =>
  path.startsWith('urn:') || unused.has(path.split('.')[0]!.toLowerCase())

/** One value that rows can be found by. */
export type Column =
  | { kind: 'text'; value: SQL; isExact?: boolean }
  | { kind: 'boolean' | 'moment'; value: SQL }
  /** Several, of which one has to hold all that is asked. */
  | { kind: 'many'; some(condition: SQL): SQL; columns: Columns }
/** By paths in lower case. */
export type Columns = ReadonlyMap<string, Column>

/** The filter as a condition of SQL. Throws `scim.filterAttribute` for a path that has no column. */
export function toCondition(filter: Filter, columns: Columns): SQL {
  switch (filter.kind) {
    case 'and':
      return and(toCondition(filter.left, columns), toCondition(filter.right, columns))!
    case 'or':
      return or(toCondition(filter.left, columns), toCondition(filter.right, columns))!
    case 'not':
      return not(toCondition(filter.filter, columns))
    case 'some': {
      if (isUnused(filter.path)) return sql`false`
      const column = columns.get(filter.path)
      if (column?.kind !== 'many') throw unknownPath(filter.path, columns)
      return column.some(toCondition(filter.filter, column.columns))
    }
    default:
      return toComparison(filter, columns)
  }
}

type Comparison = Extract<Filter, { kind: 'present' | 'compare' }>

function toComparison(filter: Comparison, columns: Columns): SQL {
  if (isUnused(filter.path)) return sql`${isTrueOfNothing(filter)}`
  const column = columns.get(filter.path)
  if (column !== undefined && column.kind !== 'many') return compared(column, filter)
  const [name = '', sub = 'value'] = filter.path.split('.')
  const several = columns.get(name)
  if (several?.kind !== 'many') throw unknownPath(filter.path, columns)
  if (filter.kind === 'present' && !filter.path.includes('.')) return several.some(sql`true`)
  return several.some(toComparison({ ...filter, path: sub }, several.columns))
}

/** RFC 7644, 3.4.2.1: as if there were no value. */
const isTrueOfNothing = (filter: Comparison): boolean =>
  filter.kind === 'compare' &&
  (filter.operator === 'ne' ? filter.value !== null : filter.operator === 'eq' && filter.value === null)

const unknownPath = (attribute: string, columns: Columns) =>
  scimError('scim.filterAttribute', { attribute, known: [...columns.keys()].join(', ') })

function compared(column: Exclude<Column, { kind: 'many' }>, filter: Comparison): SQL {
  const { value } = column
  if (filter.kind === 'present')
    return column.kind === 'text' ? sql`coalesce(${value} <> '', false)` : sql`${value} IS NOT NULL`
  const { operator, value: wanted } = filter
  // RFC 7643, 2.5: what is null is unassigned.
  if (wanted === null) {
    if (operator === 'eq') return sql`${value} IS NULL`
    if (operator === 'ne') return sql`${value} IS NOT NULL`
    throw scimError('scim.value', { attribute: filter.path })
  }
  const typed = toTyped(column, filter.path, wanted)
  const isEither = column.kind === 'boolean' ? ['eq', 'ne'] : operators
  if (!isEither.includes(operator)) throw scimError('scim.value', { attribute: filter.path })
  const field =
    column.kind === 'text' ? sql`${column.isExact ? value : sql`lower(${value})`} COLLATE "C"` : value
  return sql`coalesce(${conditions[operator](field, typed)}, ${operator === 'ne'})`
}

/** What is looked for as the type of the column; throws where it is none. */
function toTyped(column: Exclude<Column, { kind: 'many' }>, attribute: string, wanted: FilterValue): SQL {
  if (column.kind === 'text' && typeof wanted === 'string' && !wanted.includes('\u0000'))
    return column.isExact ? sql`${wanted}::text` : sql`lower(${wanted}::text)`
  if (column.kind === 'boolean') {
    const isTrue = typeof wanted === 'string' ? truthOf(wanted) : wanted
    if (typeof isTrue === 'boolean') return sql`${isTrue}::boolean`
  }
  const moment = column.kind === 'moment' && typeof wanted === 'string' ? new Date(wanted) : undefined
  if (moment !== undefined && isYearOfDatabase(moment)) return sql`${moment.toISOString()}::timestamptz`
  throw scimError('scim.value', { attribute })
}

/** Of others JavaScript writes years that PostgreSQL doesn’t read. */
const isYearOfDatabase = (moment: Date): boolean => {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Microsoft Entra ID writes truth as text, in either case. */
export const truthOf = (text: string): boolean | undefined => truths.get(text.toLowerCase())
const truths = new Map([
  ['true', true],
  ['false', false],
])

const conditions: Record<Operator, (field: SQL, wanted: SQL) => SQL> = {
  eq: (field, wanted) => sql`${field} = ${wanted}`,
  ne: (field, wanted) => sql`${field} <> ${wanted}`,
  co: (field, wanted) => sql`strpos(${field}, ${wanted}) > 0`,
  sw: (field, wanted) => sql`starts_with(${field}, ${wanted})`,
  ew: (field, wanted) => sql`right(${field}, length(${wanted})) = ${wanted}`,
  gt: (field, wanted) => sql`${field} > ${wanted}`,
  ge: (field, wanted) => sql`${field} >= ${wanted}`,
  lt: (field, wanted) => sql`${field} < ${wanted}`,
  le: (field, wanted) => sql`${field} <= ${wanted}`,
}

/** Whether one value of several holds the filter, as a PATCH chooses among them. */
export function isMatch(filter: Filter, value: Readonly<Record<string, unknown>>): boolean {
  switch (filter.kind) {
    case 'and':
      return isMatch(filter.left, value) && isMatch(filter.right, value)
    case 'or':
      return isMatch(filter.left, value) || isMatch(filter.right, value)
    case 'not':
      return !isMatch(filter.filter, value)
    case 'some':
      return false
    default:
      return isEqualOrOrdered(filter, value)
  }
}

function isEqualOrOrdered(filter: Comparison, value: Readonly<Record<string, unknown>>): boolean {
  const key = Object.keys(value).find(name => name.toLowerCase() === filter.path)
  const found = key === undefined ? undefined : value[key]
  if (filter.kind === 'present') return found != null && found !== ''
  const [one, other] = [folded(found ?? null), folded(filter.value)]
  if (filter.operator === 'eq') return one === other
  if (filter.operator === 'ne') return one !== other
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return orders[filter.operator](one, other)
}

const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

const orders: Record<Exclude<Operator, 'eq' | 'ne'>, (one: string, other: string) => boolean> = {
  co: (one, other) => one.includes(other),
  sw: (one, other) => one.startsWith(other),
  ew: (one, other) => one.endsWith(other),
  gt: (one, other) => one > other,
  ge: (one, other) => one >= other,
  lt: (one, other) => one < other,
  le: (one, other) => one <= other,
}
