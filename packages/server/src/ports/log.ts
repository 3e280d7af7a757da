/** Structured log; the shape of pino's methods. Secrets and tokens are never passed in. */
export interface Log {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
