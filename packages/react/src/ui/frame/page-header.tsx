import { ArrowLeft, Plus } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { ButtonLink } from '../button.tsx'
import { classes } from '../classes.ts'
import { useLink } from './link.tsx'
import { HeaderTabs, usePageTitle } from './page-title.ts'

export interface PageHeaderProps {
  /** `null` where the host has its own heading: what can be done stays. */
  title: string | null
  /** Beside the title: a badge, a count. */
  aside?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** NavTabs: in the header of the `AppShell` (NAV-52), else under the title. */
  tabs?: ReactNode
  /** Above the title: the way back. */
  back?: ReactNode
  className?: string | undefined
  /** Of what can be done. */
  actionsClassName?: string | undefined
}

/** The name of the page, what can be done on it, and its tabs. */
export function PageHeader(props: PageHeaderProps) {
  const { title, aside, text, actions, tabs, back, className, actionsClassName } = props
  usePageTitle(title)
  const header = useContext(HeaderTabs)
  return (
    <div className={classes('kn-page-header', className)}>
      {back}
      <div className="kn-page-row">
        {title === null ? null : (
          <div className="kn-page-words">
            <h1 className="kn-page-title" tabIndex={-1}>
              <span>{title}</span>
              {aside}
            </h1>
            {text ? <p className="kn-page-text">{text}</p> : null}
          </div>
        )}
        {actions ? <div className={classes('kn-page-actions', actionsClassName)}>{actions}</div> : null}
      </div>
      {tabs && header ? createPortal(tabs, header) : tabs}
    </div>
  )
}

/** The way back to the list, above a page's title; nothing where the host has no list. */
export function BackLink({ href, children }: { href: string | undefined; children: string }) {
  const Link = useLink()
  if (href === undefined) return null
  return (
    <Link className="kn-back" href={href}>
      <ArrowLeft className="kn-flip" size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}

/** Leads to the page that adds a row; nothing without one. */
export function AddLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return null
  return (
    <ButtonLink variant="primary" href={href} icon={<Plus size={16} aria-hidden="true" />}>
      {children}
    </ButtonLink>
  )
}
