import { type Endpoint, errorCodeOf, type Input, isRemoved, KinoraError, type Removal } from '@kinora/core'
import { DeleteButton } from '../ui/form/delete-button.tsx'
import { useFormTexts } from './form-texts.ts'
import { nounOf, useInvalidateOnUnmount } from './use-read.ts'
import { handledByCaller, useWrite, type WriteOptions } from './use-write.ts'

export interface DeleteRowProps<E extends Endpoint>
  extends Pick<WriteOptions<E>, 'invalidates' | 'onSuccess'> {
  endpoint: E
  input: Input<E>
  /** What the button says: a verb and its object. */
  label: string
  /** Of the row; undefined where the host hides it. */
  name: string | undefined
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

const outcomesOf = (answer: unknown): unknown =>
  Array.isArray(answer) ? answer : ((answer ?? {}) as { data?: unknown }).data

/** Whether an answer lists what became of each, and lists none. */
const isAboutNone = (answer: unknown): boolean => {
  const outcomes = outcomesOf(answer)
  return Array.isArray(outcomes) && outcomes.length === 0
}

/** Those that an answer names as still there, each with its reason: a list of what became of each, or one under `data` or `failed`. */
export function stayedOf(answer: unknown): readonly Removal[] {
  const { failed: rows = outcomesOf(answer) } = (answer ?? {}) as { failed?: unknown }
  if (!Array.isArray(rows)) return []
  return (rows as Removal[]).filter(row => typeof row.status === 'number' && !isRemoved(row))
}

/** Deletes the row of a form, after a decision that names it and what goes with it; where it stays, the dialog shows the reason. */
export function DeleteRow<E extends Endpoint>(props: DeleteRowProps<E>) {
  const { endpoint, input, label, name, losses = [], counting = false, onAsk, onDeleted } = props
  const { invalidates = [nounOf(endpoint)], onSuccess } = props
  const { text, error } = useFormTexts()
  const remove = useWrite(endpoint, {
    invalidates,
    leaves: onDeleted !== undefined,
    onSuccess(output, sent) {
      const [stayed] = stayedOf(output)
      if (stayed === undefined && isAboutNone(output)) throw new KinoraError('notFound')
      if (stayed !== undefined) throw new KinoraError(errorCodeOf(stayed.status), { detail: stayed.reason })
      return onSuccess?.(output, sent)
    },
    success: props.success ?? text('success.itemDeleted'),
    failure: handledByCaller,
  })
  const invalidateOnUnmount = useInvalidateOnUnmount(invalidates)
  return (
    <DeleteButton
      label={label}
      title={props.title ?? (name === undefined ? label : text('ui.deleteNamed', { name }))}
      text={props.text ?? text('ui.form.deleteText')}
      losses={losses}
      confirmLabel={label}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      onAsk={onAsk}
      busy={counting || remove.isPending}
      error={remove.error === null ? undefined : error(remove.error)}
      onDelete={async () => {
        const { kind } = await remove.send(input)
        if (kind === 'done' && onDeleted !== undefined) {
          invalidateOnUnmount()
          onDeleted()
        }
        return kind === 'done'
      }}
    />
  )
}
