import * as Ariakit from '@ariakit/react'
import type { Title } from '@kinora/core'
import { Check, Plus, Search, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useListState } from '../kernel/list-state.ts'
import { StoredPicture } from '../kernel/row-list.tsx'
import { toLength } from '../titles/length.ts'
import type { FilterId } from '../titles/list/filters.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { keepComposition, useComposition } from '../ui/form/use-composition.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ProgressRing } from '../ui/status/progress.tsx'
import { type DragInto, dragInto } from '../ui/table/drag-into.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ClassFilters, Nothing, STEP, useChooserTexts, useRules } from './class-chooser.tsx'
import { type ClassSource, useClasses } from './class-source.ts'

export interface ClassPanelProps {
  tenantId: string
  source: ClassSource
  /** Tags of the classes that are in, in their order. */
  taken: readonly string[]
  /** Adds a class, at the end or at a place from 0; settled once it is stored. */
  onAdd: (title: Title, place?: number) => Promise<unknown>
  onClose: () => void
  /** The list that classes can be dragged into. */
  into: Pick<DragInto, 'target' | 'tell'>
}

/** Around the search: its Enter adds, also where there is nothing to add, and doesn’t save the form. */
const ownKeys = {
  ...keepComposition,
  onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') event.preventDefault()
  },
}

/** Milliseconds of quiet before the server is asked. */
const DEBOUNCE = 150
/** The filters that tell classes of one site apart; the others are found in the list of titles. */
const filters: readonly FilterId[] = ['channelId', 'categoryId', 'classLanguageName']

/** Finds classes beside what they are added to: the arrow keys choose, Enter adds, and the focus stays in the search. */
export function ClassPanel({ tenantId, source, taken, onAdd, onClose, into }: ClassPanelProps) {
  const { text } = useChooserTexts()
  const [state, change] = useListState(useRules({ filters }))
  const [typed, setTyped] = useState('')
  const composition = useComposition(typed, setTyped)
  // Not by a provider: menus of the filters would take it for their own search.
  const store = Ariakit.useComboboxStore({
    open: true,
    value: composition.value,
    setValue: composition.onChange,
    includesBaseElement: false,
    focusLoop: true,
  })
  useDebounced(typed, query => change({ query }))
  const { query, take } = state
  const found = useClasses(source, tenantId, { query, filters: state.filters, take })
  const { classes, total, loading } = found
  const [adding, setAdding] = useState<ReadonlySet<string>>(new Set())
  const sent = useRef(new Set<string>())
  const places = new Map(taken.map((tag, index) => [tag, index + 1]))
  const add = async (title: Title, place?: number) => {
    // Two presses may come before either is drawn.
    if (places.has(title.tag) || sent.current.has(title.tag)) return
    sent.current.add(title.tag)
    setAdding(before => new Set([...before, title.tag]))
    await onAdd(title, place)
    sent.current.delete(title.tag)
    setAdding(before => new Set([...before].filter(tag => tag !== title.tag)))
  }
  const isSettled = !loading && typed === query
  const status = isSettled ? text('ui.chooser.count', { count: total }) : ''
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (typed === '') onClose()
    else setTyped('')
  }
  const clear = () => {
    setTyped('')
    change({ query: '', filters: {} })
  }
  return (
    <Card
      className="kn-class-panel"
      title={text('ui.chooser.addNone')}
      actions={
        <IconButton label={text('ui.close')} icon={<X size={16} aria-hidden="true" />} onClick={onClose} />
      }
    >
      <span className="kn-input kn-search" data-size="compact" {...ownKeys}>
        {isSettled ? <Search className="kn-input-affix" size={16} aria-hidden="true" /> : <ProgressRing />}
        <Ariakit.Combobox
          store={store}
          autoFocus
          autoSelect="always"
          aria-label={text('ui.chooser.search')}
          placeholder={text('ui.chooser.search')}
          onKeyDown={onKeyDown}
          {...composition.events}
        />
      </span>
      <div className="kn-class-bar">
        <ClassFilters filters={filters} state={state} onChange={next => change({ take: STEP, ...next })} />
      </div>
      {classes.length === 0 ? (
        <Nothing found={found} state={state} onClear={clear} />
      ) : (
        <>
          <p className="kn-field-help">{text('ui.chooser.panelHelp')}</p>
          <Ariakit.ComboboxList
            store={store}
            className="kn-class-found"
            aria-label={text('ui.chooser.list')}
            alwaysVisible
          >
            {classes.map(title => (
              <Found
                key={title.tag}
                title={title}
                at={places.get(title.tag)}
                count={taken.length}
                isBusy={adding.has(title.tag)}
                onAdd={() => void add(title)}
                onDrag={start => dragInto(start, { ...into, drop: place => void add(title, place) })}
              />
            ))}
          </Ariakit.ComboboxList>
        </>
      )}
      {classes.length < total && classes.length > 0 ? (
        <Button size="compact" loading={loading} onClick={() => change({ take: take + STEP })}>
          {text('ui.chooser.more')}
        </Button>
      ) : null}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </Card>
  )
}

/** Asks once the typing has paused. */
function useDebounced(typed: string, ask: (query: string) => void): void {
  const latest = useRef(ask)
  latest.current = ask
  const asked = useRef(typed)
  useEffect(() => {
    if (typed === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed
      latest.current(typed)
    }, DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
}

interface FoundProps {
  title: Title
  /** Its place, from 1, of how many; undefined where it isn't in. */
  at: number | undefined
  count: number
  isBusy: boolean
  onAdd: () => void
  onDrag: (start: PointerEvent<HTMLElement>) => void
}

function Found({ title, at, count, isBusy, onAdd, onDrag }: FoundProps) {
  const { text } = useChooserTexts()
  const { className: name, channelName, durationSecond, classLanguageCode, imageLink } = title
  const length = durationSecond > 0 ? toLength(durationSecond) : undefined
  const isIn = at !== undefined
  return (
    <Ariakit.ComboboxItem
      className="kn-option"
      aria-disabled={isIn || undefined}
      aria-busy={isBusy || undefined}
      hideOnClick={false}
      setValueOnClick={false}
      focusOnHover
      onClick={onAdd}
      onPointerDown={isIn ? undefined : onDrag}
      onDragStart={event => event.preventDefault()}
    >
      <StoredPicture link={imageLink} width={72} corner={length} />
      <span className="kn-option-text">
        <span className="kn-truncate" lang={classLanguageCode ?? undefined}>
          {name}
        </span>
        <span className="kn-option-help">
          {isIn ? text('ui.chooser.placed', { place: at, count }) : channelName}
        </span>
      </span>
      {isBusy ? (
        <ProgressRing />
      ) : isIn ? (
        <Check size={16} aria-hidden="true" />
      ) : (
        <Plus size={16} aria-hidden="true" />
      )}
    </Ariakit.ComboboxItem>
  )
}
