import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { ChoiceText, labelOf } from './checkbox.tsx'
import { useFieldControl } from './field.tsx'

export interface RadioOption<Value extends string = string> {
  value: Value
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<Value extends string = string> {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  orientation?: 'vertical' | 'horizontal'
  name?: string
  disabled?: boolean
  /** Outside of a Field the group needs its own name. */
  'aria-label'?: string
  className?: string
}

/** One of a few, all in sight; stands in a `<Field group>`. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { options, orientation = 'vertical', className } = props
  const field = useFieldControl()
  const made = useId()
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      id={field.id}
      className={classes('kn-radio-group', className)}
      data-orientation={orientation}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] ? undefined : field.labelId}
      aria-describedby={field.describedBy}
      aria-invalid={field.invalid || undefined}
      aria-required={field.required || undefined}
    >
      {options.map(option => (
        <Radio key={option.value} option={option} group={props} name={props.name ?? made} />
      ))}
    </div>
  )
}

interface RadioProps<Value extends string> {
  option: RadioOption<Value>
  group: RadioGroupProps<Value>
  name: string
}

function Radio<Value extends string>({ option, group, name }: RadioProps<Value>) {
  const helpId = useId()
  const disabled = group.disabled || option.disabled
  return (
    <label className="kn-choice" data-disabled={disabled ? '' : undefined}>
      <span className="kn-check" data-shape="round">
        <input
          type="radio"
          name={name}
          value={option.value}
          checked={group.value === option.value}
          disabled={disabled}
          aria-labelledby={option.help ? labelOf(helpId) : undefined}
          aria-describedby={option.help ? helpId : undefined}
          onChange={() => group.onChange(option.value)}
        />
        <span className="kn-check-dot" />
      </span>
      <ChoiceText label={option.label} help={option.help} helpId={helpId} />
    </label>
  )
}
