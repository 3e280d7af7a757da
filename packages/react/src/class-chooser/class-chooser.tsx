import {
  ALL_ROWS,
  classChooserTexts,
  coverHeights,
  metadata,
  type Title,
  toFiveScale,
  toSourceSet,
  wordTexts,
} from '@kinora/core'
import { Check } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { type ListRules, useListState } from '../kernel/list-state.ts'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import { toLength } from '../titles/length.ts'
import { type FilterId, filterNames, optionsOf } from '../titles/list/filters.ts'
import { useTitleTexts } from '../titles/texts.ts'
import { Button } from '../ui/button.tsx'
import { ListFilters } from '../ui/list/list-filters.tsx'
import { isFiltered, type ListState } from '../ui/list/list-model.ts'
import { ListSearch } from '../ui/list/list-search.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Thumbnail } from '../ui/table/title-cell.tsx'
import { type ClassSource, collectionClasses, useClasses } from './class-source.ts'

export interface ClassChooserProps {
  open: boolean
  onClose: () => void
  tenantId: string
  /** `collectionClasses`, `eventClasses`, or the host's own. */
  source: ClassSource
  /** Whether one is chosen or several. */
  single?: boolean
  /** Tags that are there already. */
  taken?: ReadonlySet<string>
  /** What was chosen, in the order of choosing. It closes once that is settled, and stays open where that is false. */
  onChoose: (titles: readonly Title[]) => Promise<boolean>
}

/** Classes that are shown at first, and with each press after that. */
export const STEP = 48

/** VAL-31: how high covers are on cards of three widths. */
const covers = Object.fromEntries(
  Object.entries(coverHeights).map(([size, height]) => [`--kn-cover-${size}`, `${height}px`]),
) as CSSProperties

/** The chooser of what a site shows of its channels: for collections and for the places of a document. */
export const CollectionClassChooser = (props: Omit<ClassChooserProps, 'open' | 'source'>) => (
  <ClassChooser open source={collectionClasses} {...props} />
)

/** EVENT-29, COLL-09, NAV-72: finds classes that the tenant's site shows, by words and filters, and chooses some. */
export function ClassChooser(props: ClassChooserProps) {
  const { open, onClose, onChoose, single = false } = props
  const { text } = useChooserTexts()
  const search = useSearchBox()
  const [chosen, setChosen] = useState<readonly Title[]>([])
  const [busy, setBusy] = useState(false)
  const close = () => {
    setChosen([])
    onClose()
  }
  const choose = async () => {
    setBusy(true)
    const isSettled = await onChoose(chosen).finally(() => setBusy(false))
    if (isSettled) close()
  }
  const count = chosen.length
  return (
    <Dialog
      open={open}
      onClose={close}
      title={text(single ? 'ui.choose.class' : 'ui.chooser.title')}
      closeLabel={text('ui.close')}
      size="full"
      initialFocus={search}
      actions={
        <>
          <Button onClick={close}>{text('ui.cancel')}</Button>
          <Button variant="primary" disabled={count === 0} loading={busy} onClick={() => void choose()}>
            {single
              ? text('ui.chooser.take')
              : count === 0
                ? text('ui.chooser.addNone')
                : text('ui.chooser.add', { count })}
          </Button>
        </>
      }
    >
      <Classes {...props} chosen={chosen} onChange={setChosen} />
    </Dialog>
  )
}

/** Where the focus begins: the box that classes are searched in. */
const useSearchBox = (): RefObject<HTMLElement | null> =>
  useMemo(
    () => ({
      get current() {
        return document.querySelector<HTMLElement>('.kn-class-bar input')
      },
    }),
    [],
  )

interface ClassesProps extends ClassChooserProps {
  chosen: readonly Title[]
  onChange: (chosen: readonly Title[]) => void
}

function Classes({ source, tenantId, single = false, taken, chosen, onChange }: ClassesProps) {
  const { text } = useChooserTexts()
  const { baseUrl } = useKinora()
  const [state, change] = useListState(useRules(source))
  const found = useClasses(source, tenantId, {
    query: state.query,
    filters: state.filters,
    take: state.take,
  })
  const { classes, total } = found
  const toggle = (title: Title, on: boolean) => {
    const others = single ? [] : chosen.filter(({ tag }) => tag !== title.tag)
    onChange(on ? [...others, title] : others)
  }
  const tags = new Set(chosen.map(({ tag }) => tag))
  return (
    <div className="kn-classes">
      <Bar source={source} state={state} onChange={change}>
        <span className="kn-cell-soft" role="status">
          {found.loading ? '' : text('ui.chooser.count', { count: total })}
        </span>
      </Bar>
      {classes.length === 0 ? (
        <Nothing found={found} state={state} onClear={() => change({ query: '', filters: {} })} />
      ) : (
        <ul
          className="kn-class-grid"
          style={covers}
          aria-label={text('ui.chooser.list')}
          aria-busy={found.loading}
        >
          {classes.map(title => (
            <li key={title.tag}>
              <ClassOption
                title={title}
                baseUrl={baseUrl}
                kind={single ? 'radio' : 'checkbox'}
                checked={tags.has(title.tag)}
                isTaken={taken?.has(title.tag) ?? false}
                onChange={on => toggle(title, on)}
              />
            </li>
          ))}
        </ul>
      )}
      {classes.length < total && classes.length > 0 ? (
        <Button loading={found.loading} onClick={() => change({ take: state.take + STEP })}>
          {text('ui.chooser.more')}
        </Button>
      ) : null}
    </div>
  )
}

