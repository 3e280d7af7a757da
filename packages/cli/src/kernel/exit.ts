import { type ErrorCode, isKinoraError, KinoraError } from '@kinora/core'

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
