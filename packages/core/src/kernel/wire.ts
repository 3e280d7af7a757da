import type { Binary, Endpoint, Method } from './endpoint.ts'
import { toWireName, toWireNames } from './wire-names.ts'

export interface WireRequest {
  method: Method
  /** Path and query, to be put behind the origin. */
  target: string
  headers: Record<string, string>
  body: string | FormParts | undefined
}

/** A form in the order in which it is sent: fields before files, so that a server can act on them while a file comes. */
export type FormParts = readonly (readonly [name: string, value: string | Blob])[]

/** Splits the one flat input into path, query, headers and body. Keys without a value are left out, constants go along. */
export function toWire(endpoint: Endpoint, input: Record<string, unknown>): WireRequest {
  const rest = new Map(Object.entries(namedOnWire(endpoint, input)))
  const names = endpoint.wireNames().input
  const take = (key: string): unknown => {
    const value = rest.get(key)
    rest.delete(key)
    return value
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(take(key) ?? '')),
  )
  const headers: Record<string, string> = {}
  for (const [header, key] of Object.entries(endpoint.headers)) {
    const value = take(toWireName(names, key))
    if (value !== undefined && value !== null && value !== '') headers[header] = toHeader(String(value))
  }
  const hasBody = endpoint.method !== 'GET' && (endpoint.method !== 'DELETE' || endpoint.body !== undefined)
  const query = new URLSearchParams()
  for (const key of hasBody ? endpoint.query.map(key => toWireName(names, key)) : [...rest.keys()])
    appendQuery(query, key, take(key))
  const search = query.size > 0 ? `?${query}` : ''
  return {
    method: endpoint.method,
    target: path + search,
    headers,
    body: hasBody ? toBody(endpoint, rest, headers) : undefined,
  }
}

/** Whether a part of the path is empty, `.` or `..`, which a URL takes away: another call would answer. Nothing is called so. */
export function namesNothing(endpoint: Endpoint, input: Record<string, unknown>): boolean {
  const given = namedOnWire(endpoint, input)
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].some(([, key]) =>
    ['', '.', '..'].includes(String(given[key!] ?? '')),
  )
}

/** The input with its constants and without what has no value, under the names of the wire. */
function namedOnWire(endpoint: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const whole = { ...endpoint.constants, ...Object.fromEntries(given) }
  return toWireNames(endpoint.wireNames().input, whole) as Record<string, unknown>
}

/** C-90: a header holds ASCII alone, an id any character. */
export const toHeader = (value: string): string => encodeURIComponent(value)

/** What a caller wrote without encoding counts as it stands. */
export function fromHeader(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export const isBinary = (output: Endpoint['output']): output is Binary =>
  'kind' in output && output.kind === 'binary'

function appendQuery(query: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null) return
  query.append(key, Array.isArray(value) ? value.join(',') : String(value))
}

/** A record whose entries are parts of their own. */
function membersOf({ families = {} }: Endpoint, key: string, value: unknown) {
  const [prefix] = Object.entries(families).find(([, field]) => field === key) ?? []
  if (prefix === undefined || typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).map(([name, member]) => [prefix + name, member] as const)
}

function toBody(
  endpoint: Endpoint,
  rest: Map<string, unknown>,
  headers: Record<string, string>,
): string | FormParts {
  if (endpoint.multipart) {
    const parts = [...rest]
      .flatMap(([key, value]) => membersOf(endpoint, key, value) ?? [[key, value] as const])
      .map(([key, value]) => [key, value instanceof Blob ? value : String(value)] as const)
    return parts.sort(([, one], [, other]) => Number(one instanceof Blob) - Number(other instanceof Blob))
  }
  headers['content-type'] = 'application/json'
  return JSON.stringify(
    endpoint.body === undefined
      ? Object.fromEntries(rest)
      : rest.get(toWireName(endpoint.wireNames().input, endpoint.body)),
  )
}

/** The address of a server as those of calls begin: people copy it with a slash at its end. */
export const toBase = (address: string): string => address.replace(/\/+$/, '')
