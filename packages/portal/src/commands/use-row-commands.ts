import { commandTexts, type PlaceId, type SearchedNoun, searchedNouns } from '@kinora/core'
import { type CommandGroup, useFoundRows, useRouteContext, useTexts } from '@kinora/react'
import { rowHrefFor } from '../router/row-hrefs.ts'

/** The page whose name heads the rows of a noun. */
const places: Readonly<Record<SearchedNoun, PlaceId>> = {
  tenants: 'tenants',
  channels: 'channels',
  providers: 'providers',
  collections: 'collections',
  events: 'schedule',
  documents: 'documents',
  subscriptions: 'subscriptions',
  members: 'userReport',
  'member-imports': 'userManagement',
  batches: 'bulkUpload',
  categories: 'categories',
  labels: 'labels',
  'focus-areas': 'focusAreas',
  equipment: 'equipments',
}

/** What the palette offers of rows by name, under the name of their page; those whose page doesn't open are left out. */
export function useRowCommands(
  query: string,
  go: (visit: { href: string; label: string }) => void,
): { groups: CommandGroup[]; isLoading: boolean } {
  const { text } = useTexts(commandTexts)
  const routeContext = useRouteContext()
  const { rows, isLoading } = useFoundRows(query)
  const groups = searchedNouns.map(noun => ({
    id: `rows ${noun}`,
    heading: text(`ui.nav.${places[noun]}`),
    commands: rows.flatMap(found => {
      const href = found.noun === noun ? rowHrefFor(routeContext, found) : undefined
      if (href === undefined) return []
      const { row, name: label, detail } = found
      const help = detail === null ? {} : { help: detail }
      return [{ id: `${noun} ${row}`, label, ...help, onSelect: () => go({ href, label }) }]
    }),
  }))
  return { groups, isLoading }
}
