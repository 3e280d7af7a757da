/** What a description of the API takes away from programs that were written against an earlier one. */

type Json = Record<string, unknown>
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  [limit: string]: unknown
}
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}
type Content = Record<string, { schema?: Schema }>
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
  security?: Json[]
  'x-roles'?: unknown[]
  'x-rights'?: unknown[]
  'x-sunset'?: string
}
type Paths = Record<string, Record<string, Operation>>
export interface Description {
  paths: Paths
  webhooks?: Paths
}

/** Of an input what was accepted still is; of an answer what comes is what was promised. */
type Way = 'input' | 'answer'

/**
 * KEY-08: everything in `next` that breaks a program that was written against `before`, in words; nothing where it only adds. A call
 * may go once the day is over that its `x-sunset` has told.
 */
export function breakingChanges(before: Description, next: Description, today: string): string[] {
  const calls = each(before.paths).flatMap(([at, known]) => {
    const now = operationAt(next.paths, at)
    if (now !== undefined) return changesOf(known, now).map(change => `${known.operationId}: ${change}`)
    const sunset = known['x-sunset']
    return sunset !== undefined && sunset < today ? [] : [`${known.operationId}: ${at} is gone`]
  })
  const sent = each(before.webhooks ?? {}).flatMap(([at, known]) => {
    const now = operationAt(next.webhooks ?? {}, at)
    if (now === undefined) return [`${known.operationId} is sent no more`]
    const changes = contentChanges(known.requestBody?.content, now.requestBody?.content, 'answer', 'body')
    return changes.map(change => `${known.operationId}: ${change}`)
  })
  return [...calls, ...sent]
}

const each = (paths: Paths): [at: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  )

function operationAt(paths: Paths, at: string): Operation | undefined {
  const [method = '', path = ''] = at.split(' ')
  return paths[path]?.[method]
}

function changesOf(before: Operation, next: Operation): string[] {
  const id = before.operationId === next.operationId ? [] : [`is called ${next.operationId}`]
  return [
    ...id,
    ...parameterChanges(before.parameters ?? [], next.parameters ?? []),
    ...bodyChanges(before.requestBody, next.requestBody),
    ...answerChanges(before.responses, next.responses),
    ...lost(before['x-roles'], next['x-roles']).map(role => `role ${role} may not call it any more`),
    ...lostRights(before, next),
  ]
}

const lost = (before: unknown[] = [], next: unknown[] = []): unknown[] =>
  before.filter(value => !next.includes(value))

/** None of them means that every key may. */
function lostRights({ 'x-rights': before }: Operation, { 'x-rights': next }: Operation): string[] {
  if (before === undefined || next?.length === 0) return []
  if (next === undefined) return ['no key may call it any more']
  if (before.length === 0) return ['a key needs a right for it']
  return lost(before, next).map(right => `the right ${right} isn’t enough any more`)
}

