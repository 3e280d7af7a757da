import {
  createMessages,
  en,
  errorTable,
  isKinoraError,
  KinoraError,
  renamePath,
  toKinoraError,
  type WireNames,
} from '@kinora/core'
import { causesOf, isDeadlock, isDiskFull, isNeverSent, isTimeLimit, isUnreachable } from '../../ports/db.ts'
import { isMediaError } from '../../ports/media.ts'

const messages = createMessages(en)

export interface Failure {
  /** A status that a `Response` can carry (C-30). */
  status: number
  headers: Record<string, string>
  body: {
    status: number
    code: string
    message: string
    issues: readonly unknown[]
    /** Only with `outdated`. */
    changes?: readonly unknown[]
    requestId: string
  }
  /** What the log should say of it; an error of ours is no news. */
  unexpected: unknown
}

/** The one place where an error becomes an answer (ERR-03, ERR-04). What we didn't throw ourselves never shows. */
export function toFailure(
  thrown: unknown,
  requestId: string,
  { isRead = true, names }: { isRead?: boolean; names?: WireNames | undefined } = {},
): Failure {
  const told = busyIn(thrown, isRead) ?? thrown
  const error = toKinoraError(told)
  const known = isKinoraError(told) || error.code === 'aborted'
  const shown = known ? error : toShown(thrown, isRead)
  const status = legal(shown)
  return {
    status,
    headers: headersOf(shown),
    body: {
      status: shown.status,
      code: shown.code,
      message: messages.error(shown),
      // C-126: the one shape of every field's error, for clients that have no catalogue.
      issues: shown.issues.map(issue => ({
        ...issue,
        path: renamePath(names, issue.path, 'wire'),
        message: messages.issue(issue),
        mend: messages.mend(issue),
      })),
      ...(shown.code === 'outdated' && {
        changes: shown.changes.map(change => ({ ...change, path: renamePath(names, change.path, 'wire') })),
      }),
      requestId,
    },
    unexpected: known && status < 500 ? undefined : thrown,
  }
}

/**
 * What passes is 503. With a time to come back nothing was done, and clients ask again by themselves (C-137): of a write the
 * database can't say that, since what it did before in the same call may stand.
 */
function toShown(thrown: unknown, isRead: boolean): KinoraError {
  if (isDiskFull(thrown)) return new KinoraError('storageFull')
  if (isUnreachable(thrown)) return passing(isRead && isNeverSent(thrown) ? 1 : undefined, en['error.503'])
  if (isDeadlock(thrown)) return passing(isRead ? 1 : undefined, en['error.busy'])
  return isTimeLimit(thrown)
    ? passing(isRead ? 30 : undefined, en['error.tooSlow'])
    : new KinoraError('server')
}

/**
 * Law 17, C-137: a limit of our own that ended the work, or the 503 of a thread that had no processor time for it, whatever
 * they came wrapped in. Files are looked at before anything is written, so that a write may be repeated after such a look;
 * after any other limit what it did before may stand.
 */
function busyIn(thrown: unknown, isRead: boolean): KinoraError | undefined {
  for (const cause of causesOf(thrown)) {
    if (isKinoraError(cause)) return cause.status === 503 ? cause : undefined
    if (isOutOfTime(cause))
      return passing(isRead || isMediaError(thrown) ? 2 : undefined, en['error.overloaded'])
  }
  return undefined
}

/** Whether it is what `AbortSignal.timeout` ends work with. */
const isOutOfTime = ({ name }: Error): boolean => name === 'TimeoutError'

const passing = (retryAfter: number | undefined, detail: string): KinoraError =>
  new KinoraError('server', { status: 503, ...(retryAfter !== undefined && { retryAfter }), detail })

/** 601 travels as 409 with the code in the body; an aborted call, which nobody reads any more, as 499. */
function legal(error: KinoraError): number {
  if (error.status >= 400 && error.status <= 599) return error.status
  const { status } = errorTable[error.code]
  if (status === 601) return 409
  return status >= 400 && status <= 599 ? status : 499
}

function headersOf(error: KinoraError): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (error.code === 'unauthorised') headers['www-authenticate'] = 'Bearer'
  if (error.retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(error.retryAfter))
  return headers
}
