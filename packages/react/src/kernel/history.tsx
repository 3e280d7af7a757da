import {
  actionWords,
  auditTexts,
  fieldWords,
  type HistoryNoun,
  historyTexts,
  type KinoraError,
  type Page,
  type RowChange,
  type RowEntry,
  rowHistory,
  validationTexts,
  valueWords,
  verbTexts,
  wordTexts,
} from '@kinora/core'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { SidePanel } from '../ui/overlay/dialog.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { Thumbnail } from '../ui/table/title-cell.tsx'
import { type FieldLabels, type FieldWords, isEmpty, wordsOfField } from './draft-conflicts.tsx'
import { formerValues } from './draft-values.ts'
import { type FormFields, isHidden, modeOf } from './form-fields.ts'
import { LoadFailedLine } from './load-failed.tsx'
import { useTexts } from './message.ts'
import { useKinora } from './provider.tsx'
import { useDates } from './use-dates.ts'
import type { Draft } from './use-draft.ts'
import { type ReadTarget, useInvalidate, useRead } from './use-read.ts'

/** An answer with entries, as `useRead` has it. */
interface Reading<E> {
  data: Page<E> | undefined
  error: KinoraError | null
  isFetching: boolean
  refetch(): Promise<unknown>
}

/** A field of an entry in the words of its form. */
interface ShownChange {
  label: string
  before: ReactNode
  after: ReactNode
}

interface HistoryPanelProps<E extends RowEntry> {
  open: boolean
  onClose: () => void
  /** Of the row. */
  name: string
  /** What is read again each time that the panel opens. */
  target: ReadTarget
  reading: Reading<E>
  onMore: () => void
  show(change: E['changes'][number]): ShownChange
  /** Whether the former value of a field, or of all that an entry and later ones changed, can be restored. */
  canRestore(entry: E, change?: E['changes'][number]): boolean
  restore(entry: E, change?: E['changes'][number]): void
  /** The form has changes that aren’t saved: nothing is restored meanwhile. */
  dirty: boolean
  /** What the host hides isn't shown; what it hides or lets nobody change isn't restored. */
  fields: FormFields | undefined
}

/** Who changed a row, when, from where and what, the newest first; a field or all of them can be restored (decisions 0043, 0125). */
export function HistoryPanel<E extends RowEntry>(props: HistoryPanelProps<E>) {
  const { open, onClose, name, target } = props
  const { text } = useHistoryTexts()
  const invalidate = useInvalidate()
  useEffect(() => {
    if (open) void invalidate([target])
  }, [open, target, invalidate])
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={text('ui.history.of', { name })}
      closeLabel={text('ui.close')}
      className="kn-history-panel"
    >
      <Entries {...props} />
    </SidePanel>
  )
}

function Entries<E extends RowEntry>(props: HistoryPanelProps<E>) {
  const { reading, onMore, dirty, fields, canRestore } = props
  const { text } = useHistoryTexts()
  const { data, error } = reading
  if (data === undefined && error !== null)
    return <LoadFailedLine error={error} onRetry={() => void reading.refetch()} />
  if (data === undefined) return <Skeleton height={160} />
  if (data.data.length === 0) return <p className="kn-field-help">{text('ui.history.none')}</p>
  const isFree = ({ path }: RowChange) => modeOf(fields, path) === undefined
  /** An entry is restored with all that was changed since. */
  const isRestorable: typeof canRestore = (entry, change) =>
    (change === undefined
      ? data.data.slice(0, data.data.indexOf(entry) + 1).every(({ changes }) => changes.every(isFree))
      : isFree(change)) && canRestore(entry, change)
  return (
    <>
      {dirty ? <p className="kn-field-help">{text('ui.history.saveFirst')}</p> : null}
      <ol className="kn-history" aria-label={text('ui.history')}>
        {data.data.map(entry => (
          <Entry key={entry.entryId} {...props} canRestore={isRestorable} entry={entry} />
        ))}
      </ol>
      {data.totalRecords > data.data.length ? (
        <Button loading={reading.isFetching} onClick={onMore}>
          {text('ui.history.more')}
        </Button>
      ) : null}
    </>
  )
}

type EntryProps<E extends RowEntry> = HistoryPanelProps<E> & { entry: E }

/** One act: who, when, from where, and each field with its old and new value. */
function Entry<E extends RowEntry>(props: EntryProps<E>) {
  const { entry, canRestore, restore, dirty, fields } = props
  const { text } = useHistoryTexts()
  const { moment } = useDates()
  const date = moment(entry.at)
  const shown = entry.changes.filter(({ path }) => !isHidden(fields, path))
  return (
    <li className="kn-history-entry">
      <div className="kn-history-act">
        <strong>{actionWords(entry, text)}</strong>
        <span className="kn-history-who">
          <bdi>{entry.by}</bdi>, <bdi>{date}</bdi>, {text(`ui.history.client.${entry.client}`)}
        </span>
      </div>
      {shown.length === 0 ? null : (
        <dl className="kn-history-changes">
          {shown.map(change => (
            <Change key={change.path} {...props} change={change} date={date} />
          ))}
        </dl>
      )}
      {entry.changes.length > 1 && canRestore(entry) ? (
        <Button
          size="compact"
          icon={<RotateCcw size={14} aria-hidden="true" />}
          aria-label={text('ui.history.restoreOf', { date })}
          aria-disabled={dirty || undefined}
          onClick={() => !dirty && restore(entry)}
        >
          {text('ui.history.restore')}
        </Button>
      ) : null}
    </li>
  )
}

