import { createMessages, type Endpoint, en, isReading, type KinoraError } from '@kinora/core'
import { safe } from './cells.ts'
import { explain } from './exit.ts'
import { contextFlags } from './follow-up.ts'
import { listFor } from './list-for.ts'
import type { Session } from './session.ts'

/** What breaks off a connection that stood; Node's own client and undici have names of their own. */
const brokenOff: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED'])

/** What a gateway says that has lost the server in the middle of a call. */
const lostBehind: ReadonlySet<number> = new Set([502, 504])

/** The code that the network gave a failure, also where a client has wrapped it; codes of other failures are numbers. */
export function networkCode(cause: unknown): string {
  const { code, cause: inner } = (cause ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return inner === undefined ? '' : networkCode(inner)
}

/**
 * A call that changes something and had no answer may have been done. Whoever runs the command again without looking may have it
 * twice, so the words name the command that shows what is there. Undefined where the call was answered or never left.
 */
export function explainLost(
  session: Session,
  url: string,
  { endpoint, error }: { endpoint: Endpoint; error: KinoraError },
): KinoraError | undefined {
  if (session.isResumable || session.isPatient || isReading(endpoint)) return undefined
  if (endpoint.id.startsWith('session.') || error.requestId !== undefined) return undefined
  const what = whatOf(url, error)
  if (what === undefined) return undefined
  const list = listFor(session.world.args)
  const how =
    list === undefined
      ? 'Look at what is there before you run the command again.'
      : safe`Before you run the command again, look at what is there: ${list}${contextFlags(session)}`
  return explain(error.code, { what, why: 'What was asked for may have been done nevertheless.', how }, error)
}

function whatOf(url: string, error: KinoraError): string | undefined {
  const { code, status, cause } = error
  if (code === 'aborted' || code === 'timeout') return createMessages(en).error(error)
  if (code === 'offline')
    return brokenOff.has(networkCode(cause))
      ? safe`The connection to ${url} was lost before it answered`
      : undefined
  return lostBehind.has(status)
    ? safe`${url} answers ${status}: a proxy lost the way to the server`
    : undefined
}
