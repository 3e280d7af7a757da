import { ChevronDown } from 'lucide-react'
import { type ButtonHTMLAttributes, forwardRef, type ReactNode, useCallback, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { useFieldControl } from '../form/field.tsx'
import { typedInto } from '../kbd.tsx'
import { CancelWhileLoading } from '../lazy-mount.tsx'
import { LazyBoundary } from '../lazy-part.tsx'

/** What a picker's list knows of the button that opens it. */
export interface PickerOpening {
  id: string
  anchor: HTMLElement
  isOpen: boolean
  /** An arrow opened it: the option from which arrows go on is marked. */
  byArrow: boolean
  /** The words of its search, of which the first may have been typed at the button. */
  search: string
  setSearch: (search: string) => void
  /** It is there. */
  onShown: () => void
  onClose: () => void
}

export const loadPickerList = () => import('./lazy-picker-list.tsx')

/**
 * A picker's state, and the attributes of the button that opens its list. The list's script comes when somebody turns to the
 * button; what is typed there until the list has the focus is searched for in it. `popup` is what opens: the list, or a dialog that
 * has a search box above it.
 */
export function usePicker(popup: 'listbox' | 'dialog', onSearch?: (search: string) => void) {
  const id = useId()
  const field = useFieldControl()
  const [state, setState] = useState<'closed' | 'coming' | 'open'>('closed')
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [byArrow, setByArrow] = useState(false)
  const [search, keepSearch] = useState('')
  const setSearch = (next: string) => {
    keepSearch(next)
    onSearch?.(next)
  }
  const show = (button: HTMLElement, isArrow: boolean) => {
    // Safari gives a button that is pressed no focus.
    button.focus({ preventScroll: true })
    setAnchor(button)
    setByArrow(isArrow)
    setState('coming')
  }
  const close = () => {
    // A list that is there fades out as it is, and forgets the words then.
    if (state === 'coming' && search !== '') setSearch('')
    setState('closed')
  }
  const onShown = useCallback(() => setState('open'), [])
  const prepare = () => void loadPickerList().catch(() => undefined)
  const opener = {
    type: 'button',
    role: 'combobox',
    'aria-haspopup': popup,
    'aria-busy': state === 'coming' || undefined,
    // Of what is expanded, assistive technology asks which element that is.
    'aria-expanded': state === 'open',
    'aria-controls': state === 'open' ? id : undefined,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onBlur({ currentTarget }) {
      // Of another window the focus comes back.
      if (state === 'coming' && document.activeElement !== currentTarget) close()
    },
    onClick({ currentTarget }) {
      if (state === 'closed') show(currentTarget, false)
      else if (state === 'open') close()
    },
    onKeyDown(event) {
      const typed = state === 'closed' ? undefined : typedInto(search, event)
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (typed === undefined && !isArrow) return
      event.preventDefault()
      if (state === 'closed') show(event.currentTarget, true)
      if (typed !== undefined) setSearch(typed)
      // Whoever has gone back to the button goes on in the list.
      if (state === 'open') focusIn(document.getElementById(id))
    },
  } satisfies ButtonHTMLAttributes<HTMLButtonElement>
  const opening: PickerOpening | undefined = anchor && {
    id,
    anchor,
    byArrow,
    search,
    setSearch,
    onShown,
    isOpen: state !== 'closed',
    onClose: close,
  }
  return { opener, opening, field }
}

export type Picker = ReturnType<typeof usePicker>

const focusIn = (list: HTMLElement | null): void =>
  (list?.querySelector('input') ?? list)?.focus({ preventScroll: true })

/** Where the list stands from the first time that it is opened. */
export function PickerPlace({ opening, children }: { opening: PickerOpening; children: ReactNode }) {
  const { anchor, isOpen, onClose } = opening
  return (
    <LazyBoundary fallback={isOpen ? <CancelWhileLoading opener={anchor} onCancel={onClose} /> : null}>
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
