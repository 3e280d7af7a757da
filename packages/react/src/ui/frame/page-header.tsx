import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../classes.ts'
import { HeaderTabs } from './header-tabs.ts'
import { usePageTitle } from './page-title.ts'

export interface PageHeaderProps {
  title: string
  /** Beside the title: a badge, a count. */
  aside?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** NavTabs: in the header of the `AppShell` (NAV-52), else under the title. */
  tabs?: ReactNode
  /** Above the title: the way back. */
  back?: ReactNode
  className?: string
}

/** The name of the page, what can be done on it, and its tabs. */
export function PageHeader({ title, aside, text, actions, tabs, back, className }: PageHeaderProps) {
  usePageTitle(title)
  const header = useContext(HeaderTabs)
  return (
    <div className={classes('kn-page-header', className)}>
      {back}
      <div className="kn-page-row">
        <div className="kn-page-words">
          <h1 className="kn-page-title" tabIndex={-1}>
            <span>{title}</span>
            {aside}
          </h1>
          {text ? <p className="kn-page-text">{text}</p> : null}
        </div>
        {actions ? <div className="kn-page-actions">{actions}</div> : null}
      </div>
      {tabs && header ? createPortal(tabs, header) : tabs}
    </div>
  )
}
