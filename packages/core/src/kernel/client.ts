import { isReading } from '../access.ts'
import type { Contract, Endpoint, Input, Noun, Output } from './endpoint.ts'
import { isKinoraError, KinoraError } from './errors.ts'
import {
  createLostCalls,
  IDEMPOTENCY_HEADER,
  isAnswerLost,
  nameOfCall,
  newIdempotencyKey,
  takesIdempotencyKey,
} from './idempotency.ts'
import { type Answer, readResponse } from './response.ts'
import { isBusy, type RetryPolicy, retry, retryPolicy, type Sleep } from './retry.ts'
import { createTokenAge } from './token-age.ts'
import { type FormParts, namesNothing, toBase, toWire, type WireRequest } from './wire.ts'

/** The header that names the calling program to the server. */
export const CLIENT_HEADER = 'x-kinora-client'
/** Names the version of the server with every answer. */
export const VERSION_HEADER = 'x-kinora-version'

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

/** A token that is given and never renewed, such as an API key (KEY-01); none for a client that signs nobody in. */
export const fixedTokens = (tokens: Tokens | undefined): TokenStore => ({
  get: () => tokens,
  set() {},
  clear() {},
})

/** A request whose sent bytes can be watched (XMLHttpRequest in the browser); `onProgress` gets bytes sent and bytes in all. */
export type FetchWithProgress = (
  url: string,
  init: RequestInit,
  onProgress: (sent: number, total: number) => void,
) => Promise<Response>

/** Sends a form in the platform's own way, where it has a better one than `FormData`. */
export type SendForm = (url: string, init: Omit<RequestInit, 'body'>, parts: FormParts) => Promise<Answer>

export interface SendOptions {
  signal?: AbortSignal
  onProgress?: (sent: number, total: number) => void
  /** Milliseconds until the call ends with `timeout`; 0 waits without end. */
  timeout?: number
  /** For this call alone; they win over the client's own. */
  headers?: Record<string, string>
  /** For this call alone; it wins over the client's own. */
  retryPolicy?: RetryPolicy
  /** KEY-08: the same for the same thing, over retries of the caller's own; a new one for each call unless given. */
  idempotencyKey?: string
}

export interface ClientOptions {
  /** Origin, for example `http://127.0.0.1:4700`; empty means the page's own. */
  baseUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Answer>
  watchedFetch?: FetchWithProgress
  sendForm?: SendForm
  tokens: TokenStore
  /** Asks for new tokens; `undefined` means that the session has ended (AUTH-13, AUTH-20). */
  refresh?: (current: Tokens) => Promise<Tokens | undefined>
  /** Called once when a session ends because a refresh failed. */
  onSignedOut?: () => void
  /** Which program calls; the server's audit entries say so (`api` where it is left out). */
  client?: 'portal' | 'embed' | 'cli'
  /** Headers for every call, such as the tenant that customer support has chosen (ROLE-06). */
  headers?: () => Record<string, string>
  /** Milliseconds; 30 000 unless set. */
  timeout?: number
  /** Waits before a call is repeated. */
  sleep?: Sleep
  /** How long a call that is refused for load is repeated; as somebody at a screen waits, unless set. */
  retryPolicy?: RetryPolicy
  /** Called before each wait. */
  onRetry?: (error: KinoraError, milliseconds: number) => void
}

export type Send = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: SendOptions,
) => Promise<Output<E>>

/**
 * One place for token, refresh, repeat, timeout and errors. A 401 refreshes once and repeats the call once (AUTH-13, C-58);
 * what the server is too busy for is asked again (C-137). A file isn't sent with a token that is about to end: it would have to be sent again.
 * What makes something carries one idempotency key over all its tries, and over a call that repeats one whose answer was lost (KEY-08).
 */
