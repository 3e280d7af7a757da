import { session as calls, startSso } from '@kinora/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { readOptions } from '../kernel/use-read.ts'

/** What the tab keeps while its person is at the identity provider. */
interface Pending {
  verifier: string
  from: string
}

const PENDING_KEY = 'sso'
const mark = '#sso='

export interface Sso {
  providers: readonly { identityProviderId: string; name: string }[]
  /** Nobody signs in with e-mail and password. */
  isOnly: boolean
  /** The browser is on its way there, or what came back is being looked at. */
  isWorking: boolean
  error: string | undefined
  /** The page that was asked for before the browser went there. */
  from: string | undefined
  /** Goes to the identity provider; `from` is the page to come back to. */
  start(identityProviderId: string, from?: string): Promise<void>
}

const nobody: Sso['providers'] = []

/**
 * KEY-05: signing in at an identity provider, on the page that browsers come back to. What comes back stands behind `#sso=` and is good
 * for the tab alone that began.
 */
export function useSso(): Sso {
  const kinora = useKinora()
  const { session, tabStore } = kinora
  const texts = useTexts()
  // Asked while nobody is signed in, unlike all else that is read.
  const { data } = useQuery(readOptions(kinora, calls.manifest, {}))
  const [returned] = useState(() => takeReturned(tabStore))
  const [isWorking, setWorking] = useState(returned?.pending !== undefined)
  const [error, setError] = useState<string>()
  const hasBegun = useRef(false)
  const latest = useRef(texts)
  latest.current = texts

  const attempt = async (work: () => Promise<unknown>, isLeaving = false) => {
    setWorking(true)
    setError(undefined)
    try {
      await work()
      if (!isLeaving) setWorking(false)
    } catch (failure) {
      setError(latest.current.error(failure))
      setWorking(false)
    }
  }
  useEffect(() => {
    if (returned === undefined || hasBegun.current) return
    hasBegun.current = true
    history.replaceState(history.state, '', window.location.pathname + window.location.search)
    const { code, pending } = returned
    if (pending === undefined) return setError(latest.current.text('ui.signIn.otherTab'))
    void attempt(() => session.loginWithCode({ code, verifier: pending.verifier }))
  })
  return {
    providers: data?.sso?.providers ?? nobody,
    isOnly: data?.sso?.isOnly ?? false,
    isWorking,
    error,
    from: returned?.pending?.from || undefined,
    start: (identityProviderId, from = '') =>
      attempt(async () => {
        const { url, verifier } = await startSso(session.send, { identityProviderId })
        tabStore.setItem(PENDING_KEY, JSON.stringify({ verifier, from } satisfies Pending))
        window.location.assign(url)
      }, true),
  }
}

/** What came back, once: the same address opened again begins nothing. */
function takeReturned(store: {
  getItem(key: string): string | null
  removeItem(key: string): void
}): { code: string; pending: Pending | undefined } | undefined {
  const { hash } = window.location
  if (!hash.startsWith(mark)) return undefined
  const kept = store.getItem(PENDING_KEY)
  store.removeItem(PENDING_KEY)
  return { code: hash.slice(mark.length), pending: kept === null ? undefined : (JSON.parse(kept) as Pending) }
}
