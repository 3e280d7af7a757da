import { forwardRef, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { Choice, labelOf } from './checkbox.tsx'
import { useFieldControl } from './field.tsx'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  /** Left out, give `aria-label`. */
  label?: ReactNode
  help?: ReactNode
}

/** What a switch reads: the state that it is in. Its name stays, whatever the state. */
export function SwitchWord({ isOn, on, off }: { isOn: boolean; on: string; off: string }) {
  if (isOn) return on
  return (
    <>
      <span aria-hidden="true">{off}</span>
      <VisuallyHidden>{on}</VisuallyHidden>
    </>
  )
}

/** The checked state of the native checkbox is the state of the switch. */
const switchRole = { role: 'switch' }

/** On or off, at once: a native checkbox with the role of a switch. In a Field its name is its own words and then the field's: "Active Bulk upload". */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { label, help, className, ...rest },
  ref,
) {
  const field = useFieldControl()
  const helpId = useId()
  const made = useId()
  const id = rest.id ?? field.id ?? made
  const fields = field.label === label ? undefined : field.labelId
  return (
    <Choice id={id} label={label} help={help} helpId={helpId} className={className} disabled={rest.disabled}>
      <span className="kn-switch">
        <input
          aria-labelledby={label === undefined ? undefined : classes(labelOf(helpId), fields)}
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
