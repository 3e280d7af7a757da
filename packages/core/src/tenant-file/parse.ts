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
} from 'yaml'
import type { Issue } from '../kernel/errors.ts'
import { toIssues } from '../kernel/issues.ts'
import { TenantFile } from './schema.ts'

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
  issues: Issue[]
  /** Where a field stands, or what it is missing in. */
  placeOf(path: string): Place
  /** What stands there, as it was read. */
  readAt(path: string): unknown
}

/** Reads YAML of a tenant: no tags, no merge keys, nothing that runs; what is wrong says its place. */
export function parseTenantFile(text: string): ParsedTenantFile {
  const places = new Map<string, Place>()
  const failed = (issue: Issue): ParsedTenantFile => ({
    ...{ file: undefined, issues: [issue] },
    placeOf: path => places.get(path) ?? { line: 1, column: 1 },
    readAt: () => undefined,
  })
  if (text.length > TENANT_FILE_MAX)
    return failed({ path: '', code: 'tenantFile.tooLarge', params: { max: TENANT_FILE_MAX / 1000 } })
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      ...{ lineCounter: lines, prettyErrors: false, schema: 'core', version: '1.2' },
      // The library compares each key with each: a minute for what a file can hold.
      uniqueKeys: false,
    })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) {
      const { line, col } = lines.linePos(problem.pos[0])
      places.set('', { line, column: col })
      if (problem.code === 'TAG_RESOLVE_FAILED') return failed({ path: '', code: 'tenantFile.tag' })
      return failed({ path: '', code: 'tenantFile.syntax', params: { reason: toReason(problem.message) } })
    }
    const double = findDouble(document)
    if (double !== undefined) {
      const { line, col } = lines.linePos(double)
      places.set('', { line, column: col })
      return failed({ path: '', code: 'tenantFile.syntax', params: { reason: 'Map keys must be unique' } })
    }
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    if (value === null) return failed({ path: '', code: 'tenantFile.empty' })
    return check(value, path => placeAt(document.contents, lines, path))
  } catch (error) {
    // Brackets within brackets by the thousand, or names within names.
    if (error instanceof RangeError || error instanceof ReferenceError)
      return failed({ path: '', code: 'tenantFile.tooDeep' })
    throw error
  }
}

function check(value: unknown, placeOf: ParsedTenantFile['placeOf']): ParsedTenantFile {
  const result = TenantFile.safeParse(value, { reportInput: true })
  const readAt = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
  return {
    ...{ file: result.data, placeOf, readAt },
    issues: result.success ? [] : toIssues(result.error).slice(0, MAX_ISSUES),
  }
}

/** Where a key stands for the second time. */
function findDouble(document: Document.Parsed): number | undefined {
  let found: number | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (seen.has(name)) {
          found = key.range?.[0] ?? 0
          return visit.BREAK
        }
        seen.add(name)
      }
      return undefined
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
