import { createSend, fixedTokens, type Send } from '../../kernel/client.ts'
import { isKinoraError, KinoraError } from '../../kernel/errors.ts'
import { createHostTokens, type GetToken } from '../../kernel/host-tokens.ts'
import { createPageFetch, fetchWithProgress } from '../../kernel/page-fetch.ts'
import { calls } from '../send/calls.ts'

export interface AccountOptions {
  /** Origin of the server; empty for the page’s own. */
  baseUrl: string
  /** Hands out a token: of an embed session, of a person, or an API key. Asked once for all that need it, and anew before it ends. */
  getToken: GetToken
  /** The platform’s own unless given. */
  fetch?: typeof fetch
  /** Milliseconds that a call waits for its answer, but for those that send a part of a file; 30,000 unless given, 0 waits without end. */
  timeout?: number
}

export interface Account {
  send: Send
  /** Asks the server whose the token is. */
  identify(): Promise<string>
  userId(): string | undefined
  /** Somebody wants to try: the host is asked for its token although it was a moment ago. */
  askAnew(): void
}

/** Sends with the host’s token and checks whose it is, so that nothing is uploaded in another user’s name (UPLOAD-24). */
export function createAccount(options: AccountOptions): Account {
  // Its developer finds there what it threw.
  const onFailed = (cause: unknown) => console.error('getToken failed', cause)
  const tokens = createHostTokens(options.getToken, { onFailed })
  const wire = wireOf(options)
  let known: { token: string; userId: string } | undefined
  const ownerOf = async (token: string): Promise<string> => {
    if (known?.token === token) return known.userId
    const { user } = await createSend({ ...wire, tokens: fixedTokens({ token }) })(calls.verify, {})
    known = { token, userId: user.userId }
    tokens.ends(user.embed?.endsAt)
    return user.userId
  }
  const identify = async (): Promise<string> => {
    const current = await tokens.get()
    if (current === undefined) throw new KinoraError('unauthorised')
    try {
      return await ownerOf(current.token)
    } catch (error) {
      if (!isKinoraError(error) || error.code !== 'unauthorised') throw error
      const fresh = await tokens.renew(current)
      if (fresh === undefined) throw error
      return ownerOf(fresh.token)
    }
  }
  const ask = createSend({
    ...wire,
    tokens,
    async refresh(refused) {
      const fresh = await tokens.renew(refused)
      const before = known?.userId
      if (fresh !== undefined && (await ownerOf(fresh.token)) !== before)
        throw new KinoraError('unauthorised')
      return fresh
    },
  })
  return {
    identify,
    userId: () => known?.userId,
    askAnew: tokens.askAnew,
    async send(endpoint, input, sendOptions) {
      const before = known?.userId
      const userId = await identify()
      if (before !== undefined && userId !== before) throw new KinoraError('unauthorised')
      return ask(endpoint, input, sendOptions)
    },
  }
}

/** In a page a refused origin is told and progress comes byte by byte; elsewhere it comes chunk by chunk. */
function wireOf({ baseUrl, fetch: own, timeout }: AccountOptions) {
  const isPage = typeof location === 'object' && own === undefined
  // Called by itself: `fetch` of a window refuses to be a method of other things.
  const plain = own ?? ((url: string, init: RequestInit) => fetch(url, init))
  return {
    baseUrl,
    timeout,
    fetch: isPage ? createPageFetch(baseUrl) : plain,
    watchedFetch: isPage && typeof XMLHttpRequest === 'function' ? fetchWithProgress : undefined,
  }
}
