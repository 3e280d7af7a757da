import type { Endpoint, Input, Issue, Output, Page } from '@kinora/core'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormState, type Reading, type RowReading, type RowValues, useRow } from './form-state.tsx'
import { useFormTexts } from './form-texts.ts'
import { TenantGate } from './tenant-gate.tsx'
import { type DirtyListener, type Draft, useDraft } from './use-draft.ts'
import type { ReadTarget } from './use-read.ts'
import { saidByCaller, useWrite } from './use-write.ts'

/** The calls that a form of one row needs; `view` answers `{data: [row]}`, and without it the row is looked for in the list. */
interface RowCalls {
  list: Endpoint
  view?: Endpoint
  create: Endpoint
  update: Endpoint
}
type RowOf<C extends RowCalls> = Output<C['list']> extends Page<infer Row> ? Row : never
/** What a person sets. */
export type DraftOf<C extends RowCalls> =
  Omit<Input<C['create']>, 'tenantId'> extends infer D extends FieldValues ? D : never

/** What the page of a form is told, whatever the noun. */
export interface FormPageProps {
  /** Left out, the form makes a new row. */
  id?: string | undefined
  listHref?: string
  /** META-07: told the id of a new row once it is stored. */
  onAdded?: (id: string) => void
  onDeleted?: () => void
  onDirtyChange?: DirtyListener
}

export interface RowFormProps<D extends FieldValues, Row> extends FormPageProps {
  calls: RowCalls
  /** The key of the id. */
  idKey: keyof Row & string
  /** What a new one starts with. */
  start: D
  /** Core's rule. */
  check(values: D): readonly Issue[]
  /** What must be read besides. */
  needs?: readonly Reading[]
  /** What is read again after a write; the noun unless given. */
  invalidates?: readonly ReadTarget[]
  /** Leads back to the list. */
  backLabel: string
  children(open: OpenRow<D, Row>): ReactNode
}

export interface OpenRow<D extends FieldValues, Row> {
  /** Undefined while it is a new one. */
  row: Row | undefined
  tenantId: string
  /** The form's own: spread it into `DraftForm`. */
  page: { draft: Draft<D>; isNew: boolean; back: { href: string | undefined; label: string } }
}

/** Whatever the noun is. */
type AnyProps = RowFormProps<FieldValues, RowValues> & { tenantId: string }

/** A form of one of the tenant's rows: reads it, holds its draft, and adds or changes it. Fields are its child. */
export function RowForm<C extends RowCalls>(given: RowFormProps<DraftOf<C>, RowOf<C>> & { calls: C }) {
  const props = given as unknown as AnyProps
  return <TenantGate>{({ tenantId }) => <Loaded {...props} tenantId={tenantId} />}</TenantGate>
}

function Loaded(props: AnyProps) {
  const { calls, idKey, id, tenantId, needs = [] } = props
  const { text } = useFormTexts()
  const { row, reading, refresh } = useRow(calls, tenantId, { name: idKey, id })
  const back = { href: props.listHref, label: props.backLabel }
  const readings = id === undefined ? needs : [reading, ...needs]
  if (needs.some(need => need.data === undefined) || (id !== undefined && row === undefined))
    return <FormState readings={readings} back={back} missing={text('ui.form.rowMissing')} />
  return <Open key={id} {...props} row={row} refresh={refresh} back={back} />
}

interface OpenProps extends AnyProps, Omit<RowReading, 'reading'> {
  back: { href: string | undefined; label: string }
}

function Open(props: OpenProps) {
  const { row, tenantId, back, children } = props
  const draft = useRowDraft(props)
  return children({ row, tenantId, page: { draft, back, isNew: row === undefined } })
}

function useRowDraft(props: OpenProps): Draft<FieldValues> {
  const { calls, idKey, id, row, refresh, tenantId, start, check, invalidates } = props
  const { text } = useFormTexts()
  const options = { invalidates, failure: saidByCaller }
  const add = useWrite(calls.create, { ...options, success: text('success.itemSaved') })
  const change = useWrite(calls.update, { ...options, success: text('success.saved') })
  const toStored = (from: RowValues) => ({
    values: Object.fromEntries(Object.keys(start).map(field => [field, from[field]])),
    version: from.version as number | undefined,
  })
  return useDraft<FieldValues, unknown>({
    stored: row === undefined ? { values: start } : toStored(row),
    check,
    save: (values, { changes, version }) =>
      id === undefined
        ? add.send({ tenantId, ...values })
        : change.send({ tenantId, [idKey]: id, ...changes, version }),
    refresh: () => refresh().then(fresh => fresh && toStored(fresh)),
    toStored: (answer, sent) => (id === undefined ? { values: sent } : toStored(answer as RowValues)),
    onSaved: answer => id === undefined && props.onAdded?.(String((answer as RowValues)[idKey])),
    onDirtyChange: props.onDirtyChange,
    keep: `${calls.update.id} ${tenantId} ${id ?? 'new'}`,
  })
}
