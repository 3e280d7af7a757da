import { type CSSProperties, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { useFieldControl } from './field.tsx'

export interface ScaleInputProps {
  /** `null` while nothing is chosen: a scale can tell "not said" from "1", a slider can't. */
  value: number | null
  onChange: (value: number) => void
  min?: number
  max?: number
  /** Words at both ends. */
  lowLabel?: ReactNode
  highLabel?: ReactNode
  /** The word for a step, read out and shown in the middle below: `value => 'Moderate'`. */
  describe?: (value: number) => string
  name?: string
  disabled?: boolean
  'aria-label'?: string
  className?: string
}

/** A labelled scale, 1 to 10 by default: radios that look like steps; arrow keys move. Stands in a `<Field group>`. */
export function ScaleInput(props: ScaleInputProps) {
  const { value, min = 1, max = 10, lowLabel, highLabel, describe, disabled, className } = props
  const field = useFieldControl()
  const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index)
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      id={field.id}
      className={classes('kn-scale', className)}
      data-disabled={disabled ? '' : undefined}
      aria-label={props['aria-label']}
      aria-labelledby={props['aria-label'] ? undefined : field.labelId}
      aria-describedby={field.describedBy}
      aria-invalid={field.invalid || undefined}
      aria-required={field.required || undefined}
    >
      <ScaleSteps steps={steps} {...props} />
      {lowLabel || highLabel || describe ? (
        <div className="kn-scale-ends">
          <span>{lowLabel}</span>
          <span className="kn-scale-word">{value !== null && describe ? describe(value) : null}</span>
          <span>{highLabel}</span>
        </div>
      ) : null}
    </div>
  )
}

function ScaleSteps({
  steps,
  value,
  onChange,
  describe,
  disabled,
  ...rest
}: ScaleInputProps & { steps: number[] }) {
  const made = useId()
  return (
    <div className="kn-scale-steps" style={{ '--kn-scale-count': steps.length } as CSSProperties}>
      {steps.map(step => (
        <label
          key={step}
          className="kn-scale-step"
          data-filled={value !== null && step <= value ? '' : undefined}
          data-current={step === value ? '' : undefined}
        >
          <input
            type="radio"
            name={rest.name ?? made}
            value={step}
            checked={step === value}
            disabled={disabled}
            aria-label={describe ? `${step}, ${describe(step)}` : String(step)}
            onChange={() => onChange(step)}
          />
          <span aria-hidden="true">{step}</span>
        </label>
      ))}
    </div>
  )
}
