import {
  IN_PROGRESS_REFRESH,
  needsRefresh,
  TitleStatus as S,
  type Title,
  titles,
  titleViewTexts,
  toNumber,
  toStatusKey,
} from '@kinora/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { LoadFailedLine } from '../../kernel/load-failed.tsx'
import { useTexts } from '../../kernel/message.ts'
import { useActingTenant, useKinora } from '../../kernel/provider.tsx'
import { useLiveRows } from '../../kernel/use-live-titles.ts'
import { nounOf } from '../../kernel/use-read.ts'
import { names, reachable, SelectBox } from '../../ui/list/card-grid.tsx'
import { type ListAround, useListRoot } from '../../ui/list/list-context.ts'
import { ListNothing } from '../../ui/list/list-parts.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { placeOf, useFocusedRow, withPlaces } from '../../ui/table/focused-row.ts'
import { type TitleTexts, useTitleTexts } from '../texts.ts'
import { TitleCard } from './title-card.tsx'
import type { TitleLayoutProps } from './title-covers.tsx'
import { useTitleRoot } from './title-modes.tsx'
import { type SearchInput, type TitleListModel, useInterval } from './use-title-list.ts'

/** States that one looks at together, in the order in which a title goes through them. */
const lanes = [
  { id: 'noFile', states: [S.None, S.Incomplete], words: S.Incomplete },
  {
    id: 'working',
    states: [S.Uploading, S.Uploaded, S.NormalisationQueued, S.EncodingQueued, S.Encoded, S.PublishQueued],
    words: undefined,
  },
  { id: 'failed', states: [S.Error], words: S.Error },
  { id: 'ready', states: [S.Completed], words: S.Completed },
  { id: 'published', states: [S.Published], words: S.Published },
  { id: 'unpublished', states: [S.Unpublished], words: S.Unpublished },
] as const
type Lane = (typeof lanes)[number]

/** The states of a column that the list asks for. */
const statesOf = ({ states }: Lane, asked: readonly number[]): number[] =>
  states.filter(state => asked.length === 0 || asked.includes(state))

/** Titles by their state, in a `ListRoot` of `useTitleList`: a column for each, with its count. Columns read for themselves, whatever else the root shows; cards are loaded by page as they come into sight (C-143). */
export function TitleBoard({ titleHref, empty }: TitleLayoutProps) {
  const list = useTitleRoot()
  const { selection, end, named } = useListRoot<Title>()
  const texts = useTitleTexts()
  const menu = end?.render ?? nothing
  const { text } = useTexts(titleViewTexts)
  const asked = [list.input.status ?? []].flat()
  const shown = lanes.filter(lane => statesOf(lane, asked).length > 0)
  return (
    <>
      {list.isBoardEmpty ? <ListNothing>{empty}</ListNothing> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the links within */}
      <div className="kn-board" hidden={list.isBoardEmpty} onKeyDown={goOn}>
        {shown.map((lane, column) => (
          <BoardLane
            key={lane.id}
            {...{ list, texts, titleHref, selection, menu, named, column }}
            tell={(total: number) => list.onLane(lane.id, { query: list.query, total, of: shown.length })}
            name={
              lane.words === undefined ? text('ui.titles.board.working') : texts.text(toStatusKey(lane.words))
            }
            input={{ ...list.input, status: statesOf(lane, asked) }}
          />
        ))}
      </div>
    </>
  )
}

const nothing = () => null

/** Cards of one page of a column. */
const PAGE = 25
/** px of a card whose state is on one line, and between cards. */
const CARD = 84
const GAP = 8

interface BoardLaneProps
  extends Pick<ListAround<Title>, 'selection' | 'named'>,
    Pick<TitleLayoutProps, 'titleHref'> {
  list: TitleListModel
  texts: TitleTexts
  menu: (title: Title) => ReactNode
  name: string
  column: number
  input: SearchInput & { status: number[] }
  /** How many titles it has. */
  tell: (total: number) => void
}

