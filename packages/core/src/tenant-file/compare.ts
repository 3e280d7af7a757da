/** Settings by field; fields may hold settings of their own. */
export type Values = Readonly<Record<string, unknown>>

/** What becomes of one field: added without `before`, removed without `after`. */
export interface FieldChange {
  path: string
  before?: unknown
  after?: unknown
}

/** The fields of `given` that differ from what is stored; what `given` leaves out stays. */
export function changesOf(stored: Values | undefined, given: Values): FieldChange[] {
  return leavesOf(given).flatMap(({ path, value }) => {
    const before = valueAt(stored, path)
    return isSame(before, value) ? [] : [toChange(path, before, value)]
  })
}

/** A blank text is none, and blanks around a text don't count (VAL-08). */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))
}

export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (isValues(inner) ? inner[key] : undefined), values)
}

/** The same with another value at a path. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...values, [key]: value }
  const inner = values[key]
  return { ...values, [key]: withValueAt(isValues(inner) ? inner : {}, rest.join('.'), value) }
}

/** `base` with the fields of `over`, at any depth; what is undefined is left out. */
export function merged(base: Values, over: Values): Values {
  const next: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const before = next[key]
    if (value !== undefined) next[key] = isValues(value) && isValues(before) ? merged(before, value) : value
  }
  return next
}

/** The settings without what is undefined. */
export const defined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

export function isValues(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toChange(path: string, before: unknown, after: unknown): FieldChange {
  return {
    path,
    ...(canonical(before) !== null && { before }),
    ...(canonical(after) !== null && { after }),
  }
}

interface Named {
  id?: string | undefined
}

/** Rows of the file with those that are stored: by id where one is given, else the first of that key that is still free. */
export function paired<Given extends Named, Row>(
  given: readonly Given[],
  rows: readonly Row[],
  {
    keyOf,
    idOf,
    keyOfRow,
  }: { keyOf(each: NoInfer<Given>): string; idOf(row: Row): string; keyOfRow(row: Row): string },
): { pairs: { given: Given; row: Row | undefined }[]; rest: Row[] } {
  const free = new Set(rows)
  const take = (fits: (row: Row) => boolean): Row | undefined => {
    const found = [...free].find(fits)
    if (found !== undefined) free.delete(found)
    return found
  }
  const byId = new Map(given.map(each => [each, each.id && take(row => idOf(row) === each.id)] as const))
  const pairs = given.map(each => {
    const row = byId.get(each) || (each.id ? undefined : take(one => keyOfRow(one) === keyOf(each)))
    return { given: each, row }
  })
  return { pairs, rest: [...free] }
}

/** Whether rows that are there and rows that come behind them stand in another order than the file has them. */
export function isMoved<Row>(pairs: readonly { row: Row | undefined }[], rows: readonly Row[]): boolean {
  const places = pairs.map(({ row }) => (row === undefined ? Number.POSITIVE_INFINITY : rows.indexOf(row)))
  return places.some((place, index) => index > 0 && place < places[index - 1]!)
}

function leavesOf(values: Values, prefix = ''): { path: string; value: unknown }[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (value === undefined) return []
    return isValues(value) ? leavesOf(value, path) : [{ path, value }]
  })
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(canonical)
  return value ?? null
}

interface Called {
  name: string
  displayName?: string | undefined
}

/** As people know a channel or provider, else as it is called. */
export const shownName = ({ name, displayName = '' }: Called): string =>
  displayName.trim() === '' ? name : displayName

export const isCalled = (row: Called, name: string): boolean =>
  [row.name, shownName(row)].some(each => each.trim() === name.trim())

/** The variable that a secret is to come from: `ACMEYOGA_SECRET_KEY`. */
export function variableOf(id: string, field: string): string {
  const ascii = id
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const start = /^[A-Z]/.test(ascii) ? ascii : `TENANT_${ascii}`
  const name = field.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  return `${start.replace(/_+$/, '')}_${name}`
}
