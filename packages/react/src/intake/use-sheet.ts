import {
  CONTENT_PAGE_SIZE,
  fromWireDate,
  type Issue,
  type KinoraError,
  metadata,
  type Output,
  type Title,
  type TitleDraft,
  titles,
  toWireDate,
} from '@kinora/core'
import { createSheet, type Sheet } from '@kinora/core/bulk'
import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isFrozen, shownIssues } from '../kernel/form-fields.ts'
import { useLocale } from '../kernel/locale.ts'
import { useActingTenant, useKinora } from '../kernel/provider.tsx'
import { fromTypedDate, toTypedDate } from '../kernel/typed-date.ts'
import { toWallClock, useDates } from '../kernel/use-dates.ts'
import { useLiveRows } from '../kernel/use-live-titles.ts'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { fromWallClock } from '../kernel/wall-clock.ts'
import type { SheetFields } from './intake-context.tsx'
import {
  asEdited,
  based,
  type CellText,
  changesOf,
  enter,
  put,
  rebased,
  settle,
  type UnreadCells,
  undo,
} from './sheet-state.ts'
import type { StoredSheet } from './stored-sheet.ts'

/** A title in the sheet. */
export interface SheetRow {
  /** As it is stored. */
  title: Title
  /** As it stands in the sheet. */
  edited: Title
  /** Texts that its cells can’t be read as. */
  unread: UnreadCells
  /** What keeps it from being saved, by field. */
  wrong: ReadonlyMap<string, Issue>
  /** What publishing still asks for, by field. */
  missing: ReadonlyMap<string, Issue>
  isChanged: boolean
  error: KinoraError | undefined
}

export interface SheetModel {
  rows: readonly SheetRow[]
  sheet: Sheet | undefined
  isLoading: boolean
  error: KinoraError | null
  retry(): void
  enter(texts: readonly CellText[]): void
  put(title: Title, draft: Partial<TitleDraft>): void
  undo(): void
  /** Saves what was changed; whether all of it is stored. */
  save(tags?: readonly string[]): Promise<boolean>
  isSaving: boolean
  publishWhenReady(tag: string, publish?: boolean): Promise<PublishOutcome>
}

/** What came of asking: what was entered couldn’t be stored first, or the server’s refusal. */
export type PublishOutcome = { kind: 'done' } | { kind: 'notSaved' } | { kind: 'refused'; error: KinoraError }

/** Titles that are saved at once. */
const AT_ONCE = 3

/** Whether nobody can change the field of a title here: another category would lose a sub category that may not change. */
export const isFixed = (fields: SheetFields | undefined, field: string, title: Title): boolean =>
  isFrozen(fields, field) ||
  (field === 'classCategoryId' && title.classSubCategoryId !== null && isFrozen(fields, 'classSubCategoryId'))

/** What of it may change, also where it was entered while more might. */
const freeOf = <V extends object>(values: V, fields: SheetFields | undefined, title: Title): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !isFixed(fields, field, title))) as Partial<V>