function parameterChanges(before: Parameter[], next: Parameter[]): string[] {
  const nameOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`
  const known = new Map(before.map(parameter => [nameOf(parameter), parameter]))
  const now = new Map(next.map(parameter => [nameOf(parameter), parameter]))
  const gone = before.filter(parameter => !now.has(nameOf(parameter)))
  return [
    ...gone.map(parameter => `${nameOf(parameter)} is gone`),
    ...next.flatMap(parameter => {
      const [name, was] = [nameOf(parameter), known.get(nameOf(parameter))]
      const isRequired = parameter.required && was?.required !== true
      const changed = was === undefined ? [] : schemaChanges(was.schema, parameter.schema, 'input', name)
      return [...(isRequired ? [`${name} is required`] : []), ...changed]
    }),
  ]
}

function bodyChanges(before: Operation['requestBody'], next: Operation['requestBody']): string[] {
  const isRequired = next?.required === true && before?.required !== true
  return [
    ...(isRequired ? ['a body is required'] : []),
    ...contentChanges(before?.content, next?.content, 'input', 'body'),
  ]
}

function answerChanges(before: Operation['responses'], next: Operation['responses']): string[] {
  const good = Object.entries(before).filter(([status]) => status !== 'default')
  return good.flatMap(([status, answer]) => {
    const now = next[status]
    if (now === undefined) return [`answers ${status} no more`]
    return contentChanges(answer.content, now.content, 'answer', `answer ${status}`)
  })
}

function contentChanges(before: Content = {}, next: Content = {}, way: Way, at: string): string[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const now = next[type]
    if (now === undefined) return [`${at} as ${type} is gone`]
    return schema === undefined || now.schema === undefined ? [] : schemaChanges(schema, now.schema, way, at)
  })
}

const optionsOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf
const typesOf = ({ type }: Schema): string[] | undefined =>
  type === undefined ? undefined : [type].flat().map(String)

function schemaChanges(before: Schema, next: Schema, way: Way, at: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(next)) return []
  if (optionsOf(before) !== undefined || optionsOf(next) !== undefined)
    return optionChanges(before, next, way, at)
  return [
    ...typeChanges(before, next, way, at),
    ...valueChanges(before, next, way, at),
    ...(way === 'input' ? limitChanges(before, next, at) : []),
    ...propertyChanges(before, next, way, at),
    ...innerChanges(before, next, way, at),
  ]
}

/** Each option of the narrower side has one on the other side that it fits. */
function optionChanges(before: Schema, next: Schema, way: Way, at: string): string[] {
  const [was, now] = [optionsOf(before) ?? [before], optionsOf(next) ?? [next]]
  const fits = (one: Schema, other: Schema) => schemaChanges(one, other, way, at).length === 0
  const strange =
    way === 'input'
      ? was.filter(one => !now.some(other => fits(one, other)))
      : now.filter(other => !was.some(one => fits(one, other)))
  if (strange.length === 0) return []
  // One that has changed says what.
  if (was.length === now.length) return was.flatMap((one, index) => schemaChanges(one, now[index]!, way, at))
  return [`${at} ${way === 'input' ? 'takes one of its forms no more' : 'has another form'}`]
}

function typeChanges(before: Schema, next: Schema, way: Way, at: string): string[] {
  const [was, now] = [typesOf(before), typesOf(next)]
  const [narrow, wide] = way === 'input' ? [was, now] : [now, was]
  if (wide === undefined) return []
  const isOther =
    narrow === undefined ||
    narrow.some(type => !wide.includes(type) && !(type === 'integer' && wide.includes('number')))
  return isOther
    ? [`${at} is ${now?.join(' or ') ?? 'anything'}, and was ${was?.join(' or ') ?? 'anything'}`]
    : []
}

/** An answer may have new values: programs are told to expect them. */
function valueChanges(before: Schema, next: Schema, way: Way, at: string): string[] {
  const valuesOf = ({ enum: values, const: only }: Schema) =>
    values ?? (only === undefined ? undefined : [only])
  const [was, now] = [valuesOf(before), valuesOf(next)]
  if (way === 'answer') return was !== undefined && now === undefined ? [`${at} has any value`] : []
  if (now === undefined) return []
  if (was === undefined) return [`${at} takes certain values alone`]
  return lost(was, now).map(value => `${at} takes ${JSON.stringify(value)} no more`)
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function limitChanges(before: Schema, next: Schema, at: string): string[] {
  const grew = lower.filter(limit => Number(next[limit] ?? -Infinity) > Number(before[limit] ?? -Infinity))
  const shrank = upper.filter(limit => Number(next[limit] ?? Infinity) < Number(before[limit] ?? Infinity))
  const other = ['pattern', 'format'].filter(rule => next[rule] !== undefined && next[rule] !== before[rule])
  return [...grew, ...shrank, ...other].map(limit => `${at} has ${limit} ${next[limit]}`)
}

function propertyChanges(before: Schema, next: Schema, way: Way, at: string): string[] {
  const [was, now] = [before.properties ?? {}, next.properties ?? {}]
  const gone = Object.keys(was).filter(name => now[name] === undefined)
  const required =
    way === 'input' ? lost(next.required, before.required) : lost(before.required, next.required)
  return [
    ...gone.map(name => `${at}.${name} is gone`),
    ...required
      .filter(name => !gone.includes(String(name)))
      .map(name => `${at}.${name} ${way === 'input' ? 'is required' : 'may be missing'}`),
    ...Object.entries(was).flatMap(([name, schema]) =>
      now[name] === undefined ? [] : schemaChanges(schema, now[name], way, `${at}.${name}`),
    ),
  ]
}

function innerChanges(before: Schema, next: Schema, way: Way, at: string): string[] {
  const inner = (schema: Schema): Record<string, Schema> => ({
    ...(schema.items && { '[]': schema.items }),
    ...(typeof schema.additionalProperties === 'object' && { '{}': schema.additionalProperties }),
    ...(schema.propertyNames && { ' keys': schema.propertyNames }),
    ...schema.patternProperties,
  })
  const now = inner(next)
  return Object.entries(inner(before)).flatMap(([name, schema]) =>
    now[name] === undefined ? [] : schemaChanges(schema, now[name], way, `${at}${name}`),
  )
}

/** As it is kept: a line for each address, so that a change shows as one. */
export function toText({ paths, ...rest }: Description & Json): string {
  const lines = Object.entries(paths).map(
    ([path, methods]) => `${JSON.stringify(path)}:${JSON.stringify(methods)}`,
  )
  return `${JSON.stringify(rest).slice(0, -1)},"paths":{\n${lines.join(',\n')}\n}}\n`
}
