import { createContext, type ReactNode, useContext, useId } from 'react'
import { Tooltip } from '../overlay/tooltip.tsx'
import { type LinkComponent, useLink } from './link.tsx'

export interface NavItem {
  id: string
  label: string
  href: string
  /** 16 px. */
  icon: ReactNode
  count?: string
}

export interface NavGroup {
  id: string
  title?: string
  items: readonly NavItem[]
}

export interface SidebarNavProps {
  label: string
  groups: readonly NavGroup[]
  /** The id of the current place. */
  current?: string
  /** After a place was chosen: the drawer closes. */
  onNavigate?: () => void
  linkComponent?: LinkComponent
}

/** True inside a sidebar that shows icons only. */
export const SidebarCollapsed = createContext(false)

/** The places, in groups, the current one obvious; as icons alone each has its name as a tooltip. */
export function SidebarNav({ label, groups, current, onNavigate, linkComponent }: SidebarNavProps) {
  const collapsed = useContext(SidebarCollapsed)
  return (
    <nav className="kn-nav" aria-label={label} data-collapsed={collapsed ? '' : undefined}>
      {groups.map(group => (
        <Group
          key={group.id}
          group={group}
          current={current}
          onNavigate={onNavigate}
          linkComponent={linkComponent}
        />
      ))}
    </nav>
  )
}

type GroupProps = Pick<SidebarNavProps, 'current' | 'onNavigate' | 'linkComponent'> & { group: NavGroup }

function Group({ group, current, onNavigate, linkComponent }: GroupProps) {
  const id = useId()
  const collapsed = useContext(SidebarCollapsed)
  return (
    <div className="kn-nav-group">
      {group.title ? (
        <p id={id} className={collapsed ? 'kn-hidden' : 'kn-nav-title'}>
          {group.title}
        </p>
      ) : null}
      <ul className="kn-nav-list" aria-labelledby={group.title ? id : undefined}>
        {group.items.map(item => (
          <li key={item.id}>
            <Item
              item={item}
              current={item.id === current}
              onNavigate={onNavigate}
              linkComponent={linkComponent}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type ItemProps = Pick<SidebarNavProps, 'onNavigate' | 'linkComponent'> & { item: NavItem; current: boolean }

function Item({ item, current, onNavigate, linkComponent }: ItemProps) {
  const Link = useLink(linkComponent)
  const collapsed = useContext(SidebarCollapsed)
  const link = (
    <Link
      href={item.href}
      className="kn-nav-item"
      aria-current={current ? 'page' : undefined}
      onClick={onNavigate}
    >
      {item.icon}
      <span className={collapsed ? 'kn-hidden' : 'kn-nav-word'}>{item.label}</span>
      {item.count && !collapsed ? <span className="kn-nav-count">{item.count}</span> : null}
    </Link>
  )
  if (!collapsed) return link
  return (
    <Tooltip text={item.label} placement="right">
      <span className="kn-nav-tip">{link}</span>
    </Tooltip>
  )
}
