import type { Contract, Endpoint, Input, Noun, Output } from './endpoint.ts'
import { errorCodeOf, type Issue, isKinoraError, KinoraError, messageOfBody } from './errors.ts'
import { createTokenAge } from './token-age.ts'
import { type FormParts, isBinary, toWire, type WireRequest } from './wire.ts'

export interface Tokens {
  token: string
  refreshToken?: string
}

/** Where the tokens live: local storage, a file, the keyring, or a variable of the host. */
export interface TokenStore {
  get(): Tokens | undefined | Promise<Tokens | undefined>
  set(tokens: Tokens): void | Promise<void>
  clear(): void | Promise<void>
}

/** A request whose sent bytes can be watched (XMLHttpRequest in the browser); `onProgress` gets bytes sent and bytes in all. */
export type WatchedFetch = (
  url: string,
  init: RequestInit,
  onProgress: (sent: number, total: number) => void,
) => Promise<Response>

/**
 * Sends a form in the platform's own way, where it has a better one than `FormData`. Files leave once `hold` resolves; what
 * stands before them may leave at once.
 */
export type SendForm = (
  url: string,
  init: Omit<RequestInit, 'body'>,
  parts: FormParts,
  hold?: Promise<void>,
) => Promise<Response>

export interface SendOptions {
  signal?: AbortSignal
  onProgress?: (sent: number, total: number) => void
  /** Milliseconds until the call ends with `timeout`; 0 waits without end. */
  timeout?: number
  /** Files of a form leave only once it resolves; the call ends where it rejects. */
  hold?: Promise<void> | undefined
  /** For this call alone; they win over the client's own. */
  headers?: Record<string, string>
}

export interface ClientOptions {
  /** Origin, for example `http://127.0.0.1:4700`; empty means the page's own. */
  baseUrl: string
  fetch: typeof fetch
  watchedFetch?: WatchedFetch
  sendForm?: SendForm
  tokens: TokenStore
  /** Asks for new tokens; `undefined` means that the session has ended (AUTH-13, AUTH-20). */
  refresh?: (current: Tokens) => Promise<Tokens | undefined>
  /** Called once when a session ends because a refresh failed. */
  onSignedOut?: () => void
  /** Headers for every call, such as the tenant that customer support has chosen (ROLE-06). */
  headers?: () => Record<string, string>
  /** Milliseconds; 30 000 unless set. */
  timeout?: number
}

export type Send = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: SendOptions,
) => Promise<Output<E>>

/**
 * One place for token, refresh, repeat, timeout and errors. A 401 refreshes once and repeats the call once (AUTH-13, C-58).
 * A file isn't sent with a token that is about to end: it would have to be sent again.
 */
