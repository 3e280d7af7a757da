import * as z from 'zod'
import type { Contract, Endpoint, InputSchema, Method } from './endpoint.ts'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY_MAX, takesIdempotencyKey } from './idempotency.ts'
import { wireNameOf } from './schema-names.ts'
import { isBinary } from './wire.ts'

type Json = Record<string, unknown>

export interface OpenApiInfo {
  title: string
  version: string
  /** KEY-02: the rights of which a key needs one for a call; none where every key may make it, undefined where none may. */
  rightsOf?(id: string): readonly string[] | undefined
}

/** An address that hands out bytes beside the contract, as OpenAPI writes it: `/media/raw/{tag}`; or takes some. */
export interface FilePath {
  path: string
  id: string
  summary: string
  isOpen: boolean
  /** It takes bytes by POST instead. */
  isReceived?: boolean
}

/** What is sent to addresses of others, as OpenAPI's `webhooks` has it. */
export interface Sent {
  type: string
  summary: string
  schema: z.ZodType
}

interface Beside {
  files?: readonly FilePath[]
  sent?: readonly Sent[]
}

/** The contract as an OpenAPI 3.1 document: every call under every address it has, with unique operation ids. */
export function toOpenApi(
  contract: Contract,
  info: OpenApiInfo,
  { files = [], sent = [] }: Beside = {},
): Json {
  const paths: Record<string, Json> = {}
  for (const [name, noun] of Object.entries(contract)) {
    for (const endpoint of Object.values(noun)) {
      for (const [index, { method, path }] of [endpoint, ...endpoint.aliases].entries()) {
        const id = index === 0 ? endpoint.id : `${endpoint.id}.${method.toLowerCase()}${index}`
        paths[path] = {
          ...paths[path],
          [method.toLowerCase()]: operation(endpoint, { id, path, tag: name, rightsOf: info.rightsOf }),
        }
      }
    }
  }
  for (const file of files)
    paths[file.path] = file.isReceived ? { post: reception(file) } : { get: download(file) }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: info.title, version: info.version, description },
    servers: [{ url: '/' }],
    tags: [...Object.keys(contract), ...(files.length > 0 ? ['files'] : [])].map(name => ({ name })),
    paths,
    ...(sent.length > 0 && {
      webhooks: Object.fromEntries(sent.map(each => [each.type, { post: sending(each) }])),
    }),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key for machines, from keys.create: kn_live_ or kn_test_ and 49 letters and digits; x-rights are those of which it needs one; or the token of an embed session, from embed-sessions.create: kn_embed_ and as many',
        },
        site: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a tenant’s site, from tenants.token',
        },
      },
      schemas: { Failure: failure },
      responses: {
        Failure: { description: 'What went wrong', content: json({ $ref: '#/components/schemas/Failure' }) },
      },
    },
  }
}

const description = `Addresses stay, and what comes is added: ignore fields that you don’t know, and tell errors by \`code\`. A call that will go says so by \`Deprecation\`, \`Sunset\` and \`Link\`.

With a POST that takes \`idempotency-key\` send a new one for each new thing: the same call sent again is done once and answers as the first time, with \`Idempotent-Replayed: true\`. The same key with something else is 422; 409 with \`Retry-After\` says that the first is still being worked on. Keys last 24 hours.

Answers to keys for machines have \`RateLimit-Limit\`, \`RateLimit-Remaining\`, \`RateLimit-Reset\` and \`RateLimit-Policy\`. Lists take \`page\` and \`take\`. Examples: docs/api.md of the source.`

const failure = {
  type: 'object',
  required: ['status', 'code', 'message', 'issues', 'requestId'],
  properties: {
    status: { type: 'integer', description: 'HTTP status, or 601 where that is meant' },
    code: { type: 'string' },
    message: { type: 'string', description: 'The sentence that a person reads' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          params: { type: 'object' },
          message: {
            type: 'string',
            description: 'What is to be mended at this field, as a person reads it',
          },
          mend: { type: 'string', description: 'How to mend it, where the server knows' },
        },
      },
    },
    requestId: { type: 'string' },
  },
}

interface Operation extends Pick<OpenApiInfo, 'rightsOf'> {
  id: string
  path: string
  tag: string
}

function operation(endpoint: Endpoint, { id, path, tag, rightsOf }: Operation): Json {
  const fields = fieldsOf(endpoint.input)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  const wire = (key: string) => wireNameOf(key, endpoint.input.shape[key])
  const inHeader = Object.entries(endpoint.headers).map(([header, key]) => [header, wire(key)] as const)
  const taken = new Set([...inPath, ...inHeader.map(([, key]) => key)])
  const hasBody = bodyMethods.has(endpoint.method) || endpoint.body !== undefined
  const rest = Object.keys(fields).filter(key => !taken.has(key))
  const asked = endpoint.query.map(wire)
  const inQuery = rest.filter(key => !hasBody || asked.includes(key))
  const inBody = rest.filter(key => !inQuery.includes(key))
  const parameters = [
    ...inPath.map(key => parameter('path', key, fields[key])),
    ...inQuery.map(key => parameter('query', key, fields[key])),
    ...inHeader.map(([header, key]) => parameter('header', header, fields[key])),
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ]
  return {
    operationId: id,
    summary: endpoint.summary,
    tags: [tag],
    ...(endpoint.deprecated && {
      deprecated: true,
      'x-deprecated-since': endpoint.deprecated.since,
      ...(endpoint.deprecated.sunset !== undefined && { 'x-sunset': endpoint.deprecated.sunset }),
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && inBody.length > 0 && { requestBody: requestBody(endpoint, fields, inBody) }),
    responses: {
      [endpoint.status]: success(endpoint),
      ...(endpoint.created !== undefined && { 201: success(endpoint) }),
      default: { $ref: '#/components/responses/Failure' },
    },
    ...securityOf(endpoint, rightsOf?.(endpoint.id)),
  }
}

/** KEY-08 */
const idempotencyKey: Json = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description: 'A new one for each new thing, such as a UUID: the same call sent again with it is done once',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
}