type ChangeProps<E extends RowEntry> = EntryProps<E> & { change: E['changes'][number]; date: string }

function Change<E extends RowEntry>({ entry, change, date, show, ...props }: ChangeProps<E>) {
  const { canRestore, restore, dirty } = props
  const { text } = useHistoryTexts()
  const { label: field, before, after } = show(change)
  return (
    <div className="kn-history-change">
      <dt>{field}</dt>
      <dd>
        <span className="kn-history-side">{text('ui.before')}</span>
        {before}
      </dd>
      <dd>
        <span className="kn-history-side">{text('ui.after')}</span>
        {after}
      </dd>
      {canRestore(entry, change) ? (
        <dd>
          <Button
            size="compact"
            variant="quiet"
            aria-label={text('ui.history.restoreFieldOf', { field, date })}
            aria-disabled={dirty || undefined}
            onClick={() => !dirty && restore(entry, change)}
          >
            {text('ui.history.restoreField', { field })}
          </Button>
        </dd>
      ) : null}
    </div>
  )
}

/** Entries that are shown at first, and more each time. */
const STEP = 20

/** How many entries are asked for. */
export function useSteps() {
  const [take, setTake] = useState(STEP)
  return { take, onMore: () => setTake(take + STEP) }
}

interface HistoryValueProps extends Pick<FieldWords, 'lang' | 'dir'> {
  value: unknown
  /** What a picture is called. */
  alt: string
  /** The value in words. */
  children: ReactNode
}

/** A recorded value: a picture, or words. */
export function HistoryValue({ value, alt, children, lang, dir }: HistoryValueProps) {
  const { baseUrl } = useKinora()
  if (typeof value === 'string' && value.startsWith('/media/images/'))
    return <Thumbnail src={baseUrl + value} alt={alt} width={96} />
  return (
    <bdi className="kn-history-value" lang={lang} dir={dir}>
      {children}
    </bdi>
  )
}

/** Whose history a form shows. */
export interface RowHistory<D extends FieldValues> {
  noun: HistoryNoun
  /** The row’s id. */
  row: string
  tenantId?: string | undefined
  /** What a new one starts with: the fields of the form. */
  start: D
  /** The field of the form that holds the row, where it has several. */
  within?: string | undefined
}

export interface RowHistoryPanelProps<D extends FieldValues>
  extends Pick<HistoryPanelProps<RowEntry>, 'open' | 'onClose' | 'name'> {
  draft: Draft<D>
  of: RowHistory<D>
  labels?: FieldLabels | undefined
  /** The form can be changed. */
  usable: boolean
}

/** The history of the row of a form. What is restored is saved as if it had been typed: rules, references and version are checked. */
export function RowHistoryPanel<D extends FieldValues>(props: RowHistoryPanelProps<D>) {
  const { draft, of, labels, usable, ...panel } = props
  const { start, within, ...row } = of
  const { text, field } = useHistoryTexts()
  const { take, onMore } = useSteps()
  const reading = useRead(rowHistory.list, { ...row, take }, { keepPrevious: true })
  const entries = reading.data?.data.map(entry => placedIn(within, entry)) ?? []
  const formerOf = (entry: RowEntry, change?: RowChange) =>
    formerValues(change ? [entry] : entries.slice(0, entries.indexOf(entry) + 1), {
      start,
      values: draft.form.getValues(),
      path: change?.path,
    })
  return (
    <HistoryPanel
      {...panel}
      target={rowHistory.list}
      reading={{ ...reading, data: reading.data && { ...reading.data, data: entries } }}
      onMore={onMore}
      dirty={draft.isDirty}
      fields={draft.fields}
      show={({ path, before, after, beforeNames, afterNames }) => {
        const { label = field(path) ?? fieldWords(path), show, ...written } = wordsOfField(labels, path)
        const shown = (value: unknown, names: readonly string[]) => (
          <HistoryValue {...written} value={value} alt={label}>
            {names.length > 0
              ? names.join(', ')
              : show && !isEmpty(value)
                ? show(value)
                : valueWords(value, text)}
          </HistoryValue>
        )
        return { label, before: shown(before, beforeNames), after: shown(after, afterNames) }
      }}
      canRestore={(entry, change) =>
        usable && entry.verb !== 'create' && Object.keys(formerOf(entry, change)).length > 0
      }
      restore={(entry, change) => {
        panel.onClose()
        draft.fill(formerOf(entry, change))
        void draft.save()
      }}
    />
  )
}

/** Its fields as the form names them. */
const placedIn = (within: string | undefined, entry: RowEntry): RowEntry =>
  within === undefined
    ? entry
    : { ...entry, changes: entry.changes.map(change => ({ ...change, path: `${within}.${change.path}` })) }

const useHistoryTexts = () => useTexts(historyTexts, auditTexts, validationTexts, verbTexts, wordTexts)
