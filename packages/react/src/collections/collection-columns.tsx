import { type Collection, collections, toActiveState } from '@kinora/core'
import { Star, Sun } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { StoredPicture } from '../kernel/row-list.tsx'
import { createdColumn, type Dates } from '../kernel/use-dates.ts'
import { useWrite } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast.tsx'
import { StateBadge } from '../ui/status/badge.tsx'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { TitleCell } from '../ui/table/title-cell.tsx'
import { type CollectionTexts, useCollectionTexts } from './texts.ts'

interface CollectionColumnOptions {
  text: CollectionTexts['text']
  rowHref: ((tag: string) => string) | undefined
  day: Dates['day']
  highlights: Highlights
  /** Undefined while the list isn't in display order. */
  handle: ((row: Collection) => ReactNode) | undefined
  move: ((row: Collection, by: number) => void) | undefined
  /** The place of a row in the display order, from 1, of how many; `first` is that of the first row, where all rows in between are here. */
  placeOf: (row: Collection) => { place: number; count: number; first?: number }
}

/** COLL-01, COLL-05 to COLL-07: what it is called, whether members see it, what it holds, the two highlights. */
export function collectionColumns(options: CollectionColumnOptions): DataTableColumn<Collection>[] {
  const { text, rowHref, day, highlights, handle, move, placeOf } = options
  const radio = (which: Highlight, label: 'feature' | 'classOfDay') => (row: Collection) => (
    <HighlightRadio
      group={which}
      label={text(`ui.collections.${label}`, { name: row.name })}
      checked={highlights.isOn(row, which)}
      disabled={!row.active}
      onChoose={() => highlights.set(row, which, true)}
    />
  )
  return [
    {
      id: 'name',
      header: text('field.name'),
      width: 260,
      grow: 3,
      sortable: true,
      cell: row => (
        <>
          {handle?.(row)}
          <TitleCell
            href={rowHref?.(row.collectionTag)}
            name={row.name}
            detail={row.description}
            media={<StoredPicture link={row.collectionItems[0]?.imageLink} width={64} />}
          />
        </>
      ),
    },
    {
      id: 'displayOrder',
      header: text('ui.collections.columnPlace'),
      width: 84,
      align: 'end',
      sortable: true,
      cell(row) {
        const { place, first, count } = placeOf(row)
        if (move === undefined || first === undefined) return place
        return (
          <PlaceInput
            label={text('ui.collections.placeOf', { name: row.name })}
            place={place}
            count={count}
            onPlace={wanted => move(row, wanted - place)}
          />
        )
      },
    },
    {
      id: 'state',
      header: text('ui.state'),
      width: 112,
      cell: row => <StateBadge state={toActiveState(row)} word={state => text(`ui.state.${state}`)} />,
    },
    {
      id: 'classes',
      header: text('ui.chooser.list'),
      width: 120,
      align: 'end',
      cell: row => <Counts row={row} text={text} />,
    },
    {
      id: 'featured',
      header: text('ui.collections.columnFeatured'),
      width: 96,
      cell: radio('isFeaturedCollection', 'feature'),
    },
    {
      id: 'classOfDay',
      header: text('ui.collections.columnClassOfDay'),
      width: 128,
      cell: radio('isClassOfDayCollection', 'classOfDay'),
    },
    createdColumn(text, { day }),
  ]
}

interface CountsProps {
  row: Collection
  text: CollectionTexts['text']
  /** Without a header that says what is counted. */
  inWords?: boolean
}

export function Counts({ row, text, inWords = false }: CountsProps) {
  const { itemCount, upcomingCount } = row
  return (
    <span className={inWords ? 'kn-tile-counts' : 'kn-cell-words'}>
      {/* An active one that ran empty shows members nothing. */}
      <span data-tone={row.active && itemCount === 0 ? 'negative' : undefined}>
        {inWords
          ? text('ui.chooser.count', { count: itemCount })
          : itemCount === 0
            ? text('ui.collections.noClasses')
            : itemCount}
      </span>
      {upcomingCount > 0 ? (
        <span className="kn-cell-soft">{text('ui.collections.upcoming', { count: upcomingCount })}</span>
      ) : null}
    </span>
  )
}

