import { PortalContext } from '@ariakit/react'
import { type HTMLAttributes, useState } from 'react'
import { classes } from '../classes.ts'
import { type LinkComponent, LinkContext } from './link.tsx'

export interface RootProps extends HTMLAttributes<HTMLDivElement> {
  /** Forces a theme; left out, the system decides. */
  theme?: 'light' | 'dark'
  /** Renders every link of the kit, so that it knows no router. */
  linkComponent?: LinkComponent
}

/** The element that carries tokens, theme, language and direction; what floats (menus, dialogs) stays inside it. */
export function Root({ theme, linkComponent, className, children, ...rest }: RootProps) {
  const [portal, setPortal] = useState<HTMLElement | null>(null)
  const content = <PortalContext.Provider value={portal}>{children}</PortalContext.Provider>
  return (
    <div {...rest} className={classes('kn-root', className)} data-theme={theme}>
      {linkComponent ? <LinkContext.Provider value={linkComponent}>{content}</LinkContext.Provider> : content}
      <div className="kn-portal" ref={setPortal} />
    </div>
  )
}
