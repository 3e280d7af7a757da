import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, SlidersHorizontal } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { SidePanel } from '../overlay/dialog.tsx'
import { Tooltip } from '../overlay/tooltip.tsx'
import { useRootMark } from '../room.ts'
import { useMediaQuery } from '../use-media-query.ts'
import { type LinkComponent, useLink } from './link.tsx'
import { HeaderTabs } from './page-title.ts'

export interface AppShellTexts {
  skipToContent: string
  openMenu: string
  closeMenu: string
  collapse: string
  expand: string
  /** The button and title of the sheet that holds the selectors on a narrow screen. */
  selectors: string
  closeSelectors: string
}

export interface AppShellHeader {
  /** Section title (`.kn-header-title`); the page's tabs follow it. */
  start?: ReactNode
  /** Selectors; a sheet on a narrow screen. */
  middle?: ReactNode
  /** Search key, upload status, avatar menu. */
  end?: ReactNode
}

export interface AppShellProps {
  /** Name or logo; gets whether the sidebar is collapsed. */
  brand: (collapsed: boolean) => ReactNode
  /** A SidebarNav; `close` closes the drawer. */
  nav: (close: () => void) => ReactNode
  /** At the foot of the sidebar: the version. */
  foot?: ReactNode
  header?: AppShellHeader
  /** Between header and main, on every page. */
  notice?: ReactNode
  collapsed?: boolean
  onCollapsed?: (collapsed: boolean) => void
  texts: AppShellTexts
  /** A class for the main part. */
  className?: string
  children: ReactNode
}

/** Sidebar, header, main; below 900 px the sidebar is a drawer and the selectors a sheet. */
export function AppShell(props: AppShellProps) {
  const { header = {}, collapsed = false, texts, className, children } = props
  const narrow = useMediaQuery('(width < 900px)')
  const [tabs, setTabs] = useState<Element | null>(null)
  return (
    <div
      className="kn-shell"
      data-narrow={narrow ? '' : undefined}
      data-collapsed={collapsed && !narrow ? '' : undefined}
    >
      <a className="kn-shell-skip" href="#kn-main">
        {texts.skipToContent}
      </a>
      {narrow ? null : <Sidebar {...props} />}
      <div className="kn-shell-body">
        <header className="kn-header">
          {narrow ? <Drawer {...props} /> : null}
          <div className="kn-header-part" data-part="start">
            {header.start}
            {narrow ? null : <div className="kn-header-tabs" ref={setTabs} />}
          </div>
          {header.middle && !narrow ? <div className="kn-header-part">{header.middle}</div> : null}
          <div className="kn-header-part">
            {header.middle && narrow ? <Sheet texts={texts}>{header.middle}</Sheet> : null}
            {header.end}
          </div>
        </header>
        {props.notice}
        <main id="kn-main" tabIndex={-1} className={classes('kn-main', className)}>
          <HeaderTabs value={narrow ? null : tabs}>{children}</HeaderTabs>
        </main>
      </div>
    </div>
  )
}

function Sidebar({ brand, nav, foot, collapsed = false, onCollapsed, texts }: AppShellProps) {
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  const [sidebar, setSidebar] = useState<HTMLElement | null>(null)
  useRootMark(collapsed ? 'collapsedSidebar' : 'sidebar', sidebar)
  return (
    <div ref={setSidebar} className="kn-sidebar">
      <div className="kn-sidebar-brand">{brand(collapsed)}</div>
      <div className="kn-sidebar-scroll">
        <SidebarCollapsed.Provider value={collapsed}>{nav(() => undefined)}</SidebarCollapsed.Provider>
      </div>
      <div className="kn-sidebar-foot">
        {collapsed ? null : <span>{foot}</span>}
        {onCollapsed ? (
          <IconButton
            label={collapsed ? texts.expand : texts.collapse}
            icon={<Icon className="kn-flip" size={16} aria-hidden="true" />}
            placement="right"
            onClick={() => onCollapsed(!collapsed)}
          />
        ) : null}
      </div>
    </div>
  )
}

function Drawer({ brand, nav, foot, texts }: AppShellProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label={texts.openMenu}
        icon={<MenuIcon size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <SidePanel
        open={open}
        onClose={close}
        title={brand(false)}
        closeLabel={texts.closeMenu}
        side="start"
        actions={foot ? <div className="kn-drawer-foot">{foot}</div> : undefined}
      >
        {nav(close)}
      </SidePanel>
    </>
  )
}

function Sheet({ texts, children }: { texts: AppShellTexts; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={texts.selectors}
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <SidePanel
        open={open}
        onClose={() => setOpen(false)}
        title={texts.selectors}
        closeLabel={texts.closeSelectors}
        side="bottom"
      >
        <div className="kn-sheet">{children}</div>
      </SidePanel>
    </>
  )
}

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
const SidebarCollapsed = createContext(false)

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
