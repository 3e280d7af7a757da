import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useFormTexts } from './form-texts.ts'
import type { DeleteRows } from './use-delete-rows.ts'

export interface DeleteRowsDialogProps<Row> {
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
