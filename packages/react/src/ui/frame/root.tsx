import { PortalContext } from '@ariakit/react'
import { type HTMLAttributes, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { type MessageTime, MessageTimeContext } from '../overlay/message-time.ts'
import { type LinkComponent, LinkContext, useLink } from './link.tsx'
import { PageTitleContext, type PageTitleListener, usePageTitleListener } from './page-title.ts'
import { useFocusFallback } from './use-focus-fallback.ts'

export interface RootProps extends HTMLAttributes<HTMLDivElement> {
  /** Forces a theme; left out, the system decides. */
  theme?: 'light' | 'dark'
  /** Renders every link of the kit, so that it knows no router. */
  linkComponent?: LinkComponent
  /** Told the name of the page that is shown, for the document's title. Keep it stable. */
  onPageTitle?: PageTitleListener
  /** `stay` keeps messages and "saved" until they are dismissed or the next one comes, for people who read slowly (WCAG 2.2.1). */
  messages?: MessageTime
}

/** The element that carries tokens, theme, language and direction; what floats (menus, dialogs) stays inside it. */
export function Root(props: RootProps) {
  const { theme, linkComponent, onPageTitle, messages = 'pass', className, children, ...rest } = props
  const frame = useRef<HTMLDivElement>(null)
  const [portal, setPortal] = useState<HTMLElement | null>(null)
  const link = useLink(linkComponent)
  const tell = usePageTitleListener(onPageTitle)
  useFocusFallback(frame)
  return (
    <div {...rest} ref={frame} className={classes('kn-root', className)} data-theme={theme}>
      <PortalContext.Provider value={portal}>
        <LinkContext.Provider value={link}>
          <PageTitleContext.Provider value={tell}>
            <MessageTimeContext.Provider value={messages}>{children}</MessageTimeContext.Provider>
          </PageTitleContext.Provider>
        </LinkContext.Provider>
      </PortalContext.Provider>
      <div className="kn-portal" ref={setPortal} />
    </div>
  )
}