function securityOf({ allow, staff }: Endpoint, rights: readonly string[] | undefined): Json {
  const person = rights === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { key: [] }]
  const byKey = rights !== undefined && { 'x-rights': rights }
  if (allow === 'everyone') return { security: [] }
  if (allow === 'site' && staff.length > 0)
    return { security: [{ site: [] }, ...person], 'x-roles': [...staff], ...byKey }
  if (allow === 'site') return { security: [{ site: [] }] }
  return { security: person, 'x-roles': [...allow], ...byKey }
}

function download({ path, id, summary, isOpen }: FilePath): Json {
  const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => parameter('path', match[1]!, undefined))
  const range = parameter('header', 'range', undefined)
  return {
    operationId: id,
    summary,
    tags: ['files'],
    parameters: [...inPath, range],
    responses: {
      200: { description: summary, content },
      206: { description: 'The range that was asked for', content },
      default: { $ref: '#/components/responses/Failure' },
    },
    security: isOpen ? [] : [{ bearer: [] }],
  }
}

function reception({ path, id, summary }: FilePath): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => parameter('path', match[1]!, undefined))
  return {
    operationId: id,
    summary,
    tags: ['files'],
    parameters: inPath,
    requestBody: { required: true, content: json({}) },
    responses: { 200: { description: 'Taken' }, default: { $ref: '#/components/responses/Failure' } },
    security: [],
  }
}

/** HOOK-01 */
function sending({ type, summary, schema }: Sent): Json {
  const header = (name: string) => parameter('header', name, undefined)
  return {
    operationId: `webhook.${type}`,
    summary,
    tags: ['webhooks'],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
    requestBody: { required: true, content: json(toSchema(schema, 'output')) },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'Gone: nothing is sent there any more' },
    },
    security: [],
  }
}

const bodyMethods = new Set<Method>(['POST', 'PUT', 'PATCH'])

interface Field {
  schema: Json
  required: boolean
}

function fieldsOf(input: InputSchema): Record<string, Field> {
  const { properties = {}, required = [] } = toSchema(input, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, { schema, required: required.includes(key) }]),
  )
}

function parameter(place: 'path' | 'query' | 'header', name: string, field: Field | undefined): Json {
  const schema = field?.schema ?? { type: 'string' }
  const list = place === 'query' && schema.type === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: place, required: place === 'path' || (field?.required ?? false), schema, ...list }
}

function requestBody(endpoint: Endpoint, fields: Record<string, Field>, keys: readonly string[]): Json {
  if (endpoint.body !== undefined) {
    const field = fields[wireNameOf(endpoint.body, endpoint.input.shape[endpoint.body])]!
    return { required: field.required, content: json(field.schema) }
  }
  const families = Object.entries(endpoint.families ?? {})
  const plain = keys.filter(key => families.every(([, field]) => field !== key))
  const required = plain.filter(key => fields[key]!.required)
  const members = families.map(([prefix, key]) => [`^${prefix}`, fields[key]!.schema.additionalProperties])
  const schema = {
    type: 'object',
    properties: Object.fromEntries(plain.map(key => [key, fields[key]!.schema])),
    ...(members.length > 0 && { patternProperties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
  }
  const content = endpoint.multipart ? { 'multipart/form-data': { schema } } : json(schema)
  return { required: required.length > 0, content }
}

function success({ output, status, summary }: Endpoint): Json {
  if (isBinary(output)) {
    const file = { schema: { type: 'string', format: 'binary' } }
    return {
      description: summary,
      content: Object.fromEntries(output.contentTypes.map(type => [type, file])),
    }
  }
  return status === 204
    ? { description: summary }
    : { description: summary, content: json(toSchema(output, 'output')) }
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** A file has no JSON type of its own: OpenAPI calls it a binary string. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type === 'custom') Object.assign(jsonSchema, { type: 'string', format: 'binary' })
      if (def.type === 'object') nameOnWire(jsonSchema, def.shape)
      const values = jsonSchema.wireValues as Record<string, string> | undefined
      if (values !== undefined)
        jsonSchema.enum = jsonSchema.enum?.map(value => values[String(value)] ?? value)
      delete jsonSchema.wire
      delete jsonSchema.wireValues
    },
  })
  return rest
}

/** Properties are called as on the wire, whatever their names are inside. */
function nameOnWire(schema: z.core.JSONSchema.BaseSchema, shape: z.core.$ZodShape): void {
  const wire = (name: string) => wireNameOf(name, shape[name])
  const { properties, required } = schema
  if (properties !== undefined)
    schema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [wire(name), property]),
    )
  if (required !== undefined) schema.required = required.map(wire)
}
