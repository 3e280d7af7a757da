import * as Ariakit from '@ariakit/react'
import { forwardRef } from 'react'
import { PickerSearch, type PickerSearchProps, SearchProvider } from './picker-search.tsx'
import { PickerButton, type SelectProps } from './select.tsx'

export interface ComboboxProps extends SelectProps, Omit<PickerSearchProps, 'isDisabled' | 'note'> {
  /** Without an edge, for headers. */
  look?: 'quiet'
  /** Words before the value: "Tenant". */
  prefix?: string
  /** The chosen label when the options shown are only a part of all. */
  chosenLabel?: string
}

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
  const chosen = options.find(option => option.value === value)
  const label = chosen?.label ?? (value ? chosenLabel : undefined)
  return (
    <SearchProvider onSearch={onSearch}>
      <Ariakit.SelectProvider value={value ?? ''} setValue={onChange} placement="bottom-start">
        <PickerButton {...rest} ref={ref} empty={!label}>
          {chosen?.icon}
          <span className="kn-truncate">{label ?? placeholder}</span>
        </PickerButton>
        <PickerSearch
          options={options}
          searchLabel={searchLabel}
          emptyText={emptyText}
          onSearch={onSearch}
          loading={loading}
        />
      </Ariakit.SelectProvider>
    </SearchProvider>
  )
})
