import type { Endpoint, HistoryNoun, Input, Issue, Output } from '@kinora/core'
import { Fragment, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { PartProps } from '../ui/part.ts'
import { ActiveState, useStateWords } from './active.tsx'
import type { DeleteRowProps } from './delete-row.tsx'
import type { FieldWords } from './draft-conflicts.tsx'
import type { FormLook } from './draft-form.tsx'
import { type FormFields, isHidden, shownIssues, unlessHidden, withoutHidden } from './form-fields.ts'
import { FormPart, type Reading } from './form-state.tsx'
import { useFormTexts } from './form-texts.ts'
import type { RowHistory } from './history.tsx'
import { type NounWords, type UnlessInNavigation, useTexts } from './message.ts'
import { type DirtyListener, type Draft, useDraft } from './use-draft.ts'
import { type ReadTarget, useRead } from './use-read.ts'
import { handledByCaller, useWrite, type Write, type WriteOptions } from './use-write.ts'

/** The calls of a form: `view` answers the row, or a page of it; without it the row is looked for in `list`. */
export interface RowCalls {
  list?: Endpoint
  view?: Endpoint
  create: Endpoint
  update: Endpoint
  remove?: Endpoint
}
type RemovalOf<C extends RowCalls> = C extends { remove: infer E extends Endpoint } ? E : Endpoint
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
  /** Whose row it is: every call is asked with it. */
  tenantId?: string | undefined
  /** What every call is asked besides. */
  scope?: Readonly<Record<string, unknown>>
  /** What `view` is asked besides. */
  asked?: Readonly<Record<string, unknown>>
}

const scopeOf = ({ tenantId, scope = {} }: Pick<RowSource<RowCalls>, 'tenantId' | 'scope'>) =>
  tenantId === undefined ? scope : { tenantId, ...scope }

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
  const { calls, idKey, callKey = idKey, asked } = source
  const scope = scopeOf(source)
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

/** What the page of a row says of it: spread it into `DraftForm`. */
export interface RowHead {
  back: { href: string | undefined; label: string }
  isNew: boolean
  /** What the row is called, or that it is a new one; undefined where the host hides that. */
  title: string | undefined
  saveLabel: string | undefined
  badge: ReactNode
  labels: Readonly<Record<string, FieldWords>>
}

/** What `DeleteRow` is given: spread it, with `input` where the call takes several rows. */
export type RowDeletion<E extends Endpoint> = Pick<
  DeleteRowProps<E>,
  'endpoint' | 'label' | 'name' | 'invalidates' | 'onDeleted'
> &
  (Input<E> extends Readonly<Record<string, string | undefined>> ? Pick<DeleteRowProps<E>, 'input'> : unknown)

/** The words of a form: `ui.<noun>.new` and `create` of a new row, and `delete`; the list is called as in the navigation. */
type FormWords<N extends string, Verb extends string> =
  | { noun?: undefined; words?: undefined; backLabel: string }
  | (NounWords<N, Verb> & UnlessInNavigation<N, 'backLabel'>)

/** How a row is called. */
interface RowNaming<Row> {
  /** The field with its name; `name` unless given. */
  nameKey?: keyof Row & string
  /** What that says, where it is no text. */
  nameOf?(row: Row): string | undefined
  /** The field that says whether it is active, which a badge tells; `isActive` unless given. */
  stateKey?: keyof Row & string
}

/** What an open form knows of its row. */
export interface RowPage<Row, E extends Endpoint = Endpoint> extends Pick<RowHead, 'back'> {
  /** Undefined while it is a new one. */
  row: Row | undefined
  refresh(): Promise<Row | undefined>
  page: RowHead
  deletes: RowDeletion<E>
}

interface RowPageOptions<C extends RowCalls>
  extends RowSource<C>,
    RowNaming<RowOf<C>>,
    Pick<FormPageProps, 'id' | 'listHref' | 'className' | 'rootRef' | 'fields' | 'onDeleted'> {
  /** What is read again after a write; the noun unless given. */
  invalidates?: readonly ReadTarget[]
  /** What must be read besides. */
  needs?: readonly Reading[]
}

type Verbs<C extends RowCalls> = 'new' | 'create' | (C extends { remove: Endpoint } ? 'delete' : never)

interface ReaderChild<C extends RowCalls> {
  children(page: RowPage<RowOf<C>, RemovalOf<C>>): ReactNode
}

type RowPageProps<C extends RowCalls, N extends string> = RowPageOptions<C> &
  FormWords<N, Verbs<C>> &
  ReaderChild<C>

/** Reads a row before its form is opened, and says where that failed or found none. */
export const ReadRow = Reader as <C extends RowCalls, N extends string = string>(
  props: RowPageProps<C, N>,
) => ReactNode

