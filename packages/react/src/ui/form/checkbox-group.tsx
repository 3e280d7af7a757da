import { type ReactNode, useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import { useFieldControl } from './field.tsx'

export interface CheckboxGroupProps<Value extends string> {
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
