import { forwardRef } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { SelectListProps } from './lazy-picker-list.tsx'
import type { Option } from './option.tsx'
import { loadPickerList, PickerButton, PickerPlace, usePicker } from './picker-button.tsx'

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

const SelectList = lazyPart<SelectListProps>(async () => ({ default: (await loadPickerList()).SelectList }))

/** One of a short list; for a long one use Combobox. */
export const Select = forwardRef<HTMLButtonElement, SelectProps>(function Select(props, ref) {
  const { value, onChange, options, placeholder, ...rest } = props
  const picker = usePicker('listbox')
  const { opening } = picker
  const chosen = options.find(option => option.value === value)
  return (
    <>
      <PickerButton {...rest} picker={picker} ref={ref} empty={!chosen}>
        {chosen?.icon}
        <span className="kn-truncate">{chosen?.label ?? placeholder}</span>
      </PickerButton>
      {opening ? (
        <PickerPlace opening={opening}>
          <SelectList {...opening} value={value ?? ''} onChange={onChange} options={options} />
        </PickerPlace>
      ) : null}
    </>
  )
})
