import {
  type Endpoint,
  en,
  isAnswerLost,
  isKinoraError,
  isReading,
  isRetryable,
  type KinoraError,
  retry,
  retryPolicy,
  type SendOptions,
} from '@kinora/core'
import { safe } from './cells.ts'
import { explain, usage } from './exit.ts'
import { contextFlags, listFor, profileFlag, quoted } from './hints.ts'
import { messages } from './messages.ts'
import type { Session } from './session.ts'
import { text } from './texts.ts'
import type { Clock } from './world.ts'

/** What a server that is starting answers, and a proxy that can't reach the one behind it. */
const unavailable: ReadonlySet<number> = new Set([502, 503, 504])

/** A failure of the way to the server, in words that tell one from another. */
export function explainConnection(url: string, error: unknown, context: string): unknown {
  if (!isKinoraError(error)) return error
  if (error.detail === en['session.chooseTenant'])
    return usage(text('usage.missingFlag', { flag: '--tenant' }), text('tenants.how'), text('tenants.why'))
  if (error.code === 'offline' && error.requestId === undefined) {
    const why = whyOffline(error, url)
    return explain(
      'offline',
      { what: text('offline.what', { url }), why, how: text('how.offline', { context }) },
      error,
    )
  }
  if (error.requestId === undefined && unavailable.has(error.status)) {
    const why = safe`It answers ${error.status}: the server is starting, or a proxy can’t reach it.`
    return explain(
      'offline',
      { what: text('offline.what', { url }), why, how: text('how.timeout', { context }) },
      error,
    )
  }
  if (!isForeign(error, url)) return error
  const what = text('session.notKinora', { url })
  return explain('offline', {
    what,
    how: 'Check the host, port and path of the address: --url or KINORA_URL.',
  })
}

/** No token has expired where there never was one. */
export function explainSignIn(url: string, error: unknown, session: Session): unknown {
  if (!isKinoraError(error) || error.code !== 'unauthorised')
    return explainConnection(url, error, contextFlags(session))
  const how = text('session.noneHow', { url: quoted(url), profile: profileFlag(session) })
  return explain('unauthorised', { what: safe`Not signed in at ${url}`, how }, error)
}

/** A sign-in that the server accepts no more: the profile and the server that it was for are named. */
export function explainExpired(url: string, error: unknown, session: Session): unknown {
  if (!isKinoraError(error) || error.code !== 'unauthorised' || error.issues.length > 0)
    return explainConnection(url, error, contextFlags(session))
  const how = text('session.noneHow', { url: quoted(url), profile: profileFlag(session) })
  const what = messages.error(error)
  return explain('unauthorised', { what, why: text('why.unauthorised'), how }, error)
}

function whyOffline({ cause }: KinoraError, url: string): string {
  const code = networkCode(cause)
  const { message = '' } = (cause ?? {}) as Error
  const { hostname, host } = new URL(url)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return safe`No host is named ${hostname}.`
  if (code === 'ECONNREFUSED') return safe`Nothing answers at ${host}: the connection was refused.`
  if (code.startsWith('ERR_SSL') || code === 'EPROTO' || /certificate/i.test(message))
    return safe`No secure connection is possible: ${message}`
  if (connectionLost.has(code)) return 'The connection was lost before the server answered.'
  return text('why.offline')
}

/** Kinora numbers every failure; another program at the address doesn't, and on a wrong path Kinora has no API. */
function isForeign({ code, requestId, issues, detail }: KinoraError, url: string): boolean {
  if (['aborted', 'timeout', 'offline'].includes(code)) return false
  if (requestId === undefined) return issues.length === 0
  return detail === en['error.api404'] && new URL(url).pathname !== '/'
}

/** Retries a call whose response was lost; a server that was never there is reported at once. */
export function createCommandRetry(clock: Clock, signal: AbortSignal) {
  let isReached = false
  return async <T>(call: () => Promise<T>, isWorth = isRetryable): Promise<T> => {
    const may = (error: KinoraError) => isWorth(error) && (isReached || isResponseLost(error))
    const answer = await retry({ ...retryPolicy.command, may, sleep: sleepOf(clock), signal }, call)
    isReached = true
    return answer
  }
}

/** KEY-08: what carries an idempotency key is asked again where its answer was lost, or is still being made. */
export const isUnanswered = (error: KinoraError): boolean =>
  isAnswerLost(error) || error.retryAfter !== undefined

/** Polls again while the server that does the work can't be reached: a minute and a half. */
export const retryWhileUnreachable = <T>(
  { world }: Session,
  look: (options: SendOptions) => Promise<T>,
): Promise<T> => {
  const signal = world.interrupted
  const call = () => look({ retryPolicy: retryPolicy.none })
  return retry({ ...retryPolicy.work, sleep: sleepOf(world.clock), signal }, call)
}

const sleepOf =
  (clock: Clock): Clock['sleep'] =>
  (milliseconds, signal) =>
    clock.sleep(milliseconds, signal)

/** The server took the call: only its answer is missing, or it can't answer yet. */
const isResponseLost = ({ code, cause }: KinoraError): boolean =>
  code !== 'offline' || connectionLost.has(networkCode(cause))

/** What breaks off a connection that stood. */
const connectionLost: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/** What a gateway says that has lost the server in the middle of a call. */
const gatewayErrors: ReadonlySet<number> = new Set([502, 504])

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
export function explainLostResponse(
  session: Session,
  url: string,
  { endpoint, error }: { endpoint: Endpoint; error: KinoraError },
): KinoraError | undefined {
  if (session.isResumable || session.isRetrying || isReading(endpoint)) return undefined
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
  if (code === 'aborted' || code === 'timeout') return messages.error(error)
  if (code === 'offline')
    return connectionLost.has(networkCode(cause))
      ? safe`The connection to ${url} was lost before it answered`
      : undefined
  return gatewayErrors.has(status)
    ? safe`${url} answers ${status}: a proxy lost the way to the server`
    : undefined
}
