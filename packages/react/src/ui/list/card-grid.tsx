import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Checkbox } from '../form/checkbox.tsx'
import { Skeleton } from '../status/skeleton.tsx'
import { placeOf, useFocusedRow, withPlaces } from '../table/focused-row.ts'
import type { TableRows } from '../table/table-rows.ts'
import { type DataTableSelection, useSelection } from '../table/use-selection.ts'

export interface CardGridProps<Row> {
  label: string
  rows: TableRows<Row>
  /** Keep it stable. */
  rowId: (row: Row) => string
  selection?: DataTableSelection<Row> | undefined
  /** What stands on a card; its first link is where the arrow keys lead. */
  card: (row: Row) => ReactNode
  /** The least width of a card, and about the height of what stands under its 16:9 picture, in px: as high as the highest in sight needs it. */
  size: { width: number; below: number }
  /** Rows in all pages and the place of the first one here. */
  total: number
  offset: number
  /** Stands for what was asked: when it changes, the cards start at the top. */
  query: string
  /** The id of a card that is brought into sight when this changes. */
  reveal?: string | undefined
  /** The place, from 0, at which something that is dragged would come. */
  mark?: number | undefined
}

/** A scroller must be reachable by keyboard; what leaves it hands the focus on to it. */
export const reachable = { tabIndex: 0, 'data-focus-fallback': '' }

/** What the arrow keys go to: the link of a card, or the button where a host opens it. */
export const names = 'a, button.kn-cell-name'

/** px between cards. */
const GAP = 16