export const useRules = ({ filters }: Pick<ClassSource, 'filters'>) =>
  useMemo(
    (): ListRules<FilterId> => ({
      filters,
      sorts: [],
      all: ALL_ROWS,
      start: { query: '', filters: {}, sort: null, page: 0, take: STEP },
    }),
    [filters],
  )

interface BarProps {
  source: ClassSource
  state: ListState<FilterId>
  onChange: (next: Partial<ListState<FilterId>>) => void
  children: ReactNode
}

function Bar({ source, state, onChange, children }: BarProps) {
  const { text } = useChooserTexts()
  const list = useListTexts()
  const ask = (next: Partial<ListState<FilterId>>) => onChange({ take: STEP, ...next })
  return (
    <div className="kn-class-bar">
      <ListSearch
        label={text('ui.chooser.search')}
        clearLabel={list.clearSearch}
        value={state.query}
        onChange={query => ask({ query })}
      />
      <ClassFilters filters={source.filters} state={state} onChange={ask} />
      {children}
    </div>
  )
}

interface ClassFiltersProps extends Pick<BarProps, 'state' | 'onChange'> {
  filters: readonly FilterId[]
}

/** Filters of classes with their choices. */
export function ClassFilters({ filters, state, onChange }: ClassFiltersProps) {
  const titles = useTitleTexts()
  const choices = useRead(metadata.view, {})
  return (
    <ListFilters
      filters={filters.map(id => ({
        id,
        name: titles.text(filterNames[id]),
        options: choices.data && optionsOf(id, choices.data, titles.text),
      }))}
      state={state}
      onChange={onChange}
      texts={useListTexts()}
    />
  )
}

interface NothingProps {
  found: ReturnType<typeof useClasses>
  state: ListState
  onClear: () => void
}

export function Nothing({ found, state, onClear }: NothingProps) {
  const { text } = useChooserTexts()
  const list = useListTexts()
  if (found.error) return <LoadFailed error={found.error} onRetry={found.retry} />
  if (found.loading) return <p role="status">{list.loading}</p>
  if (isFiltered({ asked: state }))
    return (
      <EmptyState
        title={list.noMatchTitle}
        text={list.noMatchText}
        actions={<Button onClick={onClear}>{list.clearFilters}</Button>}
      />
    )
  return <EmptyState title={text('ui.chooser.emptyTitle')} text={text('ui.chooser.emptyText')} />
}

interface ClassOptionProps {
  title: Title
  /** Prefix for addresses of pictures. */
  baseUrl: string
  /** One of several, or the only one. */
  kind: 'checkbox' | 'radio'
  checked: boolean
  /** It is there already and can't be chosen again. */
  isTaken: boolean
  onChange: (checked: boolean) => void
}

/** A class as a card: cover, name, where it is from, how hard it is. */
function ClassOption({ title, baseUrl, kind, checked, isTaken, onChange }: ClassOptionProps) {
  const { text } = useChooserTexts()
  const { className: name, channelName, provider, skill, intensity, durationSecond, imageLink } = title
  const address = imageLink && baseUrl + imageLink
  return (
    <label
      className="kn-class-option"
      data-checked={checked ? '' : undefined}
      data-disabled={isTaken ? '' : undefined}
    >
      <Thumbnail
        src={address}
        srcSet={toSourceSet(address)}
        corner={durationSecond > 0 ? toLength(durationSecond) : undefined}
      />
      <span className="kn-class-head">
        <span className="kn-check" data-shape={kind === 'radio' ? 'round' : undefined}>
          <input
            type={kind}
            name="kn-class"
            aria-label={text('ui.chooser.choose', { name })}
            checked={checked || isTaken}
            disabled={isTaken}
            onChange={event => onChange(event.target.checked)}
          />
          {kind === 'radio' ? <span className="kn-check-dot" /> : <Check size={14} aria-hidden="true" />}
        </span>
        <span className="kn-class-name" lang={title.classLanguageCode ?? undefined}>
          {name}
        </span>
      </span>
      <span className="kn-cell-soft">{[channelName, provider].filter(Boolean).join(' · ')}</span>
      {isTaken ? (
        <span className="kn-cell-soft">{text('ui.chooser.chosenAlready')}</span>
      ) : (
        <span className="kn-class-scales">
          <Five of="skill" value={skill} />
          <Five of="intensity" value={intensity} />
        </span>
      )}
    </label>
  )
}

/** TITLE-11: dots for the eye, and the figure in words. */
function Five({ of, value }: { of: 'skill' | 'intensity'; value: number | null }) {
  const { text } = useChooserTexts()
  if (value === null) return null
  const filled = toFiveScale(value)
  return (
    <span className="kn-five">
      <span className="kn-five-dots" aria-hidden="true">
        {[1, 2, 3, 4, 5].map(step => (
          <span key={step} data-filled={step <= filled ? '' : undefined} />
        ))}
      </span>
      {text(`ui.chooser.${of}`, { value: filled })}
    </span>
  )
}

/** Texts of the chooser of classes. */
export const useChooserTexts = () => useTexts(classChooserTexts, wordTexts)
