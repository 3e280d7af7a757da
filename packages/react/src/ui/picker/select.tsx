import * as Ariakit from '@ariakit/react'
import { Check, ChevronDown } from 'lucide-react'
import { forwardRef, type ReactElement, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useFieldControl } from '../form/field.tsx'
import { type Option, OptionText } from './option.tsx'

export interface SelectProps {
  value: string | null
  onChange: (value: string) => void
  options: readonly Option[]
  placeholder?: string
  size?: 'compact' | 'normal'
  disabled?: boolean
  id?: string
  'aria-label'?: string
  className?: string
}

/** One of a short list; for a long one use Combobox. */
export const Select = forwardRef<HTMLButtonElement, SelectProps>(function Select(props, ref) {
  const { value, onChange, options, placeholder, className, ...rest } = props
  const chosen = options.find(option => option.value === value)
  return (
    <Ariakit.SelectProvider value={value ?? ''} setValue={onChange} placement="bottom-start">
      <PickerButton {...rest} ref={ref} className={className} empty={!chosen}>
        {chosen?.icon}
        <span className="kn-truncate">{chosen?.label ?? placeholder}</span>
      </PickerButton>
      <Ariakit.SelectPopover className="kn-popover" data-width="anchor" portal fixed gutter={4} unmountOnHide>
        {options.map(option => (
          <PickerOption key={option.value} option={option} />
        ))}
      </Ariakit.SelectPopover>
    </Ariakit.SelectProvider>
  )
})

interface PickerButtonProps {
  size?: 'compact' | 'normal'
  disabled?: boolean
  id?: string
  empty?: boolean
  look?: 'quiet'
  /** Words before the value: "Tenant". */
  prefix?: string
  invalid?: boolean
  'aria-label'?: string
  className?: string
  children: ReactNode
}

/** The closed face of every picker: looks like an input, opens a list. */
export const PickerButton = forwardRef<HTMLButtonElement, PickerButtonProps>(
  function PickerButton(props, ref) {
    const { size = 'normal', empty, look, prefix, invalid, className, children, ...rest } = props
    const field = useFieldControl()
    const bad = invalid ?? field.invalid
    return (
      <Ariakit.Select
        id={field.id}
        {...rest}
        ref={ref}
        className={classes('kn-input', 'kn-picker', className)}
        data-size={size}
        data-look={look}
        data-invalid={bad ? '' : undefined}
        data-disabled={rest.disabled ? '' : undefined}
        aria-describedby={field.describedBy}
        aria-invalid={bad || undefined}
        aria-required={field.required || undefined}
      >
        <span className="kn-picker-value" data-empty={empty ? '' : undefined}>
          {prefix ? <span className="kn-picker-prefix">{prefix}</span> : null}
          {children}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </Ariakit.Select>
    )
  },
)

interface PickerOptionProps {
  option: Option
  disabled?: boolean
  /** What the item renders as; a combobox item where there is a search box. */
  render?: ReactElement
}

/** One line of a picker's list, marked when chosen. */
export function PickerOption({ option, disabled, render }: PickerOptionProps) {
  return (
    <Ariakit.SelectItem
      value={option.value}
      className="kn-option"
      disabled={disabled || option.disabled}
      accessibleWhenDisabled
      render={render}
    >
      <OptionText option={option} />
      <Ariakit.SelectItemCheck className="kn-option-mark">
        <Check size={16} aria-hidden="true" />
      </Ariakit.SelectItemCheck>
    </Ariakit.SelectItem>
  )
}
