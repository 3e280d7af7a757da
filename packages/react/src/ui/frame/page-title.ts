import { createContext, useContext, useEffect } from 'react'

/** Called with the name of the page that is shown, so that a host can put it into the document's title. Keep it stable. */
export type PageTitleListener = (title: string) => void

export const PageTitleContext = createContext<PageTitleListener>(() => undefined)

/** Notifies the host of the title of the page, where it isn't the host's own. */
export function usePageTitle(title: string | null): void {
  const tell = usePageTitleListener()
  useEffect(() => {
    if (title !== null) tell(title)
  }, [tell, title])
}

/** The listener of this part, else the one around it. */
export function usePageTitleListener(own?: PageTitleListener): PageTitleListener {
  const shared = useContext(PageTitleContext)
  return own ?? shared
}

/** Where the header of an `AppShell` shows the tabs of the page; null where there is none or it is narrow. */
export const HeaderTabs = createContext<Element | null>(null)
