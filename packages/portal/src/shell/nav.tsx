import { type PlaceId, type SidebarEntry, type Situation, toSidebar } from '@kinora/core'
import { type NavGroup, SidebarNav, useSituation, useTexts } from '@kinora/react'
import { usePlace } from '../router/use-navigation.ts'
import { entryHref, matchRoute, screenOf } from '../routes.tsx'

/** F-3: the sidebar of this user's role; entries whose screens don't exist yet are left out. */
export function PortalNav({ onNavigate }: { onNavigate: () => void }) {
  const situation = useSituation()
  const { text } = useTexts()
  const { pathname } = usePlace()
  const label = (id: PlaceId) => text(`ui.nav.${id}`)
  const groups =
    situation === undefined
      ? []
      : joined(toSidebar(situation).flatMap(entry => toGroup(entry, situation, label)))
  return (
    <SidebarNav
      label={text('ui.nav.label')}
      groups={groups}
      current={matchRoute(pathname)?.route.entry}
      onNavigate={onNavigate}
    />
  )
}

function toGroup(entry: SidebarEntry, situation: Situation, label: (id: PlaceId) => string): NavGroup[] {
  const places = entry.children ?? [{ id: entry.id, path: entry.path }]
  const items = places.flatMap(({ id, path }) => {
    const screen = screenOf(path)
    const href = entryHref(path, situation)
    if (screen === undefined || href === undefined) return []
    const { icon: Icon } = screen
    return [{ id, label: label(id), href, icon: Icon && <Icon size={16} aria-hidden="true" /> }]
  })
  return items.length === 0
    ? []
    : [{ id: entry.id, title: entry.children ? label(entry.id) : undefined, items }]
}

/** Pages on their own that follow each other stand together. */
function joined(groups: readonly NavGroup[]): NavGroup[] {
  const all: NavGroup[] = []
  for (const group of groups) {
    const last = all.at(-1)
    if (last === undefined || last.title !== undefined || group.title !== undefined) all.push(group)
    else all[all.length - 1] = { ...last, items: [...last.items, ...group.items] }
  }
  return all
}
