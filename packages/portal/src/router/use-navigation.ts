import { createContext, useContext, useSyncExternalStore } from 'react'
import { createNavigation, type Navigation, type Place } from './navigation.ts'

const Context = createContext<Navigation | undefined>(undefined)
export const NavigationProvider = Context.Provider
export { createNavigation }

export function useNavigation(): Navigation {
  const navigation = useContext(Context)
  if (navigation === undefined) throw new Error('Put <NavigationProvider> around the portal.')
  return navigation
}

/** Where the person is; a component that uses it follows the address. */
export function usePlace(): Place {
  const { subscribe, getSnapshot } = useNavigation()
  return useSyncExternalStore(subscribe, getSnapshot)
}
