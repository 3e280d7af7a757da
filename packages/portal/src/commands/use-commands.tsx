import { commandTexts, matches, Role, tenants, titles } from '@kinora/core'
import {
  type Command,
  type CommandGroup,
  useActingTenant,
  useKinora,
  useRead,
  useSituation,
  useTexts,
  useUser,
} from '@kinora/react'
import { use, useDeferredValue, useState } from 'react'
import { useNavigation } from '../router/use-navigation.ts'
import { ThemeContext } from '../theme.ts'
import { type PageEntry, pagesFor } from './pages.ts'
import type { PaletteProps } from './palette.tsx'
import { addRecent, readRecent, type Visit } from './recent.ts'
import { SelectionContext } from './selection.ts'

/** Titles that are offered for one search. */
const TAKE = 6
const themes = ['system', 'light', 'dark'] as const
const titleHref = (tag: string): string => `/media/contentTitles/edit/${encodeURIComponent(tag)}`

/** What the palette offers for a search: what can be done to selected titles, recent places, pages, titles by name, actions and, to customer support, tenants. */
export function useCommands(search: string, onOpen: PaletteProps['onOpen']) {
  const query = search.trim()
  const titleCommands = useTitleCommands(query)
  const { pages, actions } = usePageCommands()
  const recent = useRecentCommands(pages)
  const tenantCommands = useTenantCommands()
  const { text } = useTexts(commandTexts)
  const more = useActions(onOpen)
  const fitting = (commands: readonly Command[]) => commands.filter(({ label }) => matches(query, label))
  const selected = useSelectionCommands()
  const groups: CommandGroup[] = [
    { id: 'selection', heading: text('ui.commands.selection'), commands: fitting(selected) },
    { id: 'recent', heading: text('ui.commands.recent'), commands: query === '' ? recent : [] },
    { id: 'pages', heading: text('ui.commands.pages'), commands: fitting(pages) },
    { id: 'titles', heading: text('ui.commands.titles'), commands: titleCommands.commands },
    { id: 'actions', heading: text('ui.commands.actions'), commands: fitting([...actions, ...more]) },
    {
      id: 'tenants',
      heading: text('ui.commands.tenants'),
      commands: query === '' ? [] : fitting(tenantCommands),
    },
  ]
  return { groups, loading: titleCommands.loading }
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

function usePageCommands(): { pages: (Command & { href: string })[]; actions: Command[] } {
  const { text } = useTexts(commandTexts)
  const situation = useSituation()
  const go = useGo()
  const toCommand = ({ path: href, words }: PageEntry) => {
    const label = text('place' in words ? `ui.nav.${words.place}` : words.key)
    return { id: `page ${href}`, href, label, onSelect: () => go({ href, label }) }
  }
  const entries = situation === undefined ? [] : pagesFor(situation)
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
  return (isSupport ? (list.data?.data ?? []) : []).map(({ tenantID: tenantId, name }) => ({
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
  const { current } = use(SelectionContext)
  const [selection] = useState(current)
  if (selection === undefined) return []
  const { count, act, exportCsv } = selection
  return [
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
  const { theme, setTheme } = use(ThemeContext)
  return [
    ...themes
      .filter(name => name !== theme)
      .map(name => ({
        id: `theme ${name}`,
        label: text(`ui.commands.theme.${name}`),
        onSelect: () => setTheme(name),
      })),
    { id: 'shortcuts', label: text('ui.shortcuts.title'), keys: ['?'], onSelect: () => onOpen('shortcuts') },
    { id: 'signOut', label: text('ui.account.logout'), onSelect: () => onOpen('signOut') },
  ]
}
