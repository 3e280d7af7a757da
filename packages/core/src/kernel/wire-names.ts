/**
 * How the fields of a schema are called on the wire, of all that it holds (law 14, decision 0001): what isn't named here has the
 * same name there. Read off schemas by `wireNamesOf`.
 */
export interface WireNames {
  /** By the name inside. */
  fields?: Readonly<Record<string, { wire?: string; names?: WireNames }>>
  /** Of the members of a list or a record. */
  each?: WireNames
  /** Of a text that is the name of a field: that on the wire, by the name inside. */
  values?: Readonly<Record<string, string>>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Blob)

/** The name that a field has on the wire. */
export const toWireName = (names: WireNames | undefined, name: string): string =>
  names?.fields?.[name]?.wire ?? name

/** The name inside of a field of the wire. */
const inside = (names: WireNames | undefined, wire: string): string =>
  Object.entries(names?.fields ?? {}).find(([, field]) => field.wire === wire)?.[0] ?? wire

const wireValue = ({ values = {} }: WireNames = {}, value: string): string =>
  Object.hasOwn(values, value) ? values[value]! : value

/** A value as it stands on the wire; what has no other names there is given back as it is. */
export function toWireNames(names: WireNames | undefined, value: unknown): unknown {
  if (typeof value === 'string') return wireValue(names, value)
  if (names === undefined || !isRecord(value)) return value
  if (Array.isArray(value)) return value.map(item => toWireNames(names.each, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      toWireName(names, key),
      toWireNames(names.fields?.[key]?.names ?? names.each, item),
    ]),
  )
}

/** A value of the wire under the names that it has inside. */
export function fromWireNames(names: WireNames | undefined, value: unknown): unknown {
  if (typeof value === 'string') {
    const known = Object.entries(names?.values ?? {}).find(([, wire]) => wire === value)?.[0]
    // A name inside is none on the wire: it becomes what no schema takes.
    return known ?? wireValue(names, value)
  }
  if (names === undefined || !isRecord(value)) return value
  if (Array.isArray(value)) return value.map(item => fromWireNames(names.each, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = inside(names, key)
      return [name, fromWireNames(names.fields?.[name]?.names ?? names.each, item)]
    }),
  )
}

/** The path of an issue (`data.0.tenantId`) as the wire names it, or the other way round. */
export function renamePath(names: WireNames | undefined, path: string, to: 'wire' | 'inside'): string {
  let at = names
  return path
    .split('.')
    .map(part => {
      const name = to === 'inside' ? inside(at, part) : part
      const shown = to === 'inside' ? name : toWireName(at, part)
      at = at?.fields?.[name]?.names ?? at?.each
      return shown
    })
    .join('.')
}
