import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import type { Issue } from '../kernel/errors.ts'
import { toIssues } from '../kernel/issues.ts'
import { isValues } from './compare.ts'
import { knownFields } from './published-schema.ts'
import { TenantFile, tenantSections } from './schema.ts'

/** Characters of a file; more is refused before it is read. */
export const TENANT_FILE_MAX = 1_000_000
/** A few names may stand for a thousand places, not for a million. */
const MAX_ALIASES = 100
/** Nobody mends more at once, and each is looked for in the file. */
const MAX_ISSUES = 100

export interface Place {
  line: number
  column: number
}

/** A file as it was read: the tenant, or what is wrong with it; places by the path of a field. */
export interface ParsedTenantFile {
  file: TenantFile | undefined
  /** Where some of it is wrong: the rest, as far as it says something without that. */
  sound: SoundParts | undefined
  issues: Issue[]
  /** Where a field stands, or what it is missing in. */
  placeOf(path: string): Place
  /** What stands there, as it was read. */
  readAt(path: string): unknown
  /** The same as it is written: `0042` was read as 42. */
  sourceAt(path: string): string | undefined
}

interface SoundParts {
  file: TenantFile
  /** Whether what is wrong at this path of `file` is wrong whatever becomes of the rest. */
  isCertain(path: string): boolean
}

/** What is wrong with the YAML itself, by a path that is only its place. */
interface Fault {
  at: number
  issue: Omit<Issue, 'path'>
}

/** Reads YAML of a tenant: no tags, no merge keys, nothing that runs; what is wrong says its place. */
export function parseTenantFile(text: string): ParsedTenantFile {
  const failed = (issue: Issue): ParsedTenantFile => ({
    file: undefined,
    sound: undefined,
    issues: [issue],
    placeOf: () => ({ line: 1, column: 1 }),
    readAt: () => undefined,
    sourceAt: () => undefined,
  })
  if (text.length > TENANT_FILE_MAX)
    return failed({ path: '', code: 'tenantFile.tooLarge', params: { max: TENANT_FILE_MAX / 1000 } })
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      schema: 'core',
      version: '1.2',
      // The library compares each key with each: a minute for what a file can hold.
      uniqueKeys: false,
    })
    const found = [...[...document.errors, ...document.warnings].map(toFault), ...findDoubles(document)]
    // The first of a line: brackets within brackets are told by the hundred.
    const faults = [...new Map(found.reverse().map(fault => [lines.linePos(fault.at).line, fault])).values()]
    // What is broken may have swallowed fields; what stands twice or has a tag is read all the same.
    const isBroken = document.errors.length > 0
    const value: unknown = isBroken ? undefined : document.toJS({ maxAliasCount: MAX_ALIASES })
    if (value === null && faults.length === 0) return failed({ path: '', code: 'tenantFile.empty' })
    return check({ value, document, lines, faults })
  } catch (error) {
    // Brackets within brackets by the thousand, or names within names.
    if (error instanceof RangeError || error instanceof ReferenceError)
      return failed({ path: '', code: 'tenantFile.tooDeep' })
    throw error
  }
}

interface Read {
  value: unknown
  document: Document.Parsed
  lines: LineCounter
  faults: readonly Fault[]
}

/** All that is wrong at once: what the YAML has and what the fields have. */
function check({ value, document, lines, faults }: Read): ParsedTenantFile {
  const result = value === undefined ? undefined : TenantFile.safeParse(value, { reportInput: true })
  const places = new Map(faults.map(({ at }) => [`${FAULT}${at}`, lines.linePos(at)]))
  const found = faults.map(({ at, issue }) => ({ ...issue, path: `${FAULT}${at}` }))
  const broken = new Set([...places.values()].map(({ line }) => line))
  const readAt = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
  const placeOf = (path: string): Place => {
    const place = places.get(path)
    if (place !== undefined) return { line: place.line, column: place.col }
    return placeAt(document.contents, lines, path)
  }
  const ofFields = result?.error === undefined ? [] : toIssues(result.error)
  const wrong = [...ofFields, ...findTwice(value)].slice(0, MAX_ISSUES)
  const isFine = faults.length === 0 && wrong.length === 0
  return {
    file: isFine ? result?.data : undefined,
    sound: faults.length === 0 && !isFine ? soundParts(value, wrong) : undefined,
    placeOf,
    readAt,
    sourceAt: path => {
      const node = document.getIn(path.split('.'), true)
      return isScalar(node) ? node.source : undefined
    },
    // A field whose line is broken is wrong for that alone.
    issues: [...found, ...wrong.filter(({ path }) => !broken.has(placeOf(path).line))].slice(0, MAX_ISSUES),
  }
}

