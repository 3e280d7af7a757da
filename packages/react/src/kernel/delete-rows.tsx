import type { Endpoint, Input, Output } from '@kinora/core'
import { useState } from 'react'
import type { BulkFailure, BulkResult } from '../ui/list/result-panel.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useFormTexts } from './form-texts.ts'
import { useTexts } from './message.ts'
import { saidByCaller, useWrite, type WriteOptions } from './use-write.ts'

interface DeleteRowsOptions<E extends Endpoint, Row> extends Pick<WriteOptions<E>, 'invalidates'> {
  idOf(row: Row): string
  nameOf(row: Row): string
  input(ids: string[]): Input<E>
  /** Those that are still there, each with its reason. */
  stayed(output: Output<E>): readonly Pick<BulkFailure, 'id' | 'reason'>[]
  /** "3 documents deleted", and what is said of those that stayed. */
  said: Record<'deleted' | 'failed', (count: number) => string>
  onDone(): void
}

interface DeleteRows<Row> extends Pick<DeleteRowsOptions<Endpoint, Row>, 'nameOf'> {
  /** Those that are asked about; none while nothing is asked. */
  asked: readonly Row[]
  ask(rows: readonly Row[]): void
  confirm(): Promise<void>
  pending: boolean
  error: string | undefined
  result: BulkResult | null
  clearResult(): void
}

/** Deletes one or several rows of a list by one call, and says of each that stayed why. */
export function useDeleteRows<E extends Endpoint, Row>(
  endpoint: E,
  { invalidates, idOf, nameOf, input, stayed, said, onDone }: DeleteRowsOptions<E, Row>,
): DeleteRows<Row> {
  const { error } = useTexts()
  const [asked, ask] = useState<readonly Row[]>([])
  const [result, setResult] = useState<BulkResult | null>(null)
  const remove = useWrite(endpoint, {
    failure: saidByCaller,
    ...(invalidates !== undefined && { invalidates }),
  })
  const confirm = async () => {
    const names = new Map(asked.map(row => [idOf(row), nameOf(row)]))
    const sent = await remove.send(input([...names.keys()]))
    if (sent.kind !== 'done') return
    const failed = stayed(sent.output).map(one => ({ ...one, name: names.get(one.id) ?? one.id }))
    const count = names.size - failed.length
    const parts = [
      ...(count > 0 || failed.length === 0 ? [said.deleted(count)] : []),
      ...(failed.length > 0 ? [said.failed(failed.length)] : []),
    ]
    setResult({ title: parts.join(', '), failed })
    ask([])
    onDone()
  }
  return {
    nameOf,
    asked,
    ask,
    confirm,
    pending: remove.pending,
    error: remove.error === null ? undefined : error(remove.error),
    result,
    clearResult: () => setResult(null),
  }
}

interface DeleteRowsDialogProps<Row> {
  deletion: DeleteRows<Row>
  title: (count: number) => string
  /** What becomes of them. */
  text: string
  /** What the button says: a verb and its objects. */
  label: (count: number) => string
}

/** Asks before rows of a list are deleted, and names them. */
export function DeleteRowsDialog<Row>({ deletion, title, text, label }: DeleteRowsDialogProps<Row>) {
  const { text: form } = useFormTexts()
  const count = deletion.asked.length
  return (
    <ConfirmDialog
      open={count > 0}
      onClose={() => deletion.ask([])}
      onConfirm={() => void deletion.confirm()}
      title={title(count)}
      text={text}
      losses={deletion.asked.map(deletion.nameOf)}
      confirmLabel={label(count)}
      cancelLabel={form('ui.cancel')}
      closeLabel={form('ui.close')}
      busy={deletion.pending}
      error={deletion.error}
    />
  )
}