/** The titles of a sheet, what was entered, and what is wrong with it. Unless `hold`, what is entered is saved as it comes. */
export function useSheet(
  kept: StoredSheet,
  change: (change: (before: StoredSheet) => StoredSheet) => void,
  { hold, fields }: { hold: boolean; fields: SheetFields | undefined },
): SheetModel {
  const found = useTitles(kept.tags)
  const sheet = useCells()
  const [failed, setFailed] = useState<Readonly<Record<string, KinoraError>>>({})
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const { edits, unread, versions } = kept
  const made = useRef<ReadonlyMap<string, MadeRow>>(new Map())
  const rows = useMemo(() => {
    const all = found.titles.map(title => {
      const { tag } = title
      return toRow(made.current.get(tag), [title, sheet, edits[tag], unread[tag], failed[tag], fields])
    })
    made.current = new Map(all.map(each => [each.row.title.tag, each]))
    return all.map(({ row }) => row)
  }, [found.titles, sheet, edits, unread, failed, fields])
  const shared = {
    parallel: true,
    invalidates: [titles.search],
    failure: handledByCaller,
    onSuccess: found.put,
  }
  const update = useWrite(titles.update, shared)
  const publish = useWrite(titles.publish, shared)
  const latest = useRef({ rows, edits, versions })
  latest.current = { rows, edits, versions }
  const own = useOwnTags(edits, found.renew)

  const saveOne = async (tag: string): Promise<boolean> => {
    const title = latest.current.rows.find(row => row.title.tag === tag)?.title
    const draft = title && freeOf(changesOf(title, latest.current.edits[tag]), fields, title)
    if (title === undefined || draft === undefined) return false
    own.sent.add(tag)
    if (Object.keys(draft).length === 0) {
      change(before => settle(before, tag, before.edits[tag] ?? {}))
      return true
    }
    setSending(before => new Set([...before, tag]))
    // A sheet that is saved as it goes writes cells; one that holds its changes says on which version they were made.
    const version = latest.current.versions[tag] ?? title.version
    const result = await update.send({ tag, ...draft, ...(hold && { version }) })
    setSending(before => new Set([...before].filter(other => other !== tag)))
    if (result.kind === 'done') {
      setFailed(before => without(before, [tag]))
      change(before => based(settle(before, tag, draft), [result.output]))
      return true
    }
    if (result.kind === 'failed') {
      const fresh = result.error.code === 'outdated' ? await found.renew(tag) : undefined
      // What it has come to is shown beside the edits from now on.
      if (fresh !== undefined) change(before => rebased(before, fresh))
      setFailed(before => ({ ...before, [tag]: result.error }))
    }
    return false
  }
  const save = async (tags: readonly string[] = Object.keys(latest.current.edits)): Promise<boolean> => {
    const queue = tags.filter(tag => latest.current.edits[tag] !== undefined)
    let isWhole = true
    const work = async () => {
      for (let tag = queue.shift(); tag !== undefined; tag = queue.shift())
        if (!(await saveOne(tag))) isWhole = false
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return isWhole
  }
  const saving = useRef(saveOne)
  saving.current = saveOne
  const known = rows.map(({ title }) => title.tag).join(' ')
  const { tags: ownTags } = own
  useEffect(() => {
    if (hold) return
    const next = Object.keys(edits).filter(
      tag => ownTags.has(tag) && !sending.has(tag) && failed[tag] === undefined,
    )
    const isKnown = new Set(known.split(' '))
    for (const tag of next.filter(tag => isKnown.has(tag)).slice(0, AT_ONCE - sending.size))
      void saving.current(tag)
  }, [hold, edits, sending, failed, known, ownTags])

  const { enter: takeOn } = own
  const apply = useCallback(
    (tags: readonly string[], act: (before: StoredSheet) => StoredSheet) => {
      takeOn(tags)
      setFailed(before => without(before, tags))
      const stored = latest.current.rows.map(({ title }) => title)
      change(before => based(act(before), stored))
    },
    [change, takeOn],
  )
  return {
    rows,
    sheet,
    isLoading: found.isLoading || sheet === undefined,
    error: found.error,
    retry: () => void found.refetch(),
    enter(texts) {
      if (sheet === undefined) return
      const known = { sheet, titles: new Map(rows.map(({ title }) => [title.tag, title])) }
      apply(
        texts.map(({ tag }) => tag),
        before => enter(before, texts, known),
      )
    },
    put(title, draft) {
      const free = freeOf(draft, fields, title)
      if (Object.keys(free).length > 0) apply([title.tag], before => put(before, title, free))
    },
    undo: () =>
      apply(
        (kept.undo.at(-1) ?? []).map(({ tag }) => tag),
        undo,
      ),
    save,
    isSaving: sending.size > 0,
    async publishWhenReady(tag, wanted = true) {
      if (wanted && latest.current.edits[tag] !== undefined && !(await save([tag])))
        return { kind: 'notSaved' }
      const result = await publish.send({ tag, publish: wanted, whenReady: true })
      return result.kind === 'failed' ? { kind: 'refused', error: result.error } : { kind: 'done' }
    },
  }
}

/**
 * Two tabs may hold one sheet: each sends what was entered in it, and reads again what the other has stored. What was left by a tab
 * that is gone is this one's once it is looked at.
 */
function useOwnTags(edits: StoredSheet['edits'], renew: (tag: string) => unknown) {
  const [tags, setTags] = useState<ReadonlySet<string>>(() => new Set(Object.keys(edits)))
  const latest = useRef({ edits, renew })
  const before = useRef(edits)
  const [sent] = useState(() => new Set<string>())
  latest.current = { edits, renew }
  const enter = useCallback((more: readonly string[]) => setTags(known => new Set([...known, ...more])), [])
  useEffect(() => {
    const gone = Object.keys(before.current).filter(tag => edits[tag] === undefined)
    before.current = edits
    for (const tag of gone) if (!sent.delete(tag)) void latest.current.renew(tag)
  }, [edits, sent])
  useEffect(() => {
    const look = () => enter(Object.keys(latest.current.edits))
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [enter])
  return { tags, enter, sent }
}

type RowParts = readonly [
  title: Title,
  sheet: Sheet | undefined,
  draft: Partial<TitleDraft> | undefined,
  unread: UnreadCells | undefined,
  error: KinoraError | undefined,
  fields: SheetFields | undefined,
]
interface MadeRow {
  parts: RowParts
  row: SheetRow
}

const allRead: UnreadCells = {}

/** A row stays the same object until something of it changes: typing into one cell checks and draws one row, not all. */
function toRow(before: MadeRow | undefined, parts: RowParts): MadeRow {
  if (before !== undefined && parts.every((part, nth) => part === before.parts[nth])) return before
  const [title, sheet, kept = {}, keptUnread = allRead, error, fields] = parts
  const [draft, unread] = [freeOf(kept, fields, title), freeOf(keptUnread, fields, title)]
  const edited = asEdited(title, draft)
  const unreadable = Object.entries(unread).map(([field, { issue }]) => ({ ...issue, path: field }))
  const row: SheetRow = {
    title,
    edited,
    unread,
    error,
    wrong: byPath(shownIssues([...unreadable, ...(error?.issues ?? [])], fields)),
    missing: byPath(shownIssues(sheet?.check(edited) ?? [], fields)),
    isChanged: Object.keys(changesOf(title, draft)).length > 0,
  }
  return { parts, row }
}

/** What the cells mean, with dates on the clock of the acting tenant. */
function useCells(): Sheet | undefined {
  const { data } = useRead(metadata.view, {})
  const { zone } = useDates()
  const locale = useLocale()
  return useMemo(() => {
    if (data === undefined) return undefined
    const spoken = locale === 'en' ? undefined : locale
    const readDate = (typed: string): string => {
      const wall = fromWallClock(fromTypedDate(typed, 'minute', spoken), zone)
      if (wall !== null) return wall
      const date = fromWireDate(typed)
      return date === undefined ? typed : toWireDate(date)
    }
    const writeDate = (wire: string) => toTypedDate(toWallClock(wire, zone) || wire, 'minute', locale)
    return createSheet({ metadata: data, readDate, writeDate })
  }, [data, zone, locale])
}

type Found = Output<typeof titles.find>

/** What was read of all parts; the first part alone keeps the sheet waiting. */
function joined(parts: readonly UseQueryResult<Found, KinoraError>[]) {
  return {
    data: parts.flatMap(({ data }) => data?.data ?? []),
    isLoading: parts[0]?.isLoading ?? false,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
  }
}

/** Milliseconds for which a part is kept that has become another: each new title makes one. */
const PART_KEPT = 10_000

/** The titles of these tags, followed while the server works on them; those that are gone are left out. */
function useTitles(tags: readonly string[]) {
  const { queries, session, live } = useKinora()
  const tenantId = useActingTenant()?.tenantId
  // Read in parts by order of arrival: a new title has only the last one read again.
  const parts = Array.from({ length: Math.ceil(tags.length / CONTENT_PAGE_SIZE) }, (_, nth) =>
    tags.slice(nth * CONTENT_PAGE_SIZE, (nth + 1) * CONTENT_PAGE_SIZE),
  )
  const readBefore = (titleTags: readonly string[]): Found | undefined => {
    const pages = queries.getQueriesData<Found>({ queryKey: findKey })
    const own = pages.flatMap(([key, page]) => (key[3] === tenantId ? (page ?? []) : []))
    const byTag = new Map(own.flatMap(page => page.data).map(title => [title.tag, title]))
    const known = titleTags.flatMap(tag => byTag.get(tag) ?? [])
    return known.length === 0 ? undefined : { ...own[0]!, data: known }
  }
  const { data, isLoading, error } = useQueries({
    queries: parts.map(titleTags =>
      queryOptions<Found, KinoraError>({
        queryKey: [...findKey, { titleTags }, tenantId],
        gcTime: PART_KEPT,
        placeholderData: () => readBefore(titleTags),
        queryFn: ({ signal }) => session.send(titles.find, { titleTags }, { signal }),
      }),
    ),
    combine: joined,
  })
  const followed = useLiveRows(data)
  // A read that was on its way while a title was saved doesn’t take it back.
  const saved = useRef(new Map<string, Title>())
  const shown = useMemo(() => {
    const latestOf = (title: Title, nth: number): Title => {
      const read = newer(title, followed[nth] ?? title)
      const own = saved.current.get(title.tag)
      return own !== undefined && own.version > read.version ? own : read
    }
    const byTag = new Map(data.map((title, nth) => [title.tag, latestOf(title, nth)]))
    return tags.flatMap(tag => byTag.get(tag) ?? []).filter(({ isDelete }) => !isDelete)
  }, [data, followed, tags])
  const put = useCallback(
    (fresh: Title) => {
      live.expire()
      saved.current.set(fresh.tag, fresh)
      queries.setQueriesData<Found>(
        { queryKey: findKey },
        page => page && { ...page, data: page.data.map(title => (title.tag === fresh.tag ? fresh : title)) },
      )
    },
    [queries, live],
  )
  /** A title as it is stored now; undefined where it can’t be read. */
  const renew = async (tag: string): Promise<Title | undefined> => {
    const page = await session.send(titles.find, { titleTags: [tag] }).catch(() => undefined)
    const fresh = page?.data[0]
    if (fresh !== undefined) put(fresh)
    return fresh
  }
  const refetch = () => queries.refetchQueries({ queryKey: findKey, type: 'active' })
  return { titles: shown, isLoading, error, refetch, renew, put }
}

const findKey = ['titles', titles.find.id] as const

/** What was followed knows how far the server is, but may be older than what was saved here. */
const newer = (read: Title, followed: Title): Title => (followed.version < read.version ? read : followed)

function byPath(issues: readonly Issue[]): ReadonlyMap<string, Issue> {
  const first = new Map<string, Issue>()
  for (const issue of issues) if (!first.has(issue.path)) first.set(issue.path, issue)
  return first
}

function without<T>(all: Readonly<Record<string, T>>, tags: readonly string[]): Readonly<Record<string, T>> {
  if (!tags.some(tag => tag in all)) return all
  return Object.fromEntries(Object.entries(all).filter(([tag]) => !tags.includes(tag)))
}