const texts = ['categories', 'labels', 'focusAreas', 'equipment', 'terms'] as const

/** What says nothing certain where a field of general, or a part, is wrong: it may be another. */
const hanging = new Map<string, readonly string[]>(
  Object.entries({
    'general.name': ['channels'],
    'general.languageCodes': ['general.languageTag', ...texts],
    'general.languageTag': texts,
    'general.activatedProducts': ['web', 'app'],
    'general.siteSourceType': ['web', 'app'],
    'general.isProviderActive': [
      ...['email', 'password', 'jwPlayerSiteId', 'jwPlayerSecret'].map(field => `general.${field}`),
      'channels',
    ],
    'general.email': ['providers'],
    web: ['app'],
    providers: ['channels'],
    channels: ['publishing'],
  }),
)

/** A file without the parts, and without the fields of general, that are wrong or hang on what is. */
function soundParts(value: unknown, wrong: readonly Issue[]): SoundParts | undefined {
  if (!isValues(value)) return undefined
  const uncertain = new Set<string>()
  const add = (path: string) => {
    if (uncertain.has(path)) return
    uncertain.add(path)
    for (const each of hanging.get(path) ?? []) add(each)
  }
  const { meantKeys } = knownFields()
  for (const { path, code } of wrong) {
    // What stands twice is the same without it.
    if (code === 'tenantFile.twice') continue
    const [part = '', field] = path.split('.')
    const isField = part === 'general' && field !== undefined
    add(isField ? `general.${field}` : part)
    const meant = isField && code === 'validation.unknownField' ? meantKeys(path) : []
    // A key that comes near none may stand for any.
    if (isField && code === 'validation.unknownField' && meant.length === 0) add('general')
    for (const key of meant) add(`general.${key}`)
  }
  const isNamed = value.id !== undefined || !uncertain.has('general.name')
  if (uncertain.has('id') || uncertain.has('general') || !isNamed) return undefined
  const kept = Object.entries(value).filter(
    ([name]) => name === 'id' || (tenantSections.some(each => each === name) && !uncertain.has(name)),
  )
  const { general, ...parts } = Object.fromEntries(kept)
  const rest = isValues(general) && {
    general: Object.fromEntries(
      Object.entries(general).filter(([field]) => !uncertain.has(`general.${field}`)),
    ),
  }
  const file = TenantFile.safeParse({ ...parts, ...rest }).data
  const isCertain = (path: string) => !uncertain.has(path.split('.').slice(0, 2).join('.'))
  return file && { file, isCertain }
}

/** Lists of the file are sets: a language, a product or a channel that stands in one for the second time. */
function findTwice(value: unknown, path = ''): Issue[] {
  const at = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (isValues(value)) return Object.entries(value).flatMap(([key, inner]) => findTwice(inner, at(key)))
  if (!Array.isArray(value)) return []
  const seen = new Set<string>()
  return value.flatMap((each: unknown, index): Issue[] => {
    if (typeof each !== 'string') return findTwice(each, at(index))
    if (seen.has(each)) return [{ path: at(index), code: 'tenantFile.twice', params: { value: each } }]
    seen.add(each)
    return []
  })
}

/** Begins the path of what is wrong with the YAML: no field is named so. */
const FAULT = '\0'

/** Whether a path names a field. */
export const isField = (path: string): boolean => !path.startsWith(FAULT)

function toFault({ code, message, pos }: YAMLError): Fault {
  if (code === 'TAG_RESOLVE_FAILED') return { at: pos[0], issue: { code: 'tenantFile.tag' } }
  return { at: pos[0], issue: { code: 'tenantFile.syntax', params: { reason: toReason(message) } } }
}

/** Where keys stand for the second time. */
function findDoubles(document: Document.Parsed): Fault[] {
  const found: Fault[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (seen.has(name))
          found.push({
            at: key.range?.[0] ?? 0,
            issue: { code: 'tenantFile.syntax', params: { reason: 'Map keys must be unique' } },
          })
        seen.add(name)
      }
    },
  })
  return found
}

/** Without what it quotes of the file, which may be a secret that somebody wrote there. */
const toReason = (message: string): string => message.replace(/: ".*$/s, '').split('\n', 1)[0]!

/** The key of the field, else that of the nearest around it. */
function placeAt(contents: Node | null, lines: LineCounter, path: string): Place {
  let node: unknown = contents
  let offset = contents?.range?.[0] ?? 0
  for (const part of path === '' ? [] : path.split('.')) {
    if (isMap(node)) {
      const pair = node.items.find(item => isScalar(item.key) && String(item.key.value) === part)
      if (!isPair(pair)) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(part)]
      if (!isNode(node)) break
      offset = node.range?.[0] ?? offset
    } else break
  }
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}
