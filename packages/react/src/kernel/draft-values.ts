import { get, set } from 'react-hook-form'

/** Whatever a form edits: objects are looked into, so that each language of a name is a field of its own; lists are one value. */
type DraftValues = Record<string, unknown>

/** A field that somebody else has saved while it was being changed here. */
export interface Conflict {
  path: string
  mine: unknown
  theirs: unknown
  /** Who saved theirs and when, where the server said so. */
  by?: string | null
  at?: string
}

/** The paths at which two drafts differ. A text that isn't there is an empty one. */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (isPlain(before) && isPlain(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap(key =>
      changedPaths(before[key], after[key], path === '' ? key : `${path}.${key}`),
    )
  }
  return isSame(before, after) ? [] : [path]
}

/** The fields in which two drafts differ, as a partial update sends them. */
export function changedFields<D extends object>(before: D, after: D): Partial<D> {
  const fields = new Set(changedPaths(before, after).map(path => path.split('.')[0]))
  return Object.fromEntries(Object.entries(after).filter(([field]) => fields.has(field))) as Partial<D>
}

/** The form after news from the server: what was changed since `known` stays, the rest follows the server. */
export function rebase<D extends object>(values: D, known: D, fresh: D): D {
  return patch(
    fresh,
    changedPaths(known, values).map(path => [path, get(values, path)]),
  )
}

/** The fields that both sides have changed since `known`, each to something else. */
export function findConflicts<D extends object>(values: D, known: D, fresh: D): Conflict[] {
  const theirs = changedPaths(known, fresh)
  const differs = (path: string) => changedPaths(get(values, path), get(fresh, path)).length > 0
  return changedPaths(known, values)
    .filter(path => theirs.some(other => isWithin(path, other) || isWithin(other, path)) && differs(path))
    .map(path => ({ path, mine: get(values, path), theirs: get(fresh, path) }))
}

/** A copy with the values at those paths replaced. */
export function patch<D extends object>(values: D, entries: readonly (readonly [string, unknown])[]): D {
  const copy = structuredClone(values)
  for (const [path, value] of entries) set(copy, path, value)
  return copy
}

/** The field that a path of the server names: `equipmentIds.0` is `equipmentIds`, `name.de-DE` is itself. */
export function fieldOf(values: object, path: string): string | undefined {
  const [head = ''] = path.split('.')
  if (!(head in values)) return undefined
  return isPlain((values as DraftValues)[head]) ? path : head
}

/** The act on a row, as its history has it. */
interface Changed {
  changes: readonly { path: string; before?: unknown }[]
}

/**
 * What the fields of a form held before the last of these acts, the newest of which is first: of all that they changed, or of the field at
 * a path, of that act alone. Parts of a field that can be empty as a whole, such as a schedule, are one.
 */
export function formerValues<D extends object>(
  acts: readonly Changed[],
  { start, path, values }: { start: D; values: D; path?: string | undefined },
): Partial<D> {
  const isRecord = (field: string) => isPlain((start as DraftValues)[field])
  const isWanted = (other: string) => {
    const [field = ''] = other.split('.')
    if (!(field in start)) return false
    return path === undefined || (isRecord(field) ? other === path : field === path.split('.')[0])
  }
  const former = new Map<string, unknown>()
  for (const { changes } of acts.toReversed())
    for (const change of changes)
      if (isWanted(change.path) && !former.has(change.path)) former.set(change.path, change.before)
  const found: DraftValues = {}
  for (const [other, before] of former) {
    const [field = '', ...rest] = other.split('.')
    if (rest.length === 0)
      found[field] = before ?? (typeof (start as DraftValues)[field] === 'string' ? '' : null)
    else
      found[field] = withPart(
        field in found ? found[field] : (values as DraftValues)[field],
        rest.join('.'),
        before ?? emptyPart((start as DraftValues)[field], rest.join('.')),
      )
  }
  for (const [field, value] of Object.entries(found))
    if (isPlain(value) && Object.keys(value).length === 0 && !isRecord(field)) found[field] = null
  return found as Partial<D>
}

/** What a part that every record of the field has is while it is empty; of others that they are gone. */
function emptyPart(record: unknown, part: string): unknown {
  if (!isPlain(record) || !(part in record)) return null
  return typeof record[part] === 'string' ? '' : EMPTY
}

/** A part that is null rather than gone. */
const EMPTY = Symbol('empty')

/** A record with another part; null stands for a part that is gone. */
function withPart(record: unknown, part: string, value: unknown): DraftValues {
  const { [part]: _, ...others } = isPlain(record) ? record : {}
  if (value === EMPTY) return { ...others, [part]: null }
  return value === null || value === undefined ? others : { ...others, [part]: value }
}

/** Whether one path is the other or lies within it. */
const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`)

const isPlain = (value: unknown): value is DraftValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? '') === (other ?? '') && (one === null) === (other === null)
    ? true
    : Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other)
