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
/** Milliseconds in which a host isn't asked again because a token ends: a clock that is wrong would ask before every call. */
const QUIET = 30_000

export interface HostTokens extends TokenStore {
  /** The server has refused this one. Nothing where the host has no other. */
  renew(refused: Tokens): Promise<Tokens | undefined>
  /** When the current one ends, as the server tells it (ISO 8601). */
  ends(at: string | undefined): void
}

/**
 * EMBED-01: one question to the host for all who need its token at once; what it answers is used until it ends, is refused, or is
 * cleared. Throws `server` with `ui.host.failed` where it throws or doesn't answer in time.
 */
export function createHostTokens(getToken: GetToken, onFailed?: (cause: unknown) => void): HostTokens {
  const age = createTokenAge()
  let known: Tokens | undefined
  let endsAt: number | undefined
  let asking: Promise<Tokens | undefined> | undefined
  let quietUntil = 0
  const ask = (reason: TokenReason): Promise<Tokens | undefined> => {
    asking ??= inTime(() => getToken({ reason }))
      .then(
        token => {
          if (token !== known?.token) endsAt = undefined
          known = token ? { token } : undefined
          return known
        },
        cause => {
          onFailed?.(cause)
          throw toFailure(cause)
        },
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const isEnding = ({ token }: Tokens): boolean =>
    age.isEnding(token) || (endsAt !== undefined && endsAt - Date.now() < MARGIN)
  return {
    async get() {
      if (known === undefined) return ask('start')
      if (!isEnding(known) || Date.now() < quietUntil) return known
      quietUntil = Date.now() + QUIET
      const before = known
      // Where there is no other now, the one there is counts as long as the server takes it.
      return ask('ending').catch(() => before)
    },
    async renew(refused) {
      if (known !== undefined && known.token !== refused.token) return known
      const fresh = await ask('refused')
      return fresh?.token === refused.token ? undefined : fresh
    },
    ends(at) {
      endsAt = at === undefined ? undefined : Date.parse(at)
    },
    set() {},
    clear() {
      known = undefined
    },
  }
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
