import { type commandTexts, decideRoute, type PlaceId, Role, type Situation, toSidebar } from '@kinora/core'
import { leadsToScreen } from '../routes.tsx'

export type PageWords =
  | { place: PlaceId }
  | { key: keyof typeof commandTexts & `ui.commands.${'page' | 'add'}.${string}` }

/** Pages that the sidebar doesn't list. */
const others = [
  ['/', 'ui.commands.page.home'],
  ['/gettingStarted', 'ui.commands.page.gettingStarted'],
  ['/favourites', 'ui.commands.page.favourites'],
  ['/media/contentTitles/deleted', 'ui.commands.page.deleted'],
  ['/media/contentTitles/jobs', 'ui.commands.page.jobs'],
  ['/admin/playback', 'ui.commands.page.playback'],
  ['/admin/texts', 'ui.commands.page.texts'],
  ['/admin/report', 'ui.commands.page.reports'],
  ['/admin/audit', 'ui.commands.page.audit'],
  ['/tenants/siteterms', 'ui.commands.page.siteTerms'],
  ['/tenants/publishing', 'ui.commands.page.publishing'],
  ['/tenants/deleted', 'ui.commands.page.deletedTenants'],
  ['/media/contentTitles/add', 'ui.commands.add.title'],
  ['/media/bulkUpload/add', 'ui.commands.add.batch'],
  ['/media/categories/add', 'ui.commands.add.category'],
  ['/media/labels/add', 'ui.commands.add.label'],
  ['/media/focusAreas/add', 'ui.commands.add.focusArea'],
  ['/media/equipments/add', 'ui.commands.add.equipment'],
  ['/siteSettings/customLinks/add', 'ui.commands.add.customLink'],
] as const

export interface PageEntry {
  path: string
  words: PageWords
  /** It makes something new: an action more than a place. */
  isAction: boolean
}

/** The pages that open to this user: those of the sidebar first, each once. */
export function pagesFor(situation: Situation): PageEntry[] {
  const places = toSidebar(situation)
    .flatMap(entry => entry.children ?? [{ id: entry.id, path: entry.path }])
    .map(({ id, path }) => ({ path, words: { place: id as PlaceId }, isAction: false }))
  const known = new Set<string>(places.map(({ path }) => path))
  const more = others
    .filter(([path]) => !known.has(path))
    .filter(([path]) => decideRoute(path, situation)?.kind === 'open')
    // C-84: the form opens to providers, but they can't save one.
    .filter(([path]) => path !== '/media/categories/add' || situation.role !== Role.Provider)
    .map(([path, key]) => ({ path, words: { key }, isAction: key.startsWith('ui.commands.add.') }))
  return [...places, ...more].filter(({ path }) => leadsToScreen(path, situation))
}
