import type { Endpoint, HistoryNoun, Input, Issue, Output } from '@kinora/core'
import { Fragment, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { PartProps } from '../ui/part.ts'
import type { FormLook } from './draft-form.tsx'
import { type FormFields, shownIssues, withoutHidden } from './form-fields.ts'
import { FormPart, type Reading } from './form-state.tsx'
import { useFormTexts } from './form-texts.ts'
import type { RowHistory } from './history.tsx'
import { type DirtyListener, type Draft, useDraft } from './use-draft.ts'
import { type ReadTarget, useRead } from './use-read.ts'
import { handledByCaller, useWrite, type Write, type WriteOptions } from './use-write.ts'

/** The calls of a form: `view` answers the row, or a page of it; without it the row is looked for in `list`. */
export interface RowCalls {
  list?: Endpoint
  view?: Endpoint
  create: Endpoint
  update: Endpoint
}
type RowIn<A> = A extends { data: readonly (infer Row)[] } ? Row : A
/** What is read of a noun by its calls. */
export type RowOf<C extends RowCalls> = C extends { view: infer E extends Endpoint }
  ? RowIn<Output<E>>
  : C extends { list: infer E extends Endpoint }
    ? RowIn<Output<E>>
    : never
/** What a person sets, as `create` takes it. */
export type DraftOf<C extends RowCalls> =
  Omit<Input<C['create']>, 'tenantId'> extends infer D extends FieldValues ? D : never

/** The props of the page of a form, whatever the noun; `F` names its fields. */
export interface FormPageProps<F extends string = string>
  extends Pick<PartProps, 'className' | 'rootRef'>,
    FormLook {
  /** Left out, the form makes a new row. */
  id?: string | undefined
  listHref?: string
  /** META-07: called with the id of a new row once it is stored. */
  onAdded?: (id: string) => void
  onDeleted?: () => void
  onDirtyChange?: DirtyListener
  /** Fields that aren't shown, or can't be changed. What is hidden is never sent, and keeps what is stored. */
  fields?: FormFields<F> | undefined
  /** What a new one starts with, hidden fields too; keep it stable. */
  defaults?: { readonly [P in F]?: unknown } | undefined
}

/** Where a row is: its calls, and how they name it. */
export interface RowSource<C extends RowCalls> {
  calls: C
  /** The key of the row's id. */
  idKey: keyof RowOf<C> & string
  /** What the calls name the id; as the row does unless given. */
  callKey?: string
  /** What every call is asked besides: whose row it is. */
  scope?: Readonly<Record<string, unknown>>
  /** What `view` is asked besides. */
  asked?: Readonly<Record<string, unknown>>
}

export interface RowReading<Row> {
  row: Row | undefined
  reading: Reading
  /** Reads it once more; throws where that fails. */
  refresh(): Promise<Row | undefined>
}

/** One row, read by itself or found by its id in the list of its noun; without an id nothing is read. */
export function useRow<C extends RowCalls>(
  source: RowSource<C>,
  id: string | undefined,
): RowReading<RowOf<C>> {
  const { calls, idKey, callKey = idKey, scope, asked } = source
  const { view, list } = calls
  const input = view === undefined ? { ...scope, take: -1 } : { ...scope, [callKey]: id, ...asked }
  const reading = useRead((view ?? list)!, input, { enabled: id !== undefined })
  const find = (answer: unknown) => {
    const { data } = (answer ?? {}) as { data?: unknown }
    const rows = Array.isArray(data) ? (data as RowOf<C>[]) : undefined
    return rows === undefined ? (answer as RowOf<C> | undefined) : rows.find(row => row[idKey] === id)
  }
  return {
    row: find(reading.data),
    reading,
    refresh: () => reading.refetch({ throwOnError: true }).then(({ data }) => find(data)),
  }
}

/** What an open form knows of its row. */
export interface RowPage<Row> {
  /** Undefined while it is a new one. */
  row: Row | undefined
  refresh(): Promise<Row | undefined>
  back: { href: string | undefined; label: string }
}

interface RowPageProps<C extends RowCalls>
  extends RowSource<C>,
    Pick<FormPageProps, 'id' | 'listHref' | 'className' | 'rootRef'> {
  /** What must be read besides. */
  needs?: readonly Reading[]
  /** Leads back to the list. */
  backLabel: string
  children(page: RowPage<RowOf<C>>): ReactNode
}

/** Reads a row before its form is opened, and says where that failed or found none. */
export function ReadRow<C extends RowCalls>(props: RowPageProps<C>) {
  const { needs = [], listHref, backLabel, className, rootRef, calls, children } = props
  const id = props.id || undefined
  const { row, reading, refresh } = useRow(props, id)
  const back = { href: listHref, label: backLabel }
  const isOpen = !needs.some(need => need.data === undefined) && (id === undefined || row !== undefined)
  const readings = id === undefined ? needs : [reading, ...needs]
  return (
    <FormPart part={partOf(calls)} {...{ className, rootRef, readings, back }}>
      {isOpen && <Fragment key={id}>{children({ row, refresh, back })}</Fragment>}
    </FormPart>
  )
}

/** `categories-form` of what `categories.update` changes. */
const partOf = ({ update }: RowCalls): string => `${update.id.split('.', 1)[0]}-form`

export interface RowDraftOptions<C extends RowCalls, D extends FieldValues>
  extends RowSource<C>,
    Pick<FormPageProps, 'id' | 'onAdded' | 'onDirtyChange' | 'fields' | 'defaults' | 'heading' | 'slots'> {
  /** What a new one starts with. */
  start: D
  /** Core's rule. */
  check(values: NoInfer<D>, row: RowOf<C> | undefined): readonly Issue[]
  /** A row as its form holds it; its fields by the names of `start` unless given. */
  toValues?(row: RowOf<C>): NoInfer<D>
  /** All fields of a new one, or those that were changed, as the calls take them; as they are unless given. */
  toInput?(
    sent: Partial<NoInfer<D>>,
    form: { values: NoInfer<D>; row: RowOf<C> | undefined },
  ): Partial<DraftOf<C>>
  /** Asked before a stored one is sent; false leaves it. */
  confirm?(values: NoInfer<D>, row: RowOf<C>): Promise<boolean>
  /** What is read again after a write; the noun unless given. */
  invalidates?: readonly ReadTarget[]
  /** The form shows the history of its row, which is kept under this noun. */
  history?: HistoryNoun
  /** Said once a change is stored. */
  saved?: WriteOptions<Endpoint>['success']
  /** For calls that send a file. */
  sending?: Pick<WriteOptions<Endpoint>, 'timeout' | 'onProgress'>
  onSaved?: (() => void) | undefined
}

/** A draft, and the write that stores it. */
export type RowDraft<D extends FieldValues> = Draft<D> & {
  write: Pick<Write<Endpoint>, 'error' | 'isPending' | 'abort'>
  history: RowHistory<D> | undefined
  look: FormLook
}

/** The draft of a row: what the form holds, its rule, and the call that adds or changes it. */
export function useRowDraft<C extends RowCalls, D extends FieldValues = DraftOf<C>>(
  options: RowDraftOptions<C, D> & Pick<RowPage<RowOf<C>>, 'row' | 'refresh'>,
): RowDraft<D> {
  const { calls, idKey, callKey = idKey, id, scope = {}, row, refresh, check, invalidates } = options
  const { fields, defaults, heading, slots } = options
  const start: D = { ...options.start, ...defaults }
  const { confirm = async () => true, sending, toInput = sent => sent as Partial<DraftOf<C>> } = options
  const { text } = useFormTexts()
  const common = { ...sending, invalidates, failure: handledByCaller }
  const add = useWrite(calls.create, { ...common, success: text('success.itemSaved') })
  const change = useWrite(calls.update, { ...common, success: options.saved ?? text('success.saved') })
  const toStored = (from: RowOf<C>) => ({
    values: options.toValues?.(from) ?? picked(from, start),
    version: (from as { version?: number }).version,
  })
  const draft = useDraft<D, unknown>({
    stored: row === undefined ? { values: start } : toStored(row),
    fields,
    check: values => shownIssues(check(values, row), fields),
    async save(values, { changes, version }) {
      if (row === undefined)
        return add.send({
          ...scope,
          ...toInput(withoutHidden(values, fields, defaults), { values, row }),
        })
      if (!(await confirm(values, row))) return { kind: 'busy' }
      return change.send({ ...scope, [callKey]: id, ...toInput(changes, { values, row }), version })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => (row === undefined ? { values: sent } : toStored(answer as RowOf<C>)),
    onSaved(answer) {
      if (row === undefined) options.onAdded?.(String((answer as RowOf<C>)[idKey]))
      options.onSaved?.()
    },
    onDirtyChange: options.onDirtyChange,
    keep: [calls.update.id, ...Object.values(scope), id ?? 'new'].join(' '),
  })
  const { history: noun } = options
  const { tenantId } = scope as { tenantId?: string }
  const history = noun && id ? { noun, row: id, tenantId, start } : undefined
  return { ...draft, write: row === undefined ? add : change, history, look: { heading, slots } }
}

const picked = <D extends FieldValues>(row: unknown, start: D): D =>
  Object.fromEntries(Object.keys(start).map(field => [field, (row as D)[field]])) as D

export interface OpenRow<D extends FieldValues, Row> {
  /** Undefined while it is a new one. */
  row: Row | undefined
  /** The form's own: spread it into `DraftForm`. */
  page: { draft: RowDraft<D>; isNew: boolean; back: RowPage<Row>['back'] }
}

/** What the calls don't take as the form holds it is brought into their shape. */
type Sends<C extends RowCalls, D extends FieldValues> =
  D extends DraftOf<C> ? unknown : Required<Pick<RowDraftOptions<C, D>, 'toInput'>>

export type RowFormProps<C extends RowCalls, D extends FieldValues> = RowDraftOptions<C, D> &
  Sends<C, D> &
  Omit<RowPageProps<C>, 'children'> & { children(open: OpenRow<D, RowOf<C>>): ReactNode }

/** A form of one row: reads it, holds its draft, and adds or changes it. Fields are its child. Where a hook stands between reading and draft, it is `ReadRow` and `useRowDraft`. */
export function RowForm<C extends RowCalls, D extends FieldValues = DraftOf<C>>(props: RowFormProps<C, D>) {
  return <ReadRow {...props}>{page => <Open {...props} {...page} open={props.children} />}</ReadRow>
}

type OpenProps<C extends RowCalls, D extends FieldValues> = RowDraftOptions<C, D> &
  RowPage<RowOf<C>> & { open(page: OpenRow<D, RowOf<C>>): ReactNode }

function Open<C extends RowCalls, D extends FieldValues>(props: OpenProps<C, D>) {
  const { row, back, open } = props
  const draft = useRowDraft(props)
  return open({ row, page: { draft, back, isNew: row === undefined } })
}
