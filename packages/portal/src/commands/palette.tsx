import {
  commandTexts,
  decideRoute,
  helpTexts,
  type KeyValueStore,
  listTexts,
  matches,
  type PlaceId,
  Role,
  type RouteContext,
  tenants,
  titles,
  toSidebar,
  wordTexts,
} from '@kinora/core'
import {
  type Command,
  type CommandGroup,
  CommandPalette,
  type CommandPaletteProps,
  useActingTenant,
  useKinora,
  useRead,
  useRouteContext,
  useTexts,
  useUser,
} from '@kinora/react'
import { use, useDeferredValue, useState } from 'react'
import { AppearanceContext, SelectionContext } from '../app-context.ts'
import { useNavigation } from '../router/navigation.ts'
import { titleHref } from '../router/row-hrefs.ts'
import { leadsToScreen } from '../routes.tsx'
import { useSettingCommands } from './setting-fields.ts'
import { useRowCommands } from './use-row-commands.ts'

interface PaletteProps {
  search: string
  onSearch: (search: string) => void
  onClose: () => void
  /** What stands in its place afterwards. */
  onOpen: (which: 'shortcuts' | 'signOut') => void
  finalFocus: CommandPaletteProps['finalFocus']
}

/** Every page, title and action of the portal by its words. */
export default function Palette({ search, onSearch, onClose, onOpen, finalFocus }: PaletteProps) {
  const { text } = useTexts(commandTexts)
  const { groups, loading } = useCommands(search, onOpen)
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  return (
    <CommandPalette
      open
      onClose={onClose}
      finalFocus={finalFocus}
      title={text('ui.commands.title')}
      closeLabel={text('ui.close')}
      searchLabel={text('ui.commands.search')}
      search={search}
      onSearch={onSearch}
      groups={groups}
      loading={loading}
      status={count === 0 ? text('ui.noMatch') : text('ui.commands.count', { count })}
    />
  )
}

/** Titles that are offered for one search. */
const TAKE = 6
const themes = ['system', 'light', 'dark'] as const

/** What the palette offers for a search: what can be done to selected titles, recent places, pages, titles and other rows by name, actions and, to customer support, tenants to act for. */
function useCommands(search: string, onOpen: PaletteProps['onOpen']) {
  const query = search.trim()
  const titleCommands = useTitleCommands(query)
  const { pages, actions } = usePageCommands()
  const recent = useRecentCommands(pages)
  const tenantCommands = useTenantCommands()
  const found = useRowCommands(query, useGo())
  const settings = useSettingCommands(query, useGo())
  const { text } = useTexts(commandTexts, listTexts)
  const more = useActions(onOpen)
  const fitting = (commands: readonly Command[]) => commands.filter(({ label }) => matches(query, label))
  const selected = useSelectionCommands()
  const groups: CommandGroup[] = [
    { id: 'selection', heading: text('ui.commands.selection'), commands: fitting(selected) },
    { id: 'recent', heading: text('ui.commands.recent'), commands: query === '' ? recent : [] },
    {
      id: 'pages',
      heading: text('ui.commands.pages'),
      commands: pages.filter(({ label, alias }) => matches(query, label) || matches(query, alias)),
    },
    { id: 'settings', heading: text('ui.commands.settings'), commands: settings },
    { id: 'titles', heading: text('ui.commands.titles'), commands: titleCommands.commands },
    ...found.groups,
    { id: 'actions', heading: text('ui.list.actions'), commands: fitting([...actions, ...more]) },
    {
      id: 'tenants',
      heading: text('ui.commands.acting'),
      commands: query === '' ? [] : fitting(tenantCommands),
    },
  ]
  return { groups, loading: titleCommands.loading || found.isLoading }
}

function useGo() {
  const navigation = useNavigation()
  const { tabStore } = useKinora()
  const { userId } = useUser()
  return (visit: Visit) => {
    addRecent(tabStore, userId, visit)
    navigation.push(visit.href)
  }
}

