import { KinoraError } from '@kinora/core'
import * as z from 'zod'
import { scimError } from './failure.ts'
import { type Filter, isMatch, isUnused, parseTarget, plainPath, type Target, truthOf } from './filter.ts'
import { type Attribute, externalId, type ResourceType } from './schemas.ts'

/** What is written of a resource: its attributes by their names, and nothing else. */
export type Written = Record<string, unknown>
type Part = Record<string, unknown>

/** Operations of one call at most. */
const OPERATIONS_MAX = 1000

const Operation = z.object({
  /** Microsoft Entra ID begins them with a capital. */
  op: z
    .string()
    .transform(op => op.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().optional(),
  value: z.unknown().optional(),
})
type Operation = z.output<typeof Operation>

/** The operations of a PATCH (RFC 7644, 3.5.2). Throws `scim.operations`. */
export function readOperations(body: Record<string, unknown>): Operation[] {
  const key = Object.keys(body).find(name => name.toLowerCase() === 'operations')
  const parsed = z
    .array(Operation)
    .min(1)
    .max(OPERATIONS_MAX)
    .safeParse(key && body[key])
  if (!parsed.success) throw scimError('scim.operations', { max: OPERATIONS_MAX })
  return parsed.data
}

const attributesOf = ({ attributes }: ResourceType): readonly Attribute[] => [externalId, ...attributes]

const attributeIn = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find(each => each.name.toLowerCase() === name.toLowerCase())

/**
 * What a body says of a resource. Attributes that the platform has no use for are left out, as RFC 7644, 3.3, lets it; so are those
 * that are read alone. Names come in any case.
 */
export function toWritten(type: ResourceType, body: Record<string, unknown>): Written {
  const written: Written = {}
  for (const [name, value] of Object.entries(body)) {
    const attribute = attributeIn(attributesOf(type), plainPath(name))
    if (attribute === undefined || attribute.mutability === 'readOnly') continue
    const normal = normalise(attribute, value)
    if (normal !== undefined) written[attribute.name] = normal
  }
  return written
}

/** A value as its attribute has it: names in their spelling, one of several as a list, nothing for null (RFC 7643, 2.5). */
function normalise(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (!attribute.multiValued) return normaliseOne(attribute, Array.isArray(value) ? onlyOf(value) : value)
  const values = (Array.isArray(value) ? value : [value]).map(each => normaliseOne(attribute, each))
  return values.filter(each => each !== undefined)
}

/** Older versions of Microsoft Entra ID send one value as `[{ "value": … }]`. */
function onlyOf(values: readonly unknown[]): unknown {
  const [first] = values
  return values.length === 1 && isRecord(first) && Object.hasOwn(first, 'value') ? first.value : values
}

function normaliseOne(attribute: Attribute, value: unknown): unknown {
  if (value === null) return undefined
  if (attribute.type === 'boolean') return typeof value === 'string' ? (truthOf(value) ?? value) : value
  if (attribute.type !== 'complex') return value
  if (!isRecord(value)) {
    if (attribute.multiValued && typeof value === 'string') return { value }
    throw scimError('scim.value', { attribute: attribute.name })
  }
  const part: Part = {}
  for (const [name, inner] of Object.entries(value)) {
    const sub = attributeIn(attribute.subAttributes ?? [], name)
    if (sub === undefined || sub.mutability === 'readOnly') continue
    const normal = normalise(sub, inner)
    if (normal !== undefined) part[sub.name] = normal
  }
  return part
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7644, 3.5.2: the resource after the operations, in their order. The one before stays as it is. */
export function applyOperations(
  type: ResourceType,
  before: Written,
  operations: readonly Operation[],
): Written {
  return operations.reduce((written, operation) => applyOne(type, written, operation), before)
}

function applyOne(type: ResourceType, written: Written, { op, path, value }: Operation): Written {
  if (path !== undefined && path.trim() !== '')
    return applyAt(type, written, { op, target: parseTarget(path.trim()), path, value })
  if (op === 'remove') throw scimError('scim.noPath')
  if (!isRecord(value)) throw scimError('scim.value', { attribute: 'value' })
  // Without a path the value has attributes; Microsoft Entra ID writes paths in their place.
  return Object.entries(value).reduce((result, [name, inner]) => {
    const target = parseTarget(name)
    const attribute = attributeIn(attributesOf(type), target.attribute)
    if (attribute === undefined || attribute.mutability === 'readOnly') return result
    return applyAt(type, result, { op, target, path: name, value: inner })
  }, written)
}

interface Change {
  op: Operation['op']
  target: Target
  path: string
  value: unknown
}

function applyAt(type: ResourceType, written: Written, change: Change): Written {
  const { attribute: name } = change.target
  const attribute = attributeIn(attributesOf(type), name)
  if (attribute === undefined && isUnused(name)) return written
  if (attribute?.mutability === 'readOnly' || ['id', 'meta'].includes(name))
    throw scimError('scim.readOnly', { attribute: attribute?.name ?? name })
  if (attribute === undefined) throw scimError('scim.path', { path: change.path })
  const old = written[attribute.name]
  const now = attribute.multiValued
    ? changeSeveral(attribute, (old as Part[] | undefined) ?? [], change)
    : changeOne(attribute, old, change)
  const { [attribute.name]: _, ...others } = written
  return now === undefined ? others : { ...others, [attribute.name]: now }
}

function changeOne(attribute: Attribute, old: unknown, { op, target, path, value }: Change): unknown {
  if (target.filter !== undefined) throw scimError('scim.path', { path })
  if (target.sub === undefined) {
    if (op === 'remove') return undefined
    const normal = normalise(attribute, value)
    return isRecord(old) && isRecord(normal) ? { ...old, ...normal } : normal
  }
  const sub = subOf(attribute, target.sub, path)
  const { [sub.name]: _, ...others } = (old as Part | undefined) ?? {}
  const normal = op === 'remove' ? undefined : normalise(sub, value)
  return normal === undefined ? others : { ...others, [sub.name]: normal }
}

function subOf(attribute: Attribute, name: string, path: string): Attribute {
  const sub = attributeIn(attribute.subAttributes ?? [], name)
  if (sub === undefined) throw scimError('scim.path', { path })
  return sub
}

function changeSeveral(attribute: Attribute, old: readonly Part[], change: Change): Part[] | undefined {
  const { op, target, value } = change
  if (target.filter !== undefined || target.sub !== undefined) return changeSome(attribute, old, change)
  if (op === 'remove') return value == null ? undefined : without(attribute, old, value)
  const added = (normalise(attribute, value) as Part[] | undefined) ?? []
  if (op === 'replace') return onePrimary(merged([], added), added)
  return onePrimary(merged(old, added), added)
}

/** Values are the same where their `value` is; the later one counts. */
function merged(old: readonly Part[], added: readonly Part[]): Part[] {
  const byValue = new Map<unknown, Part>()
  for (const part of [...old, ...added])
    byValue.set(part.value ?? part, { ...byValue.get(part.value), ...part })
  return [...byValue.values()]
}

/** Microsoft Entra ID names what goes as the value of a removal. */
function without(attribute: Attribute, old: readonly Part[], value: unknown): Part[] {
  const gone = new Set(((normalise(attribute, value) as Part[] | undefined) ?? []).map(part => part.value))
  return old.filter(part => !gone.has(part.value))
}

/** RFC 7644, 3.5.2: of several values one is primary, the one that was made so last. */
function onePrimary(parts: readonly Part[], touched: readonly Part[]): Part[] {
  const latest = touched.findLast(part => part.primary === true)
  if (latest === undefined) return [...parts]
  return parts.map(part =>
    part.primary === true && part.value !== latest.value ? { ...part, primary: false } : part,
  )
}

/** Those that the filter chooses, all of them without one. */
function changeSome(attribute: Attribute, old: readonly Part[], change: Change): Part[] {
  const { op, target, path, value } = change
  const { filter } = target
  const sub = target.sub === undefined ? undefined : subOf(attribute, target.sub, path)
  const isChosen = (part: Part) => filter === undefined || isMatch(filter, part)
  if (op === 'remove' && sub === undefined) return old.filter(part => !isChosen(part))
  const toNew = (part: Part): Part => {
    if (sub === undefined) return { ...part, ...(normaliseOne(attribute, value) as Part | undefined) }
    const { [sub.name]: _, ...others } = part
    const normal = op === 'remove' ? undefined : normalise(sub, value)
    return normal === undefined ? others : { ...others, [sub.name]: normal }
  }
  if (old.some(isChosen)) {
    const changed = old.map(part => (isChosen(part) ? toNew(part) : part))
    return onePrimary(
      changed,
      changed.filter((part, index) => part !== old[index]),
    )
  }
  if (op === 'remove') return [...old]
  const start = filter === undefined ? {} : startOf(attribute, filter)
  if (op === 'replace' || start === undefined) throw scimError('scim.noTarget', { path })
  const added = toNew(start)
  return onePrimary([...old, added], [added])
}

/** What a new value has by a filter that it has to hold: `type eq "work"`; undefined where that says more. */
function startOf(attribute: Attribute, filter: Filter): Part | undefined {
  if (filter.kind === 'and') {
    const [left, right] = [startOf(attribute, filter.left), startOf(attribute, filter.right)]
    return left && right && { ...left, ...right }
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined
  const sub = attributeIn(attribute.subAttributes ?? [], filter.path)
  return sub && { [sub.name]: filter.value }
}

/** RFC 7644, 3.14: throws 412 where the caller knows another version. */
export function assertMatches(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) return
  const known = ifMatch.split(',').map(tag => tag.trim())
  if (known.includes('*') || known.some(tag => tag.replace(/^W\//, '') === `"${version}"`)) return
  throw new KinoraError('outdated', { status: 412, issues: [{ path: 'meta.version', code: 'scim.changed' }] })
}
