import { Check, Minus } from 'lucide-react'
import { forwardRef, type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from '../classes.ts'
import { useFieldControl } from './field.tsx'
import { showWhole } from './text-input.tsx'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Left out, give `aria-label`. */
  label?: ReactNode
  help?: ReactNode
  indeterminate?: boolean
}

/** A native checkbox with its words; the whole line is the target. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, help, indeterminate = false, className, ...rest },
  ref,
) {
  const field = useFieldControl()
  const helpId = useId()
  const made = useId()
  const id = rest.id ?? field.id ?? made
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const input = box.current?.querySelector('input')
    if (input) input.indeterminate = indeterminate
  }, [indeterminate])
  // One that is switched off by its owner has no mark to show, which spares each row of a table three elements.
  const isOff = rest.checked === false && !indeterminate
  const mark = (
    <span ref={box} className="kn-check" data-invalid={field.invalid ? '' : undefined}>
      <input
        aria-labelledby={help && label !== undefined ? labelOf(helpId) : undefined}
        aria-describedby={classes(help ? helpId : undefined, field.describedBy) || undefined}
        {...rest}
        ref={ref}
        id={id}
        type="checkbox"
      />
      {isOff ? null : indeterminate ? (
        <Minus size={13} strokeWidth={3} aria-hidden="true" />
      ) : (
        <Check size={13} strokeWidth={3} aria-hidden="true" />
      )}
    </span>
  )
  return (
    <Choice id={id} label={label} help={help} helpId={helpId} className={className} disabled={rest.disabled}>
      {mark}
    </Choice>
  )
})

interface ChoiceProps {
  id: string
  label: ReactNode
  help: ReactNode
  helpId: string
  className: string | undefined
  disabled: boolean | undefined
  children: ReactNode
}

/** A checkbox or switch with its words beside it; by itself where it has none. */
export function Choice(props: ChoiceProps) {
  const { id, label, help, helpId, className, disabled, children } = props
  if (label === undefined) return children
  return (
    <label
      htmlFor={id}
      className={classes('kn-choice', className)}
      data-disabled={disabled ? '' : undefined}
      onKeyUp={showWhole}
    >
      {children}
      <ChoiceText label={label} help={help} helpId={helpId} />
    </label>
  )
}

/** The id of the words without their help, which describes the control and is no part of its name. */
export const labelOf = (helpId: string): string => `${helpId}-label`

type ChoiceTextProps = Pick<ChoiceProps, 'label' | 'helpId'> & { help?: ReactNode }

/** The words beside a checkbox, radio or switch. */
export function ChoiceText({ label, help, helpId }: ChoiceTextProps) {
  return (
    <span className="kn-choice-text">
      <span id={labelOf(helpId)}>{label}</span>
      {help ? (
        <span id={helpId} className="kn-field-help">
          {help}
        </span>
      ) : null}
    </span>
  )
}

interface CheckboxGroupProps<Value extends string> {
  values: readonly Value[]
  onChange: (values: Value[]) => void
  options: readonly { value: Value; label: ReactNode; help?: ReactNode }[]
  orientation?: 'vertical' | 'horizontal'
}

/** Any of a few, all in sight; stands in a `<Field group>`. */
export function CheckboxGroup<Value extends string>({
  values,
  onChange,
  options,
  orientation = 'vertical',
}: CheckboxGroupProps<Value>) {
  const field = useFieldControl()
  const made = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field around it has the legend
    <div
      role="group"
      tabIndex={-1}
      id={field.id}
      className="kn-radio-group"
      data-orientation={orientation}
      aria-labelledby={field.labelId}
      aria-describedby={field.describedBy}
    >
      {options.map(({ value, label, help }) => (
        <Checkbox
          key={value}
          id={`${made}-${value}`}
          label={label}
          help={help}
          checked={values.includes(value)}
          onChange={event =>
            onChange(event.target.checked ? [...values, value] : values.filter(other => other !== value))
          }
        />
      ))}
    </div>
  )
}
