import { type EmbedFeature, Role, type SessionState, type TenantChoice, type User } from '@kinora/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Kinora } from './kinora.ts'

const Context = createContext<Kinora | undefined>(undefined)

/** Gives every component below it one Kinora. */
export function KinoraProvider({ kinora, children }: { kinora: Kinora; children: ReactNode }) {
  const { speech } = kinora
  useEffect(() => speech.start(), [speech])
  useServerTexts(kinora)
  return (
    <Context.Provider value={kinora}>
      <QueryClientProvider client={kinora.queries}>{children}</QueryClientProvider>
    </Context.Provider>
  )
}

export function useKinora(): Kinora {
  const kinora = useContext(Context)
  if (kinora === undefined)
    throw new Error('Put <KinoraProvider kinora={createKinora(…)}> around Kinora’s components.')
  return kinora
}

/** AUTH-09: unknown, signed out, or signed in with the user; one that is held counts as signed in, since its page goes on. */
export function useSession(): SessionState {
  const state = useSessionState()
  return state.kind === 'loggedOut' ? (state.held ?? state) : state
}

/** The same as it is: who is held is signed out. */
export function useSessionState(): SessionState {
  const { session } = useKinora()
  return useSyncExternalStore(session.subscribe, session.getSnapshot, unknownSession)
}

/** A server knows nobody; hydration begins with what it said. */
const unknown: SessionState = { kind: 'unknown' }
const unknownSession = () => unknown

/** The signed-in user. Use it only below a point where the session is known to be signed in. */
export function useUser(): User {
  const state = useSession()
  if (state.kind !== 'loggedIn') throw new Error('useUser needs a signed-in session.')
  return state.user
}

/** KEY-06: whether this page offers something of titles: to everybody, but what the host of an embed session has left out. */
export function useMay(): (feature: EmbedFeature) => boolean {
  const state = useSession()
  const can = state.kind === 'loggedIn' ? state.user.embed?.can : undefined
  return useCallback(feature => can?.[feature] ?? true, [can])
}

/** SESS-13 */
export function useNetwork() {
  const { network } = useKinora()
  return useSyncExternalStore(network.subscribe, network.getSnapshot, () => 'unknown' as const)
}

/** The tenant that a session acts for: the chosen one of customer support (ROLE-04, ROLE-06), the first entry of a tenant user (ROLE-10). */
export function actingTenant(state: SessionState): TenantChoice | undefined {
  if (state.kind !== 'loggedIn') return undefined
  return state.user.role === Role.Tenant ? state.user.tenants[0] : state.tenant
}

/** The same for the session of this page; undefined for administrators, providers and before a tenant is chosen. */
export function useActingTenant(): TenantChoice | undefined {
  return actingTenant(useSession())
}

/** Follows the texts that the server keeps, once the page has nothing else to do. */
function useServerTexts({ serverTexts }: Kinora): void {
  const isIdle = useIdle()
  useEffect(() => {
    if (!isIdle) return
    const leaving = new AbortController()
    serverTexts?.().then(
      texts => texts.follow(leaving.signal),
      () => undefined,
    )
    return () => leaving.abort()
  }, [isIdle, serverTexts])
}

/** Milliseconds after which what can wait has waited long enough, on a page that never rests or in a browser that doesn't tell. */
const LATEST = 2000

/** Whether the page had nothing else to do for a moment: what nobody waits for is loaded then. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const tell = () => setIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(tell, LATEST)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(tell, { timeout: LATEST })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