/** Cards in rows, of which those in sight are drawn; arrow keys go from card to card. */
export function CardGrid<Row>(props: CardGridProps<Row>) {
  const { label, rows, rowId, selection, card, size, total, offset, query, reveal, mark } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const width = useWidth(scroller)
  const columns = Math.max(1, Math.floor((width + GAP) / (size.width + GAP)))
  const picture = Math.round(((width - GAP * (columns - 1)) / columns) * (9 / 16))
  const height = useHighest(scroller, `${width} ${query}`) ?? picture + size.below
  const boxes = useSelection(rows, rowId, selection)
  const kept = useFocusedRow()
  const virtualizer = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(rows.length / columns),
    getScrollElement: () => scroller,
    estimateSize: () => height + GAP,
    overscan: 2,
    // The card that had the focus last stays, wherever one scrolls to or it is moved to.
    rangeExtractor: shown => withPlaces(shown, Math.floor(placeOf(rows, rowId, kept.element()) / columns)),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights follow the width
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])
  const asked = useRef(query)
  useLayoutEffect(() => {
    if (asked.current !== query) scroller?.scrollTo({ top: 0 })
    asked.current = query
  }, [scroller, query])
  const all = Array.isArray(rows) ? (rows as Row[]) : []
  const revealed = reveal === undefined ? -1 : all.findIndex(row => rowId(row) === reveal)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each card that is asked for
  useLayoutEffect(() => {
    if (revealed >= 0) virtualizer.scrollToIndex(Math.floor(revealed / columns))
  }, [reveal, revealed >= 0])
  useFollowFocus(scroller, rows)
  const lines = virtualizer.getVirtualItems()
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  const first = startIndex * columns
  const last = Math.min(rows.length - 1, (endIndex + 1) * columns - 1)
  useEffect(() => rows.show?.(first, Math.max(first, last)), [rows, first, last])
  const shown = lines.flatMap(({ index, start }) =>
    Array.from({ length: Math.min(columns, rows.length - index * columns) }, (_, nth) => ({
      index: index * columns + nth,
      start,
      nth,
    })),
  )
  const { go, onFocus } = useArrowKeys({
    scroller,
    count: rows.length,
    columns,
    show: index => virtualizer.scrollToIndex(Math.floor(index / columns)),
  })
  return (
    <section ref={setScroller} className="kn-cards-scroll" aria-label={label} {...reachable}>
      <ul
        className="kn-cards"
        data-columns={columns}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={go}
        onFocus={event => {
          kept.onFocus(event)
          onFocus(event)
        }}
      >
        {shown.map(({ index, start, nth }) => {
          const row = rows.at(index)
          const id = row && rowId(row)
          return (
            <li
              key={id ?? `gap ${index}`}
              className="kn-card-item"
              data-index={index}
              data-mark={index === mark ? '' : undefined}
              data-id={id}
              tabIndex={row === undefined ? -1 : undefined}
              aria-busy={row === undefined || undefined}
              data-selected={id !== undefined && selection?.selected.has(id) ? '' : undefined}
              aria-setsize={total}
              aria-posinset={offset + index + 1}
              style={{
                blockSize: height,
                inlineSize: `calc((100% - ${GAP * (columns - 1)}px) / ${columns})`,
                insetInlineStart: `calc((100% + ${GAP}px) / ${columns} * ${nth})`,
                insetBlockStart: start,
              }}
            >
              {row === undefined ? (
                <Skeleton height={picture} />
              ) : (
                <>
                  {selection ? (
                    <SelectBox
                      label={selection.rowLabel(row)}
                      checked={selection.selected.has(rowId(row))}
                      onToggle={(checked, range) => boxes.toggle(index, checked, range)}
                    />
                  ) : null}
                  {card(row)}
                </>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A card that is moved by key keeps the focus, and is kept in sight. */
function useFollowFocus(scroller: HTMLElement | null, rows: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another order of the rows
  useLayoutEffect(() => {
    const handle = document.activeElement
    if (handle?.matches('.kn-row-handle:not([data-dragging])') && scroller?.contains(handle))
      handle.closest('[data-index]')?.scrollIntoView({ block: 'nearest' })
  }, [rows])
}

interface SelectBoxProps {
  label: string
  checked: boolean
  /** With `range` everything between the last one that was touched and this one. */
  onToggle: (checked: boolean, range: boolean) => void
}

/** The box of a card. */
export function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
  const shift = useRef(false)
  return (
    <span className="kn-card-select">
      <Checkbox
        aria-label={label}
        checked={checked}
        onClick={event => {
          shift.current = event.shiftKey
        }}
        onChange={event => onToggle(event.target.checked, shift.current)}
      />
    </span>
  )
}

/** The height of the highest card that was drawn, for one width and one question. */
function useHighest(scroller: HTMLElement | null, of: string): number | undefined {
  const [found, setFound] = useState<{ of: string; height: number }>()
  const known = found?.of === of ? found.height : undefined
  // After each render: others may have come into sight.
  useLayoutEffect(() => {
    const cards =
      scroller?.querySelectorAll<HTMLElement>('.kn-card-item:not([aria-busy]) > :last-child') ?? []
    // With the line around it.
    const height = Math.max(...[...cards].map(card => card.offsetHeight + 2))
    if (height > (known ?? 0)) setFound({ of, height })
  })
  return known
}

function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element === null) return
    const look = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
      const inner =
        element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
      setWidth(Math.floor(inner))
    }
    const watch = new ResizeObserver(look)
    look()
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])
  return width
}

interface Moves {
  scroller: HTMLElement | null
  count: number
  columns: number
  /** Brings a card into sight. */
  show: (index: number) => void
}

/** Arrow keys, Home and End from the link of one card to that of another; the place of one that isn't loaded holds the focus until it is. */
function useArrowKeys({ scroller, count, columns, show }: Moves) {
  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const active = document.activeElement
    // Whoever has gone elsewhere meanwhile isn't fetched back.
    if (active !== document.body && !scroller?.contains(active)) wanted.current = undefined
    if (wanted.current === undefined) return
    const item = scroller?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    const link = item?.querySelector<HTMLElement>(names)
    if (link) wanted.current = undefined
    const next = link ?? item
    next?.focus()
  }
  // After each render: the card may have come into the list, or have been loaded.
  useLayoutEffect(focusWanted)
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.closest<HTMLElement>('[data-index]')?.dataset.index !== String(wanted.current))
      wanted.current = undefined
  }
  const go = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const item = target.closest<HTMLElement>('[data-index]')
    if (
      item === null ||
      !(target === item || target.matches(names)) ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return
    const isReversed = getComputedStyle(item).direction === 'rtl'
    const index = Number(item.dataset.index)
    const next = placeAfter(event.key, { index, columns, count, isReversed })
    if (next === undefined || next < 0 || next >= count) return
    event.preventDefault()
    wanted.current = next
    show(next)
    focusWanted()
  }
  return { go, onFocus }
}

interface Place {
  index: number
  columns: number
  count: number
  isReversed: boolean
}

function placeAfter(key: string, { index, columns, count, isReversed }: Place): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return index + (isReversed ? -1 : 1)
    case 'ArrowLeft':
      return index + (isReversed ? 1 : -1)
    case 'ArrowDown':
      return index + columns
    case 'ArrowUp':
      return index - columns
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