export function createSend(options: ClientOptions): Send {
  const age = createTokenAge()
  let refreshing: Promise<Tokens | undefined> | undefined

  const refresh = (current: Tokens): Promise<Tokens | undefined> => {
    refreshing ??= renew(options, current)
      .then(fresh => {
        if (fresh !== undefined) age.issued(fresh.token)
        return fresh
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }
  /** Where it can't be renewed now, the call finds out for itself. */
  const young = async (tokens: Tokens): Promise<Tokens> => {
    if (tokens.refreshToken === undefined || !age.isEnding(tokens.token)) return tokens
    return (await refresh(tokens).catch(() => undefined)) ?? tokens
  }

  return async (endpoint, input, sendOptions = {}) => {
    const wire = toWire(endpoint, input as Record<string, unknown>)
    const stored = endpoint.allow === 'everyone' ? undefined : await options.tokens.get()
    const tokens = endpoint.multipart && stored !== undefined ? await young(stored) : stored
    try {
      return await once(options, endpoint, wire, tokens, sendOptions)
    } catch (error) {
      if (!isKinoraError(error) || error.code !== 'unauthorised' || tokens === undefined) throw error
      const latest = await options.tokens.get()
      const fresh = latest !== undefined && latest.token !== tokens.token ? latest : await refresh(tokens)
      if (fresh === undefined) throw error
      return await once(options, endpoint, wire, fresh, sendOptions)
    }
  }
}

export type Api<C extends Contract> = {
  readonly [N in keyof C]: {
    readonly [V in keyof C[N]]: (input: Input<C[N][V]>, options?: SendOptions) => Promise<Output<C[N][V]>>
  }
}

/** `api.titles.search({...})` for every endpoint of a contract. */
export function createApi<C extends Contract>(contract: C, send: Send): Api<C> {
  const bind = (group: Noun) =>
    Object.fromEntries(
      Object.entries(group).map(([verb, endpoint]) => [
        verb,
        (input: Record<string, unknown>, options?: SendOptions) => send(endpoint, input, options),
      ]),
    )
  return Object.fromEntries(
    Object.entries(contract).map(([name, group]) => [name, bind(group)]),
  ) as unknown as Api<C>
}

async function renew(options: ClientOptions, current: Tokens): Promise<Tokens | undefined> {
  const fresh = await options.refresh?.(current)
  if (fresh === undefined) {
    await options.tokens.clear()
    options.onSignedOut?.()
    return undefined
  }
  await options.tokens.set(fresh)
  return fresh
}

async function once<E extends Endpoint>(
  options: ClientOptions,
  endpoint: E,
  wire: WireRequest,
  tokens: Tokens | undefined,
  sendOptions: SendOptions,
): Promise<Output<E>> {
  const deadline = timeoutSignal(sendOptions.timeout ?? options.timeout ?? 30_000, sendOptions.signal)
  const headers: Record<string, string> = { ...options.headers?.(), ...sendOptions.headers, ...wire.headers }
  if (tokens !== undefined) headers.authorization = `Bearer ${tokens.token}`
  const init: RequestInit = { method: wire.method, headers, signal: deadline.signal }
  try {
    const { onProgress, hold } = sendOptions
    const response = await transmit(options, { wire, init, onProgress, hold })
    return (await read(endpoint, response)) as Output<E>
  } catch (error) {
    if (isKinoraError(error)) throw error
    if (sendOptions.signal?.aborted) throw new KinoraError('aborted', { cause: error })
    throw new KinoraError(deadline.expired() ? 'timeout' : 'offline', { cause: error })
  } finally {
    deadline.clear()
  }
}

interface Transmission {
  wire: WireRequest
  init: RequestInit
  onProgress: SendOptions['onProgress']
  hold: SendOptions['hold']
}

async function transmit(
  options: ClientOptions,
  { wire, init, onProgress, hold }: Transmission,
): Promise<Response> {
  const url = options.baseUrl + wire.target
  const isForm = wire.body !== undefined && typeof wire.body !== 'string'
  if (isForm && options.sendForm !== undefined)
    return options.sendForm(url, init, wire.body as FormParts, hold)
  await hold
  const whole = {
    ...init,
    body: isForm ? toFormData(wire.body as FormParts) : (wire.body as string | undefined),
  }
  if (onProgress !== undefined && options.watchedFetch !== undefined)
    return options.watchedFetch(url, whole, onProgress)
  return options.fetch(url, whole)
}

function toFormData(parts: FormParts): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, (value as { name?: string }).name ?? 'blob')
  }
  return form
}

function timeoutSignal(milliseconds: number, outer: AbortSignal | undefined) {
  const controller = new AbortController()
  let expired = false
  const timer =
    milliseconds > 0
      ? setTimeout(() => {
          expired = true
          controller.abort()
        }, milliseconds)
      : undefined
  const forward = () => controller.abort(outer?.reason)
  if (outer?.aborted) forward()
  outer?.addEventListener('abort', forward, { once: true })
  return {
    signal: controller.signal,
    expired: () => expired,
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', forward)
    },
  }
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await failureOf(response)
  if (isBinary(endpoint.output)) {
    const contentType = response.headers.get('content-type') ?? endpoint.output.contentType
    const fileName = fileNameOf(response.headers.get('content-disposition'))
    return { body: response.body ?? (await response.blob()), contentType, fileName }
  }
  if (response.status === 204) return undefined
  const text = await response.text()
  if (text === '') throw new KinoraError('timeout')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new KinoraError('server', { cause, status: response.status })
  }
}

/** C-30: 601 is understood as an HTTP status and as `status: 601` in a body. ERR-06: an empty answer is a timeout. */
async function failureOf(response: Response): Promise<KinoraError> {
  const text = await response.text().catch(() => '')
  const body = parse(text)
  const fields = (typeof body === 'object' && body !== null ? body : {}) as {
    status?: unknown
    issues?: unknown
    requestId?: unknown
    code?: unknown
  }
  const status = fields.status === 601 ? 601 : response.status
  const code = status === 400 && fields.code === 'refused' ? 'refused' : errorCodeOf(status)
  const retryAfter = Number(response.headers.get('retry-after'))
  const detail = messageOfBody(body)
  return new KinoraError(
    text === '' && status >= 500
      ? 'timeout'
      : code === 'conflict' && detail === undefined
        ? 'emailExists'
        : code,
    {
      status,
      detail,
      issues: Array.isArray(fields.issues) ? (fields.issues as Issue[]) : [],
      requestId: typeof fields.requestId === 'string' ? fields.requestId : undefined,
      retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    },
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trimStart().startsWith('<') ? undefined : text
  }
}

function fileNameOf(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]
}
