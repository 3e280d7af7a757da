import { type Endpoint, en, fromHeader, KinoraError } from '@kinora/core'
import type { Context } from 'hono'
import { readForm } from './form.ts'
import { coerceText, fieldOf, normaliseKeys } from './shape.ts'

/** What came over the wire as the one flat input of the endpoint, not yet checked: the counterpart of `toWire`. */
export async function readInput(
  endpoint: Endpoint,
  c: Context,
  maxSize: number,
): Promise<Record<string, unknown>> {
  return {
    ...(await readBody(endpoint, c, maxSize)),
    ...readTexts(endpoint, queryOf(c)),
    ...readHeaders(endpoint, c),
    ...readTexts(
      endpoint,
      Object.entries(c.req.param()).map(([name, value]) => [name, [String(value)]]),
    ),
  }
}

type Texts = readonly (readonly [name: string, values: readonly string[]])[]

const queryOf = (c: Context): Texts => Object.entries(c.req.queries())

function readTexts(endpoint: Endpoint, texts: Texts): Record<string, unknown> {
  const entries = texts.flatMap(([name, values]) => {
    const field = fieldOf(endpoint.input, name)
    if (field === undefined) return []
    const value = coerceText(field.schema, values)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(entries)
}

function readHeaders(endpoint: Endpoint, c: Context): Record<string, unknown> {
  return readTexts(
    endpoint,
    Object.entries(endpoint.headers).flatMap(([header, key]) => {
      const value = c.req.header(header)
      return value === undefined || value === '' ? [] : [[key, [fromHeader(value)]] as const]
    }),
  )
}

async function readBody(endpoint: Endpoint, c: Context, maxSize: number): Promise<Record<string, unknown>> {
  if (endpoint.method === 'GET') return {}
  if (endpoint.multipart) return readForm(endpoint, c, maxSize)
  const text = decode(await c.req.arrayBuffer())
  if (text.trim() === '') return {}
  const value = parse(text)
  if (endpoint.body !== undefined)
    return { [endpoint.body]: normaliseKeys(endpoint.input.shape[endpoint.body]!, value) }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noJson()
  return normaliseKeys(endpoint.input, value) as Record<string, unknown>
}

/** Bytes that are no UTF-8 are refused rather than stored as other characters. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw noJson(cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw noJson(cause)
  }
}

const noJson = (cause?: unknown) => new KinoraError('invalid', { cause, detail: en['body.json'] })