function Reader<C extends RowCalls>(props: RowPageOptions<C> & ReaderChild<C>) {
  const { needs = [], className, rootRef, calls, idKey, callKey = idKey, children } = props
  const id = props.id || undefined
  const { row, reading, refresh } = useRow(props, id)
  const { page, deletes } = useRowHead(row, props, {
    endpoint: calls.remove as RemovalOf<C> | undefined,
    input: { ...scopeOf(props), [callKey]: id },
  })
  const { back } = page
  const isOpen = !needs.some(need => need.data === undefined) && (id === undefined || row !== undefined)
  const readings = id === undefined ? needs : [reading, ...needs]
  return (
    <FormPart part={partOf(calls)} {...{ className, rootRef, readings, back }}>
      {isOpen && <Fragment key={id}>{children({ row, refresh, back, page, deletes })}</Fragment>}
    </FormPart>
  )
}

interface HeadProps<Row> extends RowNaming<Row>, Partial<NounWords<string, string>> {
  backLabel?: string | undefined
  fields?: FormFields | undefined
  listHref?: string | undefined
  invalidates?: readonly ReadTarget[]
  onDeleted?: (() => void) | undefined
}

/** A row in the words of its noun, as far as the host shows it; without a noun the form says all of it. `removal` is the call that deletes it. */
function useRowHead<Row, E extends Endpoint>(
  row: Row | undefined,
  props: HeadProps<Row>,
  removal: { endpoint: E | undefined; input: unknown },
): { page: RowHead; deletes: RowDeletion<E> } {
  const { noun, words, fields, listHref, invalidates, onDeleted } = props
  const { nameKey = 'name' as keyof Row & string, stateKey = 'isActive' as keyof Row & string } = props
  const { nameOf = (named: Row) => (typeof named[nameKey] === 'string' ? named[nameKey] : undefined) } = props
  const { text } = useTexts()
  const state = useStateWords()
  const isNew = row === undefined
  const back = {
    href: listHref,
    label: props.backLabel ?? text(`ui.nav.${noun}` as 'ui.nav.tenants'),
  }
  const deletes = { ...removal, invalidates, onDeleted } as unknown as RowDeletion<E>
  if (words === undefined)
    return {
      page: { back, isNew, title: undefined, saveLabel: undefined, badge: undefined, labels: {} },
      deletes,
    }
  const name = isNew ? undefined : unlessHidden(fields, nameKey, nameOf(row))
  const isActive = isNew || isHidden(fields, stateKey) ? undefined : row?.[stateKey]
  return {
    page: {
      back,
      isNew,
      title: isNew ? words(`ui.${noun}.new`) : name,
      saveLabel: isNew ? words(`ui.${noun}.create`) : undefined,
      badge: typeof isActive === 'boolean' && <ActiveState active={isActive} />,
      labels: { [stateKey]: state },
    },
    deletes: { ...deletes, name, label: words(`ui.${noun}.delete`) },
  }
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
  const { calls, idKey, callKey = idKey, id, row, refresh, check, invalidates } = options
  const scope = scopeOf(options)
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

export interface OpenRow<D extends FieldValues, Row, E extends Endpoint = Endpoint>
  extends Pick<RowPage<Row, E>, 'row' | 'deletes'> {
  /** The form's own: spread it into `DraftForm`. */
  page: RowHead & { draft: RowDraft<D> }
}
/** What the form of a noun is given, by its calls. */
export type OpenRowOf<C extends RowCalls, D extends FieldValues = DraftOf<C>> = OpenRow<
  D,
  RowOf<C>,
  RemovalOf<C>
>

/** What the calls don't take as the form holds it is brought into their shape. */
type Sends<C extends RowCalls, D extends FieldValues> =
  D extends DraftOf<C> ? unknown : Required<Pick<RowDraftOptions<C, D>, 'toInput'>>

export type RowFormProps<
  C extends RowCalls,
  D extends FieldValues,
  N extends string = string,
> = RowDraftOptions<C, D> &
  Sends<C, D> &
  RowPageOptions<C> &
  FormWords<N, Verbs<C>> & { children(open: OpenRowOf<C, D>): ReactNode }

/** A form of one row: reads it, holds its draft, and adds or changes it. Fields are its child. Where a hook stands between reading and draft, it is `ReadRow` and `useRowDraft`. */
export function RowForm<C extends RowCalls, D extends FieldValues = DraftOf<C>, N extends string = string>(
  props: RowFormProps<C, D, N>,
) {
  return (
    <Reader {...(props as RowPageOptions<C>)}>
      {page => <Open {...props} {...page} open={props.children} />}
    </Reader>
  )
}

type OpenProps<C extends RowCalls, D extends FieldValues> = RowDraftOptions<C, D> &
  RowPage<RowOf<C>, RemovalOf<C>> & { open(page: OpenRowOf<C, D>): ReactNode }

function Open<C extends RowCalls, D extends FieldValues>(props: OpenProps<C, D>) {
  const { row, page, deletes, open } = props
  const draft = useRowDraft(props)
  return open({ row, deletes, page: { ...page, draft } })
}
