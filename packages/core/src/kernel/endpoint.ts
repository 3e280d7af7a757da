import * as z from 'zod'
import type { Allow, Role } from '../access.ts'
import { wireNamesOf } from './schema-names.ts'
import type { WireNames } from './wire-names.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type InputSchema = z.ZodObject

/**
 * Whose rows a call is about (decision 0108), beside who may make it (`allow`):
 * - `own`: those of the caller, which for customer support are those of the tenant that it has chosen;
 * - `tenant`: those of one tenant, which the caller must act for: that of the field `tenantId`, its own where the call doesn’t name it;
 * - `managed`: as `own`, but customer support reaches all that administrators do, whichever tenant it has chosen (C-91). A tenant
 *   names itself alone;
 * - `site`: those of one tenant’s site: that of its token, or the one that staff name, of which administrators have every one.
 */
export type CallScope = 'own' | 'tenant' | 'managed' | 'site'

/** An answer that is a file rather than JSON, of one of these types. */
export interface Binary {
  kind: 'binary'
  contentTypes: readonly [string, ...string[]]
}

/** What the client hands back for a binary answer; `fileName` is the one the server gave. */
export interface BinaryResponse {
  body: ReadableStream<Uint8Array> | Blob | Uint8Array | string
  contentType: string
  fileName?: string
  /** Of what can be asked for by ranges: what it is, where the body begins in it and how long all of it is, in bytes. */
  etag?: string
  start?: number
  total?: number
}

/** A call that will go: answers say so in the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link. */
export interface Deprecation {
  /** The day since which it isn't to be used in what is new, such as `2027-03-01`. */
  since: string
  /** The day from which it may be gone; at least six months after. */
  sunset?: string
  /** Address of what says why, and what to use instead. */
  see?: string
}

export interface Endpoint<
  I extends InputSchema = InputSchema,
  O extends z.ZodType | Binary = z.ZodType | Binary,
  S extends CallScope = CallScope,
> {
  /** `noun.verb`, set by `noun()`. */
  id: string
  method: Method
  path: string
  summary: string
  input: I
  output: O
  allow: Allow
  /** Of a call of sites: the roles that may make it as well, for a site that they name (decision 0136). */
  staff: readonly Role[]
  scope: S
  status: 200 | 201 | 204
  /** True for an answer that means something was created: it goes out as 201 whatever `status` says (API-21). */
  created: ((answer: unknown) => boolean) | undefined
  /** What a 204 in place of an answer means, as plain JSON; it is the failure `noContent` unless given. */
  none: unknown
  /** Keys that go to the query string although the method has a body. */
  query: readonly string[]
  /** Fields of the input that have one value and no other, such as `PolicyType`: they go along unasked. */
  constants: Readonly<Record<string, unknown>>
  /** The one key whose value is the whole body (lists of tags). */
  body: string | undefined
  /** Input key by header name. */
  headers: Readonly<Record<string, string>>
  multipart: boolean
  /** Parts of a form that share a prefix, and the record of the input that they make: of `{ file_: 'files' }`, the part `file_de-DE` is the entry `de-DE` of `files`. */
  families: Readonly<Record<string, string>> | undefined
  /** The handler takes the file of the form as it comes, once all other fields have come. */
  streamed: boolean
  /** Answers with what opens something by itself, such as a key: asked only by who is still what the token says (AUTH-02). */
  isSecret: boolean
  deprecated: Deprecation | undefined
  /** Other addresses of the same call. */
  aliases: readonly { method: Method; path: string }[]
  /** The names that input and answer have on the wire, where they are others than inside (law 14). */
  wireNames(): { input?: WireNames | undefined; output?: WireNames | undefined }
}

/** Who may make a call, and whose rows it is about. */
export interface CallAccess<S extends CallScope = CallScope> {
  allow: Allow
  /** None unless given. */
  staff?: readonly Role[]
  /** `own` unless given. */
  scope?: S
}

