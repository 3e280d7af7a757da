import { ChevronDown } from 'lucide-react'
import { type ButtonHTMLAttributes, forwardRef, type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { useFieldControl } from '../form/field.tsx'
import { CancelWhileLoading } from '../lazy-mount.tsx'
import { LazyBoundary } from '../lazy-part.tsx'

/** What a picker's list knows of the button that opens it. */
export interface PickerOpening {
  id: string
  anchor: HTMLElement
  open: boolean
  onClose: () => void
}

export const loadPickerList = () => import('./lazy-picker-list.tsx')

/** Whether a picker's list is open, and the attributes of its opener: the list's script comes when somebody turns to it. */
export function usePicker() {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const field = useFieldControl()
  const show = (element: HTMLElement) => {
    setAnchor(element)
    setOpen(true)
  }
  const prepare = () => void loadPickerList().catch(() => undefined)
  const opener = {
    type: 'button',
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick({ currentTarget }) {
      if (open) setOpen(false)
      else show(currentTarget)
    },
    onKeyDown(event) {
      if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      show(event.currentTarget)
    },
  } satisfies ButtonHTMLAttributes<HTMLButtonElement>
  const opening: PickerOpening | undefined = anchor && { id, anchor, open, onClose: () => setOpen(false) }
  return { opener, opening, field }
}

export type Picker = ReturnType<typeof usePicker>

/** Where the list stands once it was opened. */
export function PickerPlace({ opening, children }: { opening: PickerOpening; children: ReactNode }) {
  const { anchor, open, onClose } = opening
  return (
    <LazyBoundary fallback={open ? <CancelWhileLoading opener={anchor} onCancel={onClose} /> : null}>
      {children}
    </LazyBoundary>
  )
}

interface PickerButtonProps {
  picker: Picker
  size?: 'compact' | 'normal'
  disabled?: boolean
  id?: string
  empty?: boolean
  look?: 'quiet'
  /** Words before the value: "Tenant". */
  prefix?: string
  'aria-label'?: string
  className?: string
  children: ReactNode
}

/** The closed face of a picker: looks like an input, opens a list. */
export const PickerButton = forwardRef<HTMLButtonElement, PickerButtonProps>(
  function PickerButton(props, ref) {
    const { picker, size = 'normal', empty, look, prefix, className, children, ...rest } = props
    const { opener, field } = picker
    return (
      <button
        id={field.id}
        {...opener}
        {...rest}
        ref={ref}
        className={classes('kn-input', 'kn-picker', className)}
        data-size={size}
        data-look={look}
        data-invalid={field.invalid ? '' : undefined}
        data-disabled={rest.disabled ? '' : undefined}
      >
        <span className="kn-picker-value" data-empty={empty ? '' : undefined}>
          {prefix ? <span className="kn-picker-prefix">{prefix}</span> : null}
          {children}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
    )
  },
)
