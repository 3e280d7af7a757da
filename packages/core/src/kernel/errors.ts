import type { MessageKey } from '../messages/en.ts'

/** One thing a person can fix: where it is, which rule it breaks, and the values for its text. */
export interface Issue {
  path: string
  code: MessageKey
  params?: Record<string, string | number>
}

/**
 * The sentence that says how to mend an issue, where there is one. It is shown beside the issue's own sentence (VAL-10, VAL-14,
 * CHAN-14); its values are the issue's `params`, and without them it isn't said.
 */
export const mends: Partial<Record<MessageKey, MessageKey>> = {
  'validation.fileNameCharacters': 'mend.fileNameCharacters',
  'validation.fileNameLength': 'mend.fileNameLength',
  'validation.videoType': 'mend.fileIs',
  'validation.audioType': 'mend.fileIs',
  'validation.fileType': 'mend.fileIs',
  'validation.fileFormat': 'mend.fileIs',
  'validation.imageType': 'mend.fileIs',
}

/** A field that somebody else has saved since: what it held in the version that the caller knows, and what it holds now. */
export interface Change {
  path: string
  before: unknown
  after: unknown
  /** Who saved it last, as people know them. */
  by: string | null
  /** When, as ISO 8601. */
  at: string
}

/** The closed table of failures: HTTP status, exit code of the CLI, and the text shown when the body says nothing (ERR-T1). */
export const errorTable = {
  invalid: { status: 400, exit: 2, text: 'error.400' },
  refused: { status: 400, exit: 1, text: 'error.400' },
  unauthorised: { status: 401, exit: 4, text: 'error.401' },
  forbidden: { status: 403, exit: 4, text: 'error.403' },
  notFound: { status: 404, exit: 3, text: 'error.404' },
  notAllowed: { status: 405, exit: 1, text: 'error.405' },
  conflict: { status: 409, exit: 7, text: 'error.conflict' },
  outdated: { status: 409, exit: 7, text: 'error.outdated' },
  emailExists: { status: 409, exit: 7, text: 'error.409' },
  reused: { status: 422, exit: 7, text: 'error.422' },
  tooLarge: { status: 413, exit: 2, text: 'error.413' },
  tooMany: { status: 429, exit: 4, text: 'error.429' },
  server: { status: 500, exit: 1, text: 'error.500' },
  notImplemented: { status: 501, exit: 1, text: 'error.501' },
  timeout: { status: 502, exit: 5, text: 'error.502' },
  storageFull: { status: 507, exit: 1, text: 'error.507' },
  noContent: { status: 204, exit: 3, text: 'error.204' },
  clubOnly: { status: 601, exit: 7, text: 'error.601' },
  offline: { status: 0, exit: 5, text: 'error.502' },
  aborted: { status: 0, exit: 130, text: 'error.aborted' },
} as const satisfies Record<string, { status: number; exit: number; text: MessageKey }>

export type ErrorCode = keyof typeof errorTable

const brand = Symbol.for('kinora.error')

export interface KinoraErrorOptions {
  /** The sentence a person reads; without it the text of the code is shown. */
  detail?: string
  issues?: readonly Issue[]
  /** Of `outdated`: what was saved since the version that the caller named. */
  changes?: readonly Change[]
  /** The status as it came over the wire, where it differs from the table's. */
  status?: number
  requestId?: string
  /** How long to wait before another try, in seconds. */
  retryAfter?: number
  cause?: unknown
}

/** The one error of the product. Recognise it with `isKinoraError`, never with `instanceof`: two copies of core may be loaded. */
export class KinoraError extends Error {
  override readonly name = 'KinoraError'
  readonly [brand] = true
  readonly code: ErrorCode
  readonly status: number
  readonly issues: readonly Issue[]
  readonly changes: readonly Change[]
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, options: KinoraErrorOptions = {}) {
    super(options.detail ?? code, { cause: options.cause })
    this.code = code
    this.status = options.status ?? errorTable[code].status
    this.issues = options.issues ?? []
    this.changes = options.changes ?? []
    this.detail = options.detail
    this.requestId = options.requestId
    this.retryAfter = options.retryAfter
  }
}

export function isKinoraError(value: unknown): value is KinoraError {
  return typeof value === 'object' && value !== null && brand in value
}

/** Whether a call didn't reach the server or its answer didn't come: what holds for one call holds for the next. */
export const isUnreachable = (error: unknown): boolean =>
  isKinoraError(error) && (error.code === 'offline' || error.code === 'timeout')

/** Wraps whatever was thrown into the one error model; an abort stays an abort. */
export function toKinoraError(value: unknown): KinoraError {
  if (isKinoraError(value)) return value
  if (value instanceof Error && value.name === 'AbortError')
    return new KinoraError('aborted', { cause: value })
  return new KinoraError('server', { cause: value })
}

/** Throws `invalid` when a rule found anything; the issues travel to form, terminal and wire alike. */
export function assertNoIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
}

/** ERR-01, ERR-02: the code for a status; a missing status is a 400, an unknown one is the generic failure. */
export function errorCodeOf(status: number | undefined): ErrorCode {
  if (status === undefined) return 'invalid'
  if (status === 409) return 'conflict'
  const entry = Object.entries(errorTable).find(
    ([code, row]) => row.status === status && code !== 'emailExists' && code !== 'outdated',
  )
  return (entry?.[0] as ErrorCode | undefined) ?? 'server'
}

/** ERR-03, ERR-04: the sentence a body carries: a string unchanged, else message, error.message, title in that order. */
export function messageOfBody(body: unknown): string | undefined {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body
  if (typeof body !== 'object' || body === null) return undefined
  const fields = body as { message?: unknown; error?: unknown; title?: unknown }
  const nested =
    typeof fields.error === 'object' && fields.error !== null
      ? (fields.error as { message?: unknown }).message
      : undefined
  return [fields.message, nested, fields.title].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  )
}
