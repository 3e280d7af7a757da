import { type CommonKey, type SidebarEntry, toSidebar } from '@kinora/core'
import { type NavGroup, SidebarNav, useSituation, useTexts } from '@kinora/react'
import { Clapperboard, Dumbbell, FileSpreadsheet, House, Tag, Target } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePlace } from '../router/use-navigation.ts'
import { hasScreen, matchRoute } from '../routes.tsx'

const icons: Record<string, ReactNode> = {
  home: <House size={16} aria-hidden="true" />,
  contentTitles: <Clapperboard size={16} aria-hidden="true" />,
  bulkUpload: <FileSpreadsheet size={16} aria-hidden="true" />,
  labels: <Tag size={16} aria-hidden="true" />,
  focusAreas: <Target size={16} aria-hidden="true" />,
  equipments: <Dumbbell size={16} aria-hidden="true" />,
}

/** F-3: the sidebar of this user's role; entries whose screens don't exist yet are left out. */
export function PortalNav({ onNavigate }: { onNavigate: () => void }) {
  const situation = useSituation()
  const { text } = useTexts()
  const { pathname } = usePlace()
  const label = (id: string) => text(`ui.nav.${id}` as CommonKey)
  const entries = situation === undefined ? [] : toSidebar(situation)
  const groups = entries.flatMap(entry => toGroup(entry, label))
  return (
    <SidebarNav
      label={text('ui.nav.label')}
      groups={groups}
      current={matchRoute(pathname)?.route.entry}
      onNavigate={onNavigate}
    />
  )
}

function toGroup(entry: SidebarEntry, label: (id: string) => string): NavGroup[] {
  const places = entry.children ?? [{ id: entry.id, path: entry.path }]
  const items = places
    .filter(place => hasScreen(place.path))
    .map(place => ({ id: place.id, label: label(place.id), href: place.path, icon: icons[place.id] }))
  return items.length === 0
    ? []
    : [{ id: entry.id, title: entry.children ? label(entry.id) : undefined, items }]
}
