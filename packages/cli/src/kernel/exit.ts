import { type ErrorCode, isKinoraError, KinoraError } from '@kinora/core/kernel'

/** The documented exit codes. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  signIn: 4,
  network: 5,
  partly: 6,
  conflict: 7,
  changes: 8,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The text of a failure: what happened, why, and how to fix it. */
export interface Explanation {
  what: string
  why?: string
  how?: string
}

/** The same for every copy of this module, as the brand of `KinoraError` is. */
const explained = Symbol.for('kinora.explanation')

/** The three parts that an error was given. */
export const explanationIn = (error: KinoraError): Explanation | undefined =>
  (error.cause as { [explained]?: Explanation } | undefined)?.[explained]

/** An error with its own three parts; the code decides about the exit code. */
export function explain(code: ErrorCode, explanation: Explanation, cause?: unknown): KinoraError {
  const { requestId, issues } = isKinoraError(cause) ? cause : {}
  return new KinoraError(code, {
    detail: explanation.what,
    requestId,
    issues: issues ?? [],
    cause: { [explained]: explanation, cause },
  })
}

/** The command was given wrongly: exit code 2. */
export function usage(what: string, how?: string, why?: string): KinoraError {
  return explain('invalid', { what, why, how })
}

const flagged = Symbol.for('kinora.flags')

/** The flags that mend what an error says of fields. */
export const flagsIn = (error: KinoraError): readonly string[] =>
  (error.cause as { [flagged]?: readonly string[] } | undefined)?.[flagged] ?? []

/** The same error, with the flags of the fields that it is about; `flagOf` knows them by the key of the field. */
export function withFlags(error: unknown, flagOf: (key: string) => string | undefined): unknown {
  if (!isKinoraError(error) || error.cause !== undefined) return error
  const flags = new Set(error.issues.flatMap(({ path }) => flagOf(path.split('.')[0]!) ?? []))
  if (flags.size === 0) return error
  const { code, status, issues, detail, requestId } = error
  return new KinoraError(code, { status, issues, detail, requestId, cause: { [flagged]: [...flags] } })
}

/** Whether this machine had no room left for what was to be written. */
export const isDiskFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Node names no file where a write to an open one fails, or one that is there for a moment: the place that a person has to make room in is said. */
export function named(error: unknown, path: string): unknown {
  return isDiskFull(error) ? Object.assign(error, { path }) : error
}

const barred: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST'])

/** Whether a place on this machine may not be used; Node says of a folder on a read-only disk that it is missing. */
export function isAccessDenied(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  if (!(error instanceof Error)) return false
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  return path !== undefined && (barred.has(code) || (code === 'ENOENT' && syscall === 'mkdir'))
}

/** Whether a file that was being read is another one by now, or gone. */
export const isChangedFile = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotReadableError' || isChangedFile(error.cause))

/** Whether a failure is one of this machine's disk, whatever was asked of the server meanwhile. */
export const isDiskError = (error: unknown): boolean =>
  isDiskFull(error) || isAccessDenied(error) || isChangedFile(error)
