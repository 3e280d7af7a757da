import { createContext, type MouseEvent, type ReactNode, useContext, useMemo } from 'react'
import { type LinkComponent, useLink } from '../frame/link.tsx'

/** Where the name of a row leads, and what opens the row in place of that, where a host does it. */
export const RowNameContext = createContext<{ href?: string | undefined; open?: (() => void) | undefined }>(
  {},
)

export interface RowNameProps {
  /** That of its row in a list unless given. */
  href?: string | undefined
  lang?: string | undefined
  linkComponent?: LinkComponent | undefined
  children: ReactNode
}

/** The name of a row: the link to it, or the button where a host opens rows and they have no address. */
export function RowName({ lang, linkComponent, children, ...own }: RowNameProps) {
  const Link = useLink(linkComponent)
  const { open, ...around } = useContext(RowNameContext)
  const href = own.href ?? around.href
  const look = { className: 'kn-cell-name', lang }
  if (href !== undefined)
    return (
      <Link {...look} href={href} onClick={open && (event => openInstead(event, open))}>
        {children}
      </Link>
    )
  if (open === undefined) return <span {...look}>{children}</span>
  return (
    <button type="button" {...look} onClick={open}>
      {children}
    </button>
  )
}

/** The name of a row as its column draws it, which leads to `href`; words alone are the name. */
export function NamedRow({ href, children }: Pick<RowNameProps, 'href' | 'children'>) {
  const { open } = useContext(RowNameContext)
  const value = useMemo(() => ({ open, href }), [open, href])
  return (
    <RowNameContext.Provider value={value}>
      {isWords(children) ? <RowName>{children}</RowName> : children}
    </RowNameContext.Provider>
  )
}

export const isWords = (cell: ReactNode): boolean =>
  (typeof cell === 'string' && cell !== '') || typeof cell === 'number'

/** A new tab, a new window and a download stay the browser's. */
function openInstead(event: MouseEvent, open: () => void): void {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  open()
}
