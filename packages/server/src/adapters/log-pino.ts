import { pino } from 'pino'
import type { Log } from '../ports/log.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on stderr; what could be a secret is struck out even if someone passed it in. */
export function createPinoLog(level: LogLevel): Log {
  const secrets = ['password', 'token', 'refreshToken', 'secret', 'authorization', 'cookie']
  return pino(
    { level, base: undefined, redact: { paths: secrets.flatMap(name => [name, `*.${name}`]), remove: true } },
    pino.destination({ dest: 2, sync: true }),
  )
}
