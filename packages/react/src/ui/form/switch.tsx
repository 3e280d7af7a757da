import { forwardRef, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Choice, labelOf } from './checkbox.tsx'
import { useFieldControl } from './field.tsx'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  /** Left out, give `aria-label`. */
  label?: ReactNode
  help?: ReactNode
}

/** The checked state of the native checkbox is the state of the switch. */
const switchRole = { role: 'switch' }

/** On or off, at once: a native checkbox with the role of a switch. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { label, help, className, ...rest },
  ref,
) {
  const field = useFieldControl()
  const helpId = useId()
  const made = useId()
  const id = rest.id ?? field.id ?? made
  return (
    <Choice {...{ id, label, help, helpId, className }} disabled={rest.disabled}>
      <span className="kn-switch">
        <input
          aria-labelledby={help && label !== undefined ? labelOf(helpId) : undefined}
          aria-describedby={classes(help ? helpId : undefined, field.describedBy) || undefined}
          {...rest}
          ref={ref}
          id={id}
          type="checkbox"
          {...switchRole}
        />
      </span>
    </Choice>
  )
})
