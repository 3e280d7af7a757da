import { toTitleSearch, type View, views } from '@kinora/core'
import type { LazyCommand } from '../kernel/lazy.ts'
import type { Column } from '../kernel/print.ts'
import { type Resource, resourceVerbs } from '../kernel/resource.ts'

const columns: readonly Column<View>[] = [
  { header: 'NAME', value: view => view.name, flexible: true },
  { header: 'WHOSE', value: view => (view.isShared ? `${view.owner}, shared` : view.owner), look: 'dim' },
  { header: 'SHOWS', value: toWords, flexible: true, look: 'dim' },
]

/** What a view searches for, as `titles list` takes it. */
function toWords({ address }: View): string {
  const entries = Object.entries(toTitleSearch(address))
  return entries.length === 0 ? 'all titles' : entries.map(([key, value]) => `${key} ${value}`).join(', ')
}

/** The saved views of titles (decision 0121); they are made where one looks at the list. */
export const savedViews: Resource<View> = {
  command: 'views',
  calls: { list: views.list, remove: views.remove },
  id: 'viewId',
  idHeader: 'VIEW',
  columns,
  scope: { list: async () => 'titles', tenant: async session => session.options.tenant },
}

export const viewVerbs: readonly LazyCommand[] = resourceVerbs(savedViews)