function useTitleCommands(query: string): { commands: Command[]; loading: boolean } {
  const { text } = useTexts(commandTexts)
  const isSupport = useUser().role === Role.Support
  const tenant = useActingTenant()?.tenantId
  const go = useGo()
  const asked = useDeferredValue(query)
  const isAsked = asked !== '' && (!isSupport || tenant !== undefined)
  const found = useRead(
    titles.search,
    { query: asked, take: TAKE, page: 1, sort: 'relevance', ...(isSupport && { tenant }) },
    { enabled: isAsked, keepPrevious: true },
  )
  const titlesFound = isAsked ? (found.data?.data ?? []) : []
  // What the letters before found stays for as long as it still fits, so that Enter never meets an empty list.
  const fitting = found.isPlaceholderData
    ? titlesFound.filter(({ className }) => matches(query, className))
    : titlesFound
  const commands = fitting.map(({ tag, className, channelName }) => {
    const label = className || text('ui.titles.untitled')
    return {
      id: `title ${tag}`,
      label,
      help: [channelName, tag].filter(Boolean).join(' · '),
      onSelect: () => go({ href: titleHref(tag), label }),
    }
  })
  return { commands, loading: isAsked && found.isFetching }
}

function usePageCommands(): { pages: (Command & { href: string; alias: string })[]; actions: Command[] } {
  const { text } = useTexts(commandTexts, helpTexts, wordTexts)
  const routeContext = useRouteContext()
  const go = useGo()
  const toCommand = ({ path: href, words, alias: key }: PageEntry) => {
    const label = text('place' in words ? `ui.nav.${words.place}` : words.key)
    const alias = key === undefined ? '' : text(key)
    return { id: `page ${href}`, href, label, alias, onSelect: () => go({ href, label }) }
  }
  const entries = routeContext === undefined ? [] : pagesFor(routeContext)
  return {
    pages: entries.filter(({ isAction }) => !isAction).map(toCommand),
    actions: entries.filter(({ isAction }) => isAction).map(toCommand),
  }
}

/** The list as it was when the palette opened. */
function useRecentCommands(pages: readonly { href: string; label: string }[]): Command[] {
  const { tabStore } = useKinora()
  const { userId } = useUser()
  const go = useGo()
  const [recent] = useState(() => readRecent(tabStore, userId))
  return recent.map(({ href, label }) => {
    const words = pages.find(page => page.href === href)?.label ?? label
    return { id: `recent ${href}`, label: words, onSelect: () => go({ href, label: words }) }
  })
}

/** ROLE-05: customer support changes the tenant it acts for. */
function useTenantCommands(): Command[] {
  const { text } = useTexts(commandTexts)
  const { session, queries } = useKinora()
  const navigation = useNavigation()
  const isSupport = useUser().role === Role.Support
  const list = useRead(tenants.list, {}, { enabled: isSupport })
  return (isSupport ? (list.data?.data ?? []) : []).map(({ tenantId, name }) => ({
    id: `tenant ${tenantId}`,
    label: text('ui.commands.actFor', { name }),
    help: tenantId,
    onSelect: () =>
      navigation.leave(() => {
        session.chooseTenant({ tenantId, name })
        void queries.invalidateQueries()
      }),
  }))
}

const acts = ['edit', 'publish', 'unpublish', 'delete'] as const

/** What can be done to the titles that were selected when the palette opened, by the list’s own dialogs (TITLE-26, TITLE-29). */
function useSelectionCommands(): Command[] {
  const { text } = useTexts(commandTexts)
  const go = useGo()
  const { current } = use(SelectionContext)
  const [selection] = useState(current)
  if (selection === undefined) return []
  const { count, act, exportCsv, toSheet } = selection
  const sheet = { href: '/media/contentTitles/sheet', label: text('ui.commands.selection.sheet', { count }) }
  return [
    ...(toSheet === undefined
      ? []
      : [
          {
            id: 'selection sheet',
            label: sheet.label,
            onSelect: () => {
              toSheet()
              go(sheet)
            },
          },
        ]),
    ...acts.map(each => ({
      id: `selection ${each}`,
      label: text(`ui.commands.selection.${each}`, { count }),
      onSelect: () => act(each),
    })),
    {
      id: 'selection export',
      label: text('ui.commands.selection.export', { count }),
      onSelect: exportCsv,
    },
  ]
}

function useActions(onOpen: PaletteProps['onOpen']): Command[] {
  const { text } = useTexts(commandTexts)
  const { theme, messages, change } = use(AppearanceContext)
  const other = messages === 'pass' ? 'stay' : 'pass'
  return [
    ...themes
      .filter(name => name !== theme)
      .map(name => ({
        id: `theme ${name}`,
        label: text(`ui.commands.theme.${name}`),
        onSelect: () => change({ theme: name }),
      })),
    {
      id: 'messages',
      label: text(`ui.commands.messages.${other}`),
      onSelect: () => change({ messages: other }),
    },
    { id: 'shortcuts', label: text('ui.shortcuts.title'), keys: ['?'], onSelect: () => onOpen('shortcuts') },
    { id: 'signOut', label: text('ui.account.logout'), onSelect: () => onOpen('signOut') },
  ]
}

