import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { type LinkComponent, useLink } from '../frame/link.tsx'

/** What opens the row that a name stands in, where a host does it; a link alone leads there otherwise. */
export const OpenRowContext = createContext<(() => void) | undefined>(undefined)

export interface RowNameProps {
  href?: string | undefined
  lang?: string | undefined
  linkComponent?: LinkComponent | undefined
  children: ReactNode
}

/** The name of a row: the link to it, or the button where a host opens rows and they have no address. */
export function RowName({ href, lang, linkComponent, children }: RowNameProps) {
  const Link = useLink(linkComponent)
  const open = useContext(OpenRowContext)
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

/** A new tab, a new window and a download stay the browser's. */
function openInstead(event: MouseEvent, open: () => void): void {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  open()
}