/** What is asked and answered. */
interface CallOptions<I extends InputSchema, O extends z.ZodType | Binary> {
  summary: string
  input?: I
  output: O
  status?: 200 | 201 | 204
  created?: (answer: O extends z.ZodType ? z.output<O> : never) => boolean
  none?: O extends z.ZodType ? z.output<O> : never
  query?: readonly (keyof z.input<I> & string)[]
  body?: keyof z.input<I> & string
  headers?: Readonly<Record<string, keyof z.input<I> & string>>
  multipart?: boolean
  families?: Readonly<Record<string, keyof z.input<I> & string>>
  streamed?: boolean
  isSecret?: boolean
  deprecated?: Deprecation
  aliases?: readonly { method: Method; path: string }[]
}

export interface EndpointOptions<
  I extends InputSchema,
  O extends z.ZodType | Binary,
  S extends CallScope = CallScope,
> extends CallOptions<I, O>,
    CallAccess<S> {}

/** What a caller passes. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** What a handler receives: the input with defaults filled in. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
/** What comes back. */
export type Output<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.output<E['output']>
  : BinaryResponse

export type Noun = Readonly<Record<string, Endpoint>>
export type Contract = Readonly<Record<string, Noun>>

const nothing = z.object({})

function define(method: Method) {
  return <O extends z.ZodType | Binary, I extends InputSchema = typeof nothing, S extends CallScope = 'own'>(
    path: string,
    options: EndpointOptions<I, O, S>,
  ): Endpoint<I, O, S> => ({
    id: '',
    method,
    path,
    summary: options.summary,
    input: options.input ?? (nothing as unknown as I),
    output: options.output,
    allow: options.allow,
    staff: options.staff ?? [],
    scope: options.scope ?? ('own' as S),
    status: options.status ?? 200,
    created: options.created as Endpoint['created'],
    none: options.none,
    query: options.query ?? [],
    constants: constantsOf(options.input ?? nothing),
    body: options.body,
    headers: options.headers ?? {},
    multipart: options.multipart ?? false,
    families: options.families,
    streamed: options.streamed ?? false,
    isSecret: options.isSecret ?? false,
    deprecated: options.deprecated,
    aliases: options.aliases ?? [],
    wireNames: namesOf(options),
  })
}

/** Read off the schemas when first asked for: most programs call few endpoints. */
function namesOf({
  input,
  output,
}: Pick<EndpointOptions<InputSchema, z.ZodType | Binary>, 'input' | 'output'>) {
  let known: ReturnType<Endpoint['wireNames']> | undefined
  return () => {
    known ??= {
      input: input && wireNamesOf(input),
      output: 'kind' in output && output.kind === 'binary' ? undefined : wireNamesOf(output as z.ZodType),
    }
    return known
  }
}

function constantsOf({ shape }: InputSchema): Record<string, unknown> {
  const constants = Object.entries(shape).filter(
    ([, field]) => field instanceof z.ZodDefault && isConstant(field.unwrap()),
  )
  return Object.fromEntries(constants.map(([key, field]) => [key, (field as z.ZodDefault).def.defaultValue]))
}

const isConstant = (field: unknown) => field instanceof z.ZodLiteral && field.values.size === 1

export const get = define('GET')
export const post = define('POST')
export const put = define('PUT')
export const patch = define('PATCH')
export const del = define('DELETE')

/** The methods, for calls that the same people may make about the same rows; what a call says of either goes before. */
export function callsFor<S extends CallScope = 'own'>(access: CallAccess<S>) {
  const of =
    (define: typeof get) =>
    <O extends z.ZodType | Binary, I extends InputSchema = typeof nothing, T extends CallScope = S>(
      path: string,
      options: CallOptions<I, O> & { allow?: Allow; staff?: readonly Role[]; scope?: T },
    ): Endpoint<I, O, NoInfer<T>> =>
      define(path, { ...(access as CallAccess), ...options } as EndpointOptions<I, O, T>)
  return { get: of(get), post: of(post), put: of(put), patch: of(patch), del: of(del) }
}

export const binary = (...contentTypes: Binary['contentTypes']): Binary => ({ kind: 'binary', contentTypes })
/** Names the endpoints of one resource: `noun('titles', {search})` gives `titles.search`. */
export function noun<const N extends string, E extends Record<string, Endpoint>>(name: N, endpoints: E): E {
  return Object.fromEntries(
    Object.entries(endpoints).map(([verb, endpoint]) => [verb, { ...endpoint, id: `${name}.${verb}` }]),
  ) as E
}