type PageWords = { place: PlaceId } | { key: (typeof others)[number][1] }

/** Pages that the sidebar doesn't list. */
const others = [
  ['/', 'ui.nav.home'],
  ['/gettingStarted', 'ui.page.gettingStarted'],
  ['/help', 'ui.help.title'],
  ['/apiKeys', 'ui.account.keys'],
  ['/webhooks', 'ui.account.webhooks'],
  ['/favourites', 'ui.page.favourites'],
  ['/media/contentTitles/deleted', 'ui.page.deletedTitles'],
  ['/media/contentTitles/jobs', 'ui.page.jobs'],
  ['/admin/playback', 'ui.page.playback'],
  ['/admin/texts', 'ui.page.texts'],
  ['/admin/report', 'ui.page.reports'],
  ['/admin/audit', 'ui.page.audit'],
  ['/tenants/siteterms', 'ui.page.siteTerms'],
  ['/tenants/publishing', 'ui.commands.page.publishing'],
  ['/tenants/deleted', 'ui.page.deletedTenants'],
  ['/media/contentTitles/add', 'ui.add.title'],
  ['/media/bulkUpload/add', 'ui.commands.add.batch'],
  ['/media/categories/add', 'ui.commands.add.category'],
  ['/media/labels/add', 'ui.add.label'],
  ['/media/focusAreas/add', 'ui.add.focusArea'],
  ['/media/equipments/add', 'ui.add.equipment'],
  ['/siteSettings/customLinks/add', 'ui.commands.add.customLink'],
] as const

/** Names that pages had before, or have in the register. */
const aliases: Partial<Record<PlaceId, keyof typeof commandTexts>> = {
  userManagement: 'ui.commands.alias.userManagement',
  userReport: 'ui.commands.alias.userReport',
}

interface PageEntry {
  path: string
  words: PageWords
  /** Other names that find it. */
  alias?: keyof typeof commandTexts | undefined
  /** It makes something new: an action more than a place. */
  isAction: boolean
}

/** The pages that open to this user: those of the sidebar first, each once. */
export function pagesFor(routeContext: RouteContext): PageEntry[] {
  const places = toSidebar(routeContext)
    .flatMap(entry => entry.children ?? [{ id: entry.id, path: entry.path }])
    .map(({ id, path }) => ({
      path,
      words: { place: id as PlaceId },
      alias: aliases[id as PlaceId],
      isAction: false,
    }))
  const known = new Set<string>(places.map(({ path }) => path))
  const more = others
    .filter(([path]) => !known.has(path))
    .filter(([path]) => decideRoute(path, routeContext)?.kind === 'open')
    // C-84: the form opens to providers, but they can't save one.
    .filter(([path]) => path !== '/media/categories/add' || routeContext.role !== Role.Provider)
    .map(([path, key]) => ({ path, words: { key }, isAction: path.endsWith('/add') }))
  return [...places, ...more].filter(({ path }) => leadsToScreen(path, routeContext))
}

/** Where one goes again; kept in this tab, for each person by themselves. */
interface Visit {
  href: string
  label: string
}

const KEPT = 5
const keyOf = (userId: string) => `kinora.recent.${userId}`

/** What was chosen lately, the latest first; whatever was written there by others counts as nothing. */
export function readRecent(store: Pick<KeyValueStore, 'getItem'>, userId: string): Visit[] {
  try {
    const found: unknown = JSON.parse(store.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(found) ? found.filter(isVisit).slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** Remembers a visit as the latest. */
export function addRecent(store: KeyValueStore, userId: string, visit: Visit): void {
  const others = readRecent(store, userId).filter(({ href }) => href !== visit.href)
  store.setItem(keyOf(userId), JSON.stringify([visit, ...others].slice(0, KEPT)))
}

const isVisit = (value: unknown): value is Visit => {
  const { href, label } = (value ?? {}) as Partial<Visit>
  return typeof href === 'string' && /^\/(?!\/)/.test(href) && typeof label === 'string'
}
