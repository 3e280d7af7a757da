import type { BinaryResponse, Endpoint } from './endpoint.ts'
import { type Change, type ErrorCode, errorCodeOf, type Issue, KinoraError, messageOfBody } from './errors.ts'
import { isBinary } from './wire.ts'
import { fromWireNames, renamePath } from './wire-names.ts'

/** What is read of an answer: any `Response` is one; a platform where that class is slow to load brings its own. */
export type Answer = Pick<Response, 'ok' | 'status' | 'text' | 'body'> & { headers: Pick<Headers, 'get'> }

/** The answer of a call, or the failure that it tells (ERR-02, ERR-07). */
export async function readResponse(endpoint: Endpoint, response: Answer): Promise<unknown> {
  if (!response.ok) throw await failureOf(endpoint, response)
  if (isBinary(endpoint.output)) {
    const contentType = response.headers.get('content-type') ?? endpoint.output.contentTypes[0]
    const fileName = fileNameOf(response.headers.get('content-disposition'))
    return { body: response.body ?? new Blob(), contentType, fileName, ...rangeOf(response) }
  }
  if (response.status === 204) {
    if (endpoint.status !== 204 && endpoint.none === undefined) throw new KinoraError('noContent')
    return endpoint.none
  }
  const text = await response.text()
  if (text === '') throw new KinoraError('timeout')
  try {
    return fromWireNames(endpoint.wireNames().output, JSON.parse(text))
  } catch (cause) {
    throw new KinoraError('server', { cause, status: response.status })
  }
}

/** C-30: 601 is understood as an HTTP status and as `status: 601` in a body. ERR-06: an empty answer is a timeout. */
async function failureOf(endpoint: Endpoint, response: Answer): Promise<KinoraError> {
  const text = await response.text().catch(() => '')
  const body = parse(text)
  const fields = (typeof body === 'object' && body !== null ? body : {}) as {
    status?: unknown
    issues?: unknown
    changes?: unknown
    requestId?: unknown
    code?: unknown
  }
  // A response without a status, as of a blocked request, has 0.
  const status = fields.status === 601 ? 601 : response.status || undefined
  const code = codeOf(status, fields.code)
  const retryAfter = Number(response.headers.get('retry-after'))
  const detail = messageOfBody(body)
  const { input } = endpoint.wireNames()
  // A gateway may answer with issues of its own.
  const inside = <T extends { path: string }>(found: T): T =>
    typeof found.path === 'string' ? { ...found, path: renamePath(input, found.path, 'inside') } : found
  return new KinoraError(
    text === '' && status !== undefined && status >= 500
      ? 'timeout'
      : code === 'conflict' && detail === undefined
        ? 'emailExists'
        : code,
    {
      status,
      detail,
      issues: Array.isArray(fields.issues) ? fields.issues.filter(isObject).map(toIssue).map(inside) : [],
      changes: Array.isArray(fields.changes) ? fields.changes.filter(isChange).map(inside) : [],
      requestId: typeof fields.requestId === 'string' ? fields.requestId : undefined,
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    },
  )
}

const isObject = (value: unknown): value is Issue => typeof value === 'object' && value !== null
const isChange = (value: unknown): value is Change => typeof value === 'object' && value !== null

/** An issue without its sentence, which the catalogue has: in the language of the viewer. */
const toIssue = ({ path, code, params }: Issue): Issue => ({ path, code, ...(params && { params }) })

/** Two codes share a status with another; the body tells them apart. */
function codeOf(status: number | undefined, said: unknown): ErrorCode {
  if (status === 400 && said === 'refused') return 'refused'
  if (status === 409 && said === 'outdated') return 'outdated'
  return errorCodeOf(status)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trimStart().startsWith('<') ? undefined : text
  }
}

/** What a body is a part of; of an answer that isn't told by ranges nothing. */
function rangeOf({ headers }: Answer): Pick<BinaryResponse, 'etag' | 'start' | 'total'> {
  const etag = headers.get('etag')
  if (etag === null || headers.get('accept-ranges') !== 'bytes') return {}
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
  return { etag, start: Number(start ?? 0), total: Number(total ?? headers.get('content-length')) }
}

function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded !== undefined) return decoded(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]
}

/** What isn't encoded as it says is a name as it stands: a download doesn't fail for its name. */
function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
