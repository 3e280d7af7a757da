import type { Endpoint, Input } from '@kinora/core'
import { DeleteButton } from '../ui/form/delete-button.tsx'
import { useFormTexts } from './form-texts.ts'
import { nounOf, useReadOnceLeft } from './use-read.ts'
import { saidByCaller, useWrite, type WriteOptions } from './use-write.ts'

export interface DeleteRowProps<E extends Endpoint>
  extends Pick<WriteOptions<E>, 'invalidates' | 'onSuccess'> {
  endpoint: E
  input: Input<E>
  /** What the button says: a verb and its object. */
  label: string
  /** Of the row. */
  name: string
  /** The question; that it is deleted unless given. */
  title?: string
  /** What becomes of it; that it can’t be undone unless given. */
  text?: string
  /** Said once it is gone. */
  success?: string
  /** Asked when the dialog opens: the time to count what uses it. */
  onAsk?: () => void
  /** What goes with it. */
  losses?: readonly string[]
  counting?: boolean
  /** Leads away from the form of what is gone. */
  onDeleted: (() => void) | undefined
}

/** Deletes the row of a form, after a decision that names it and what goes with it. */
export function DeleteRow<E extends Endpoint>(props: DeleteRowProps<E>) {
  const { endpoint, input, label, name, losses = [], counting = false, onAsk, onDeleted } = props
  const { invalidates = [nounOf(endpoint)], onSuccess } = props
  const { text, error } = useFormTexts()
  const remove = useWrite(endpoint, {
    invalidates,
    leaves: onDeleted !== undefined,
    onSuccess,
    success: props.success ?? text('success.itemDeleted'),
    failure: saidByCaller,
  })
  const setGone = useReadOnceLeft(invalidates)
  return (
    <DeleteButton
      label={label}
      title={props.title ?? text('ui.deleteNamed', { name })}
      text={props.text ?? text('ui.form.deleteText')}
      losses={losses}
      confirmLabel={label}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      onAsk={onAsk}
      busy={counting || remove.pending}
      error={remove.error === null ? undefined : error(remove.error)}
      onDelete={async () => {
        const { kind } = await remove.send(input)
        if (kind === 'done' && onDeleted !== undefined) {
          setGone()
          onDeleted()
        }
        return kind === 'done'
      }}
    />
  )
}
