import type { SessionState, User } from '@kinora/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { Kinora } from './kinora.ts'
import { useServerTexts } from './use-server-texts.ts'

const Context = createContext<Kinora | undefined>(undefined)

/** Gives every component below it one Kinora. */
export function KinoraProvider({ kinora, children }: { kinora: Kinora; children: ReactNode }) {
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

/** AUTH-09: unknown, signed out, or signed in with the user. */
export function useSession(): SessionState {
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

/** SESS-13 */
export function useNetwork() {
  const { network } = useKinora()
  return useSyncExternalStore(network.subscribe, network.getSnapshot, () => 'unknown' as const)
}
