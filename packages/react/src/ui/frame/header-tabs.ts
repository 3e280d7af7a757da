import { createContext } from 'react'

/** Where the header of an `AppShell` shows the tabs of the page; null where there is none or it is narrow. */
export const HeaderTabs = createContext<Element | null>(null)
