import {
  forwardRef,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type TextareaHTMLAttributes,
} from 'react'
import { classes } from '../classes.ts'
import { ensureVisible } from '../ensure-visible.ts'
import { useFieldControl } from './field.tsx'

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'prefix'> {
  size?: 'compact' | 'normal'
  invalid?: boolean
  /** Words or an icon inside the edge. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** Class of the input itself; `className` is the box's. */
  inputClassName?: string
}

/** Types of what is written from left to right in every language. */
const addresses: ReadonlySet<string> = new Set(['email', 'tel', 'url'])

/** One line of text; inside a Field it takes over id, description and error. */
export const TextInput = forwardRef<HTMLInputElement, TextInputProps>(function TextInput(
  { size = 'normal', invalid, prefix, suffix, className, inputClassName, ...rest },
  ref,
) {
  const field = useFieldControl()
  const bad = invalid ?? field.invalid
  return (
    <span
      className={classes('kn-input', className)}
      dir={rest.dir ?? (addresses.has(rest.type ?? '') ? 'ltr' : undefined)}
      data-size={size}
      data-invalid={bad ? '' : undefined}
      data-disabled={rest.disabled ? '' : undefined}
    >
      {prefix ? <span className="kn-input-affix">{prefix}</span> : null}
      <input
        type="text"
        id={field.id}
        aria-describedby={field.describedBy}
        aria-invalid={bad || undefined}
        aria-required={field.required || undefined}
        {...rest}
        ref={ref}
        className={inputClassName}
      />
      {suffix ? <span className="kn-input-affix">{suffix}</span> : null}
    </span>
  )
})

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  invalid?: boolean
}

/** Several lines of text; grows with what is written. */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { invalid, className, ...rest },
  ref,
) {
  const field = useFieldControl()
  const bad = invalid ?? field.invalid
  return (
    <span
      className={classes('kn-input', className)}
      data-invalid={bad ? '' : undefined}
      data-disabled={rest.disabled ? '' : undefined}
    >
      <textarea
        rows={4}
        id={field.id}
        aria-describedby={field.describedBy}
        aria-invalid={bad || undefined}
        aria-required={field.required || undefined}
        onKeyUp={showWhole}
        {...rest}
        ref={ref}
      />
    </span>
  )
})

/** Who comes by Tab sees all of a box, or of a choice with its words (WCAG 2.4.11): by itself a browser brings no more than a line of it out from under a bar. */
export function showWhole({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (key === 'Tab') ensureVisible(currentTarget)
}
