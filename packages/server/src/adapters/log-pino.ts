import { type DestinationStream, pino, stdSerializers } from 'pino'
import type { Log } from '../ports/runtime.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: true })

/** JSON lines on stderr; what could be a secret is struck out even if someone passed it in. */
export function createPinoLog(level: LogLevel, target = standardError()): Log {
  const secrets = ['password', 'token', 'refreshToken', 'secret', 'authorization', 'cookie']
  const redact = { paths: secrets.flatMap(name => [name, `*.${name}`]), remove: true }
  return pino({ level, base: undefined, redact, serializers: { err: toLogged } }, target)
}

/** Where an error of the database holds values of its statement: they may be anything a person has sent. */
const values = new Set(['params', 'parameters', 'detail', 'where', 'internalQuery'])

/** An error with its causes, without the values of the statement that failed. */
function toLogged(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, stack, message: _, ...rest } = stdSerializers.err(error)
  const message = withoutValues(error)
  const kept = Object.entries(rest).filter(
    ([name]) => !values.has(name) && name !== 'cause' && name !== 'raw',
  )
  return {
    type,
    message,
    stack: error.stack?.replace(error.message, () => message) ?? stack,
    ...Object.fromEntries(kept),
    ...(error.cause !== undefined && { cause: toLogged(error.cause) }),
  }
}

/** Drizzle appends the values of the statement, and the database the one that it could not read. */
function withoutValues(error: Error): string {
  const { message } = error
  if ('params' in error) return message.replace(/\nparams: [\s\S]*$/, '')
  return 'severity' in error ? message.replace(/: "[\s\S]*"$/, '') : message
}