function BoardLane(props: BoardLaneProps) {
  const { name, column, list, input, tell, texts, titleHref, selection, menu, named } = props
  const { text, locale } = useTexts(titleViewTexts)
  const id = useId()
  const { rows, total, read } = useLane(input)
  const { query } = list
  const latest = useRef(tell)
  latest.current = tell
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for is another total
  useEffect(() => {
    if (total !== undefined) latest.current(total)
  }, [total, query])
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const kept = useFocusedRow()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => CARD,
    gap: GAP,
    overscan: 2,
    rangeExtractor: range =>
      withPlaces(
        range,
        placeOf(rows, ({ tag }) => tag, kept.element()),
      ),
  })
  const items = virtualizer.getVirtualItems()
  const last = virtualizer.range?.endIndex ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = read
  const isWanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && last >= rows.length - 5
  useEffect(() => {
    if (isWanted) void fetchNextPage()
  }, [isWanted, fetchNextPage])
  const toggle = (title: Title, isSelected: boolean) => {
    const next = new Set(selection?.selected)
    if (isSelected) next.add(title.tag)
    else next.delete(title.tag)
    selection?.onChange(next, [title])
  }
  return (
    <div className="kn-lane" data-column={column}>
      <h2 id={id} className="kn-lane-name">
        {name}
        {total === undefined ? null : <span className="kn-tab-count">{toNumber(total, locale)}</span>}
      </h2>
      <section ref={setScroller} className="kn-lane-scroll" aria-labelledby={id} {...reachable}>
        {read.isError && !isFetchNextPageError ? (
          <LoadFailedLine error={read.error} onRetry={() => void read.refetch()} />
        ) : null}
        {read.isPending ? <Skeleton height={CARD} /> : null}
        {total === 0 ? <p className="kn-field-help">{text('ui.titles.board.none')}</p> : null}
        <ul className="kn-cards" style={{ blockSize: virtualizer.getTotalSize() }} onFocus={kept.onFocus}>
          {items.map(({ index, start }) => {
            const title = rows[index]!
            return (
              <li
                key={title.tag}
                className="kn-card-item"
                ref={virtualizer.measureElement}
                data-id={title.tag}
                data-index={index}
                data-selected={selection?.selected.has(title.tag) ? '' : undefined}
                aria-setsize={total}
                aria-posinset={index + 1}
                style={{ inlineSize: '100%', insetBlockStart: start }}
              >
                {selection ? (
                  <SelectBox
                    label={selection.rowLabel(title)}
                    checked={selection.selected.has(title.tag)}
                    onToggle={isSelected => toggle(title, isSelected)}
                  />
                ) : null}
                {named(title, <TitleCard {...{ title, texts, titleHref, menu }} coverWidth={72} />)}
              </li>
            )
          })}
        </ul>
        {isFetchNextPageError && read.error !== null ? (
          <LoadFailedLine error={read.error} onRetry={() => void fetchNextPage()} />
        ) : null}
      </section>
    </div>
  )
}

const target = [nounOf(titles.search), titles.search.id]

/** The titles of one column, a page at a time; one that goes on to another state has all columns read again. */
function useLane(input: BoardLaneProps['input']) {
  const { session, queries } = useKinora()
  const tenantId = useActingTenant()?.tenantId
  const read = useInfiniteQuery({
    queryKey: [...target, { ...input, by: 'lane' }, tenantId],
    queryFn: ({ pageParam: page, signal }) =>
      session.send(titles.search, { ...input, page, take: PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, data }) => (data.length < PAGE ? undefined : page + 1),
  })
  const found = useMemo(() => {
    const all = read.data?.pages.flatMap(({ data }) => data)
    // One that was changed between two pages may stand in both.
    return all && [...new Map(all.map(title => [title.tag, title])).values()]
  }, [read.data])
  const rows = useLiveRows(found)
  const readAll = useCallback(
    () =>
      void queries.invalidateQueries({
        queryKey: target,
        predicate: ({ queryKey }) => (queryKey[2] as { by?: string } | undefined)?.by === 'lane',
      }),
    [queries],
  )
  useInterval(readAll, needsRefresh(rows) ? IN_PROGRESS_REFRESH : undefined)
  const gone = rows.filter(({ status }) => !input.status.includes(status)).map(({ tag }) => tag)
  const moved = gone.join(' ')
  useEffect(() => {
    if (moved !== '') readAll()
  }, [moved, readAll])
  return { rows, total: read.data?.pages.at(-1)?.totalRecords, read }
}

/** Arrow keys from card to card: up and down in a column, to the sides into the next one. */
function goOn(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  const item = target.closest<HTMLElement>('[data-index]')
  const lane = target.closest<HTMLElement>('[data-column]')
  if (item === null || lane === null || !target.matches(names)) return
  const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const along = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (sideways === 0 && along === 0) return
  const isReversed = getComputedStyle(item).direction === 'rtl'
  const column = Number(lane.dataset.column) + (isReversed ? -sideways : sideways)
  const next = sideways === 0 ? lane : event.currentTarget.querySelector(`[data-column="${column}"]`)
  const index = Number(item.dataset.index) + along
  const card =
    next?.querySelector<HTMLElement>(`[data-index="${index}"] :is(${names})`) ??
    (sideways === 0 ? null : next?.querySelector<HTMLElement>(`[data-index] :is(${names})`))
  if (!card) return
  event.preventDefault()
  card.focus()
}