interface HighlightRadioProps {
  /** One of the tenant's rows has it: the radios of a column are a group. */
  group: Highlight
  /** "Feature Mornings" */
  label: string
  checked: boolean
  disabled: boolean
  onChoose: () => void
}

/** Down the column, whichever arrow it is, as in any group of radios. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Arrow keys go from radio to radio and choose nothing: what is chosen takes effect at once, so that Space does it. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const { currentTarget: radio } = event
  const group = [
    ...document.querySelectorAll<HTMLInputElement>(`[type=radio][name="${CSS.escape(radio.name)}"]:enabled`),
  ]
  group.at((group.indexOf(radio) + step) % group.length)?.focus()
}

/** COLL-06: one of a column of radios, marked as the acts of a row’s menu are. */
function HighlightRadio({ group, label, checked, disabled, onChoose }: HighlightRadioProps) {
  const Mark = group === 'isFeaturedCollection' ? Star : Sun
  return (
    <label className="kn-choice" data-disabled={disabled ? '' : undefined} title={label}>
      <span className="kn-check" data-shape="round">
        <input
          type="radio"
          name={group}
          aria-label={label}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          onKeyDown={goOn}
        />
        <Mark size={12} fill="currentColor" aria-hidden="true" />
      </span>
    </label>
  )
}

interface PlaceInputProps {
  /** "Place of Mornings" */
  label: string
  /** From 1. */
  place: number
  count: number
  onPlace: (place: number) => void
}

/** A place that can be typed: Enter, or leaving the box, moves the row there; Escape takes it back. */
function PlaceInput({ label, place, count, onPlace }: PlaceInputProps) {
  const [typed, setTyped] = useState(String(place))
  useEffect(() => setTyped(String(place)), [place])
  const settle = () => {
    const wanted = Math.min(count, Math.max(1, Math.round(Number(typed))))
    if (typed.trim() === '' || Number.isNaN(wanted)) setTyped(String(place))
    else if (wanted === place) setTyped(String(place))
    else onPlace(wanted)
  }
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') settle()
    if (key === 'Escape') setTyped(String(place))
  }
  return (
    <input
      className="kn-place"
      inputMode="numeric"
      aria-label={label}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onFocus={event => event.target.select()}
      onBlur={settle}
      onKeyDown={press}
    />
  )
}

export type Highlight = 'isFeaturedCollection' | 'isClassOfDayCollection'

const words = {
  isFeaturedCollection: ['ui.collections.featured', 'ui.collections.notFeatured'],
  isClassOfDayCollection: ['ui.collections.isClassOfDay', 'ui.collections.notClassOfDay'],
} as const

export interface Highlights {
  /** As it is shown: as stored, or as somebody has just chosen and the server hasn't refused. */
  isOn(row: Collection, which: Highlight): boolean
  set(row: Collection, which: Highlight, on: boolean): void
}

/** COLL-07: takes effect at once; the former one gives it up. */
export function useHighlights(tenantId: string): Highlights {
  const { text } = useCollectionTexts()
  const [wanted, setWanted] = useState<Partial<Record<Highlight, string | null>>>({})
  const toasts = useToasts()
  const { send } = useWrite(collections.highlight, { parallel: true })
  const isOn = useCallback(
    (row: Collection, which: Highlight) => {
      const chosen = wanted[which]
      return chosen === undefined ? row[which] : chosen === row.collectionTag
    },
    [wanted],
  )
  const set = useCallback(
    (row: Collection, which: Highlight, on: boolean) => {
      const chosen = on ? row.collectionTag : null
      setWanted(before => ({ ...before, [which]: chosen }))
      void send({ tenantId, tag: row.collectionTag, [which]: on }).then(({ kind }) => {
        setWanted(before => (before[which] === chosen ? { ...before, [which]: undefined } : before))
        if (kind === 'done')
          toasts.show({ text: text(words[which][on ? 0 : 1], { name: row.name }), tone: 'positive' })
      })
    },
    [send, tenantId, text, toasts],
  )
  return { isOn, set }
}
