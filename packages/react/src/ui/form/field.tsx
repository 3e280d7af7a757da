import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react'
import { classes } from '../classes.ts'

export interface FieldCounter {
  length: number
  max: number
  /** The text near the limit, made by the caller: "12 left". */
  text: string
  /** The share of the limit from which the counter shows; 0.8 by default. */
  from?: number
}

export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: ReactNode
  required?: boolean
  /** A word at the end of the label's line, such as "Optional". */
  note?: ReactNode
  counter?: FieldCounter
  /** It can't be changed: the word that says so, to everybody. */
  readOnly?: string | undefined
  /** The id of the control; a summary of errors links to it. */
  id?: string
  /** For a control of several parts (radios, a scale): the label names the group. */
  group?: boolean
  /** What is wrong is found while the person waits, as with a file: it is announced. */
  announces?: boolean
  className?: string
  children: ReactNode
}

export interface FieldControl {
  id?: string
  label?: ReactNode
  labelId?: string
  describedBy?: string
  invalid?: boolean
  required?: boolean
}

const FieldContext = createContext<FieldControl>({})

/** What a control inside a Field takes over from it; empty outside of one. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext)
}

/** For a button of a Field, that it isn't one of many of a name: "Choose an image MediaSpace". */
export const ownThenField = (own: string | undefined, labelId: string | undefined): string | undefined =>
  own && labelId ? `${own} ${labelId}` : undefined

/** Label above, control, help below, error in place, counter as the limit nears. */
export function Field({
  label,
  help,
  error,
  required,
  note,
  counter,
  readOnly,
  group,
  announces,
  className,
  children,
  ...own
}: FieldProps) {
  const made = useId()
  const id = own.id ?? made
  const invalid = Boolean(error)
  const describedBy =
    classes(readOnly ? `${id}-read` : null, help ? `${id}-help` : null, error ? `${id}-error` : null) ||
    undefined
  const control = useMemo(
    () => ({ id, label, labelId: `${id}-label`, describedBy, invalid, required }),
    [id, label, describedBy, invalid, required],
  )
  const Label = group ? 'span' : 'label'
  return (
    <div className={classes('kn-field', className)} data-invalid={invalid || undefined}>
      <div className="kn-field-top">
        <Label id={`${id}-label`} className="kn-field-label" {...(group ? {} : { htmlFor: id })}>
          {label}
          {required ? (
            <span className="kn-field-required" aria-hidden="true">
              *
            </span>
          ) : null}
        </Label>
        {readOnly ? (
          <span id={`${id}-read`} className="kn-field-optional">
            {readOnly}
          </span>
        ) : null}
        {note && !readOnly && !(counter && isNear(counter)) ? (
          <span className="kn-field-optional">{note}</span>
        ) : null}
        {counter ? <Counter {...counter} /> : null}
      </div>
      <FieldContext.Provider value={control}>{children}</FieldContext.Provider>
      {error ? (
        <p id={`${id}-error`} className="kn-field-error" role={announces ? 'alert' : undefined}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : null}
      {help ? (
        <p id={`${id}-help`} className="kn-field-help">
          {help}
        </p>
      ) : null}
    </div>
  )
}

const isNear = ({ length, max, from = 0.8 }: FieldCounter): boolean => length >= max * from

function Counter(counter: FieldCounter) {
  const { length, max, text } = counter
  return (
    <span className="kn-field-counter" data-over={length > max ? '' : undefined} aria-live="polite">
      {isNear(counter) ? text : null}
    </span>
  )
}
