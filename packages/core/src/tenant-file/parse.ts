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
import { TenantFile, type TenantSection, tenantSections } from './schema.ts'

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
  /** Where some parts are wrong: the others, as far as they say something without them. */
  sound: TenantFile | undefined
  issues: Issue[]
  /** Where a field stands, or what it is missing in. */
  placeOf(path: string): Place
  /** What stands there, as it was read. */
  readAt(path: string): unknown
  /** The same as it is written: `0042` was read as 42. */
  sourceAt(path: string): string | undefined
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
  const wrong = result?.error === undefined ? [] : toIssues(result.error).slice(0, MAX_ISSUES)
  return {
    file: faults.length === 0 ? result?.data : undefined,
    sound: faults.length === 0 && result?.error !== undefined ? soundParts(value, result.error) : undefined,
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

/** Parts that say nothing certain where another is wrong: its languages, products, providers and channels may be others. */
const needs: Readonly<Record<TenantSection, readonly TenantSection[]>> = {
  general: [],
  web: ['general'],
  app: ['general', 'web'],
  site: ['general'],
  links: ['general'],
  categories: ['general'],
  labels: ['general'],
  focusAreas: ['general'],
  equipment: ['general'],
  terms: ['general'],
  providers: ['general'],
  channels: ['general', 'providers'],
  publishing: ['general', 'providers', 'channels'],
}

/** The parts of a file that have nothing wrong. */
function soundParts(value: unknown, { issues }: { issues: readonly { path: PropertyKey[] }[] }) {
  if (typeof value !== 'object' || value === null) return undefined
  const wrong = new Set(issues.map(({ path }) => path[0]))
  const isSound = (name: string): boolean =>
    name === 'id' ? !wrong.has('id') : tenantSections.some(each => each === name && !isWrong(each))
  const isWrong = (name: TenantSection): boolean => [name, ...needs[name]].some(each => wrong.has(each))
  const parts = Object.fromEntries(Object.entries(value).filter(([name]) => isSound(name)))
  return wrong.has('id') || wrong.has('general') ? undefined : TenantFile.safeParse(parts).data
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
