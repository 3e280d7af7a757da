import * as Ariakit from '@ariakit/react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { type LinkComponent, useLink } from './link.tsx'

export interface TabLook {
  id: string
  label: ReactNode
  icon?: ReactNode
  count?: number
  /** A dot after the words and what it means: a language that is filled, a tab with errors. */
  dot?: { tone: 'positive' | 'warning' | 'negative' | 'neutral'; text: string }
}

export interface TabItem extends TabLook {
  panel: ReactNode
  disabled?: boolean
  /** Language of the tab's words. */
  lang?: string
}

export interface TabsProps {
  label: string
  items: readonly TabItem[]
  selected: string
  onSelect: (id: string) => void
  className?: string
}

/** Tabs with panels: arrow keys move, the panel follows. */
export function Tabs({ label, items, selected, onSelect, className }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  useShownTab(row, selected)
  return (
    <div className={className}>
      <Ariakit.TabProvider selectedId={selected} setSelectedId={id => id && onSelect(id)}>
        <Ariakit.TabList ref={row} className="kn-tabs" data-line="" aria-label={label}>
          {items.map(item => (
            <Ariakit.Tab
              key={item.id}
              id={item.id}
              className="kn-tab"
              disabled={item.disabled}
              lang={item.lang}
            >
              <TabWords item={item} />
            </Ariakit.Tab>
          ))}
        </Ariakit.TabList>
        {items.map(item => (
          <Ariakit.TabPanel key={item.id} tabId={item.id} className="kn-tab-panel" unmountOnHide>
            {item.panel}
          </Ariakit.TabPanel>
        ))}
      </Ariakit.TabProvider>
    </div>
  )
}

export interface NavTab extends TabLook {
  href: string
  /** Why it can't be opened yet. */
  disabled?: string | undefined
}

export interface NavTabsProps {
  label: string
  items: readonly NavTab[]
  /** The id of the tab that is shown. */
  current?: string
  /** Draws the line under all tabs. */
  line?: boolean
  linkComponent?: LinkComponent
  className?: string
}

/** Tabs that are places: links, the current one marked. */
export function NavTabs({ label, items, current, line, linkComponent, className }: NavTabsProps) {
  const Link = useLink(linkComponent)
  const row = useRef<HTMLElement>(null)
  useShownTab(row, current)
  return (
    <nav
      ref={row}
      aria-label={label}
      className={classes('kn-tabs', className)}
      data-line={line ? '' : undefined}
    >
      {items.map(item =>
        item.disabled === undefined ? (
          <Link
            key={item.id}
            href={item.href}
            className="kn-tab"
            aria-current={item.id === current ? 'page' : undefined}
          >
            <TabWords item={item} />
          </Link>
        ) : (
          // Reached by key like the others, so that everyone learns why it doesn't open.
          // biome-ignore lint/a11y/useSemanticElements: a link without a place to go
          <span
            key={item.id}
            className="kn-tab"
            role="link"
            aria-disabled="true"
            tabIndex={0}
            title={item.disabled}
          >
            <TabWords item={item} />
            <VisuallyHidden>{item.disabled}</VisuallyHidden>
          </span>
        ),
      )}
    </nav>
  )
}

/** Scrolls a row that is too narrow for its tabs to the one that is shown. */
function useShownTab(row: RefObject<HTMLElement | null>, shown: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is shown
  useEffect(() => {
    const list = row.current
    if (!list) return
    const show = () => {
      const tab = list.querySelector('[aria-current="page"], [aria-selected="true"]')
      if (!tab) return
      const [around, at] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
      list.scrollLeft += Math.min(0, at.left - around.left) + Math.max(0, at.right - around.right)
    }
    show()
    // A window that is made narrower, or larger letters.
    const observer = new ResizeObserver(show)
    observer.observe(list)
    return () => observer.disconnect()
  }, [row, shown])
}

function TabWords({ item }: { item: TabLook }) {
  return (
    <>
      {item.icon}
      {item.label}
      {item.count === undefined ? null : <span className="kn-tab-count">{item.count}</span>}
      {item.dot ? (
        <>
          <span className="kn-tab-dot" data-tone={item.dot.tone} aria-hidden="true" />
          <VisuallyHidden>{item.dot.text}</VisuallyHidden>
        </>
      ) : null}
    </>
  )
}
