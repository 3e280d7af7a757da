import { forwardRef } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { SearchListProps } from './lazy-picker-list.tsx'
import { loadPickerList, PickerButton, PickerPlace, usePicker } from './picker-button.tsx'
import type { SelectProps } from './select.tsx'

export interface PickerTexts {
  /** The name and placeholder of the search box. */
  searchLabel: string
  /** Shown when nothing matches. */
  emptyText: string
}

export interface ComboboxProps extends SelectProps, PickerTexts {
  /** Given, the host searches (and passes fresh options); left out, the list filters itself. */
  onSearch?: (search: string) => void
  loading?: boolean
  /** Without an edge, for headers. */
  look?: 'quiet'
  /** Words before the value: "Tenant". */
  prefix?: string
  /** The chosen label when the options shown are only a part of all. */
  chosenLabel?: string
}

const SearchList = lazyPart<SearchListProps<string>>(async () => ({
  default: (await loadPickerList()).SearchList,
}))

/** One of many, with a search box. */
export const Combobox = forwardRef<HTMLButtonElement, ComboboxProps>(function Combobox(props, ref) {
  const {
    value,
    onChange,
    options,
    placeholder,
    searchLabel,
    emptyText,
    onSearch,
    loading,
    chosenLabel,
    ...rest
  } = props
  const picker = usePicker('dialog', onSearch)
  const { opening } = picker
  const chosen = options.find(option => option.value === value)
  const label = chosen?.label ?? (value ? chosenLabel : undefined)
  return (
    <>
      <PickerButton {...rest} picker={picker} ref={ref} empty={!label}>
        {chosen?.icon}
        <span className="kn-truncate">{label ?? placeholder}</span>
      </PickerButton>
      {opening ? (
        <PickerPlace opening={opening}>
          <SearchList
            {...opening}
            {...{ onChange, options, searchLabel, emptyText, onSearch, loading }}
            value={value ?? ''}
          />
        </PickerPlace>
      ) : null}
    </>
  )
})