export function createSend(options: ClientOptions): Send {
  const age = createTokenAge()
  const lostCalls = createLostCalls()
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
    const given = input as Record<string, unknown>
    if (namesNothing(endpoint, given)) throw new KinoraError('notFound')
    const wire = toWire(endpoint, given)
    const call = () =>
      retry(
        {
          ...(sendOptions.retryPolicy ?? options.retryPolicy ?? retryPolicy.screen),
          may: error => isBusy(endpoint, error),
          sleep: options.sleep,
          signal: sendOptions.signal,
          onRetry: options.onRetry,
        },
        () => ask(endpoint, wire, sendOptions),
      )
    const answer = await (takesIdempotencyKey(endpoint) ? once(wire, sendOptions, call) : call())
    if (endpoint.allow !== 'everyone' && !isReading(endpoint)) lostCalls.forget()
    return answer
  }

  /** KEY-08: a call under one key, whatever it takes until it is answered. */
  async function once<T>(wire: WireRequest, sendOptions: SendOptions, call: () => Promise<T>): Promise<T> {
    const name = nameOfCall(wire, { ...options.headers?.(), ...sendOptions.headers })
    const key = sendOptions.idempotencyKey ?? lostCalls.keyOf(name) ?? newIdempotencyKey()
    wire.headers[IDEMPOTENCY_HEADER] = key
    try {
      return await call()
    } catch (error) {
      if (isKinoraError(error) && isAnswerLost(error)) lostCalls.lost(name, key)
      else lostCalls.answered(name)
      throw error
    }
  }

  async function ask<E extends Endpoint>(
    endpoint: E,
    wire: WireRequest,
    sendOptions: SendOptions,
  ): Promise<Output<E>> {
    const stored = endpoint.allow === 'everyone' ? undefined : await options.tokens.get()
    const tokens = endpoint.multipart && stored !== undefined ? await young(stored) : stored
    try {
      return await exchange(options, endpoint, wire, tokens, sendOptions)
    } catch (error) {
      if (!isKinoraError(error) || error.code !== 'unauthorised') throw error
      // Somebody signed out elsewhere, in another tab of this browser.
      if (tokens === undefined && endpoint.allow !== 'everyone') options.onSignedOut?.()
      if (tokens === undefined) throw error
      const latest = await options.tokens.get()
      const fresh = latest !== undefined && latest.token !== tokens.token ? latest : await refresh(tokens)
      if (fresh === undefined) throw error
      return await exchange(options, endpoint, wire, fresh, sendOptions)
    }
  }
}

/** Without retries of its own, for calls that are retried where they are made: two policies would multiply. */
export const withoutRetry =
  (send: Send): Send =>
  (endpoint, input, options) =>
    send(endpoint, input, { retryPolicy: retryPolicy.none, ...options })

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
  const latest = await options.tokens.get()
  // Another call or tab has brought new tokens meanwhile, as a change of password or another account's sign-in does.
  if (latest !== undefined && latest.token !== current.token) return latest
  // Who signed out meanwhile stays out.
  if (fresh === undefined || latest === undefined) {
    await options.tokens.clear()
    options.onSignedOut?.()
    return undefined
  }
  await options.tokens.set(fresh)
  return fresh
}

async function exchange<E extends Endpoint>(
  options: ClientOptions,
  endpoint: E,
  wire: WireRequest,
  tokens: Tokens | undefined,
  sendOptions: SendOptions,
): Promise<Output<E>> {
  const deadline = timeoutSignal(sendOptions.timeout ?? options.timeout ?? 30_000, sendOptions.signal)
  const headers: Record<string, string> = { ...options.headers?.(), ...sendOptions.headers, ...wire.headers }
  if (options.client !== undefined) headers[CLIENT_HEADER] = options.client
  if (tokens !== undefined) headers.authorization = `Bearer ${tokens.token}`
  const init: RequestInit = { method: wire.method, headers, signal: deadline.signal }
  try {
    const response = await transmit(options, { wire, init, onProgress: sendOptions.onProgress })
    return (await readResponse(endpoint, response)) as Output<E>
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
}

async function transmit(options: ClientOptions, { wire, init, onProgress }: Transmission): Promise<Answer> {
  const url = toBase(options.baseUrl) + wire.target
  const isForm = wire.body !== undefined && typeof wire.body !== 'string'
  if (isForm && options.sendForm !== undefined) return options.sendForm(url, init, wire.body as FormParts)
  const whole = {
    ...init,
    body: isForm ? toFormData(wire.body as FormParts) : (wire.body as string | undefined),
  }
  if (onProgress !== undefined && options.watchedFetch !== undefined)
    return options.watchedFetch(url, whole, onProgress)
  // Called by itself: `fetch` of a window refuses to be a method of other things.
  const { fetch } = options
  return fetch(url, whole)
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
