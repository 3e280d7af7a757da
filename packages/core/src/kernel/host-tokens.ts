import type { TokenStore, Tokens } from './client.ts'
import { isKinoraError, KinoraError } from './errors.ts'
import { createTokenAge } from './token-age.ts'

/** The token of a host that signs people in itself; nothing while it has none. */
export type HostToken = string | null | undefined
/** Why a host is asked: no token is known yet, the one that is will end in a moment, or the server has refused it. */
export type TokenReason = 'start' | 'ending' | 'refused'
/** A host's answer to the question for its token. */
export type GetToken = (asked: { reason: TokenReason }) => HostToken | Promise<HostToken>

/** EMBED-01: milliseconds that a host has to hand out a token; one that never answers would leave its page blank for ever. */
export const HOST_TOKEN_LIMIT = 10_000
/** Milliseconds before its end at which a token whose end the server has told is asked for anew. */
const MARGIN = 30_000
/** Milliseconds in which a host isn't asked again because a token ends, or was refused: each call of its page would ask. */
const QUIET = 30_000
/** The same of one that failed, which may be itself again sooner. */
const QUIET_AFTER_FAILURE = 5000

export interface HostTokenListeners {
  /** Called with what a host threw, or with why it was waited for no longer. */
  onFailed?: ((cause: unknown) => void) | undefined
  /** The host has handed out another token in place of one that was known. */
  onRenewed?: () => void
}

export interface HostTokens extends TokenStore {
  /** The server has refused this one. Nothing where the host has no other, or was asked for another a moment ago. */
  renew(refused: Tokens): Promise<Tokens | undefined>
  /** When the current one ends, as the server tells it (ISO 8601). */
  ends(at: string | undefined): void
  /** Somebody wants to try: the host is asked although it was a moment ago. */
  askAnew(): void
}

/**
 * EMBED-01: one question to the host for all who need its token at once; what it answers is used until it ends, is refused, or is
 * cleared. A host that has none, only one that is refused, or that fails is left alone for a while. Throws `server` with
 * `ui.host.failed` where it throws, doesn't answer in time, or answers with what can be no token.
 */
export function createHostTokens(
  getToken: GetToken,
  { onFailed, onRenewed }: HostTokenListeners = {},
): HostTokens {
  const age = createTokenAge()
  let known: Tokens | undefined
  let endsAt: number | undefined
  let asking: Promise<Tokens | undefined> | undefined
  let endingAskedUntil = 0
  let quiet: { until: number; failure?: KinoraError } = { until: 0 }
  const ask = (reason: TokenReason): Promise<Tokens | undefined> => {
    asking ??= inTime(async () => checkToken(await getToken({ reason })))
      .then(
        token => {
          // Where there is no other now, the one there is counts as long as the server takes it.
          if (!token && reason === 'ending') return known
          const before = known?.token
          if (token !== before) endsAt = undefined
          known = token ? { token } : undefined
          if (token && before !== undefined && token !== before) onRenewed?.()
          if (known === undefined || reason === 'refused') quiet = { until: Date.now() + QUIET }
          return known
        },
        cause => {
          onFailed?.(cause)
          const failure = toFailure(cause)
          quiet = { until: Date.now() + QUIET_AFTER_FAILURE, failure }
          throw failure
        },
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  /** What a host that is left alone answered with last. */
  const askUnlessQuiet = async (reason: TokenReason): Promise<Tokens | undefined> => {
    if (asking !== undefined || Date.now() >= quiet.until) return ask(reason)
    if (quiet.failure !== undefined) throw quiet.failure
    return undefined
  }
  const isEnding = ({ token }: Tokens): boolean =>
    age.isEnding(token) || (endsAt !== undefined && endsAt - Date.now() < MARGIN)
  return {
    async get() {
      if (known === undefined) return askUnlessQuiet('start')
      if (!isEnding(known) || Date.now() < endingAskedUntil) return known
      endingAskedUntil = Date.now() + QUIET
      const before = known
      return ask('ending').catch(() => before)
    },
    async renew(refused) {
      if (known !== undefined && known.token !== refused.token) return known
      const fresh = await askUnlessQuiet('refused')
      return fresh?.token === refused.token ? undefined : fresh
    },
    ends(at) {
      endsAt = at === undefined ? undefined : Date.parse(at)
    },
    askAnew() {
      quiet = { until: 0 }
    },
    set() {},
    clear() {
      known = undefined
    },
  }
}

/** What a header can't carry, such as the page of an error, would look like a server that is away. */
function checkToken(token: HostToken): HostToken {
  if (!token || /^[\x21-\x7e]+$/.test(token)) return token
  throw new Error(`getToken gave no token but “${token.trim().slice(0, 40)}…”`)
}

async function inTime<T>(act: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const words = `no token within ${HOST_TOKEN_LIMIT / 1000} s`
    timer = setTimeout(() => reject(new Error(words)), HOST_TOKEN_LIMIT)
  })
  const asked = new Promise<T>(resolve => resolve(act()))
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** A host that fails to supply a token isn't an unreachable server. */
function toFailure(cause: unknown): KinoraError {
  if (isKinoraError(cause)) return cause
  return new KinoraError('server', { issues: [{ path: 'token', code: 'ui.host.failed' }], cause })
}
