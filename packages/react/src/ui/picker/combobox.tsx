import * as Ariakit from '@ariakit/react'
import { Search } from 'lucide-react'
import { forwardRef, type ReactNode, useMemo, useState } from 'react'
import { keepComposition } from '../form/use-composition.ts'
import { ProgressRing } from '../status/progress.tsx'
import { matchOptions, type Option } from './option.tsx'
import { PickerButton, PickerOption, type SelectProps } from './select.tsx'

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

export interface PickerTexts {
  /** The name and placeholder of the search box. */
  searchLabel: string
  /** Shown when nothing matches. */
  emptyText: string
}

interface PickerSearchProps extends PickerTexts {
  options: readonly Option[]
  /** Given, the host searches (and passes fresh options); left out, the list filters itself. */
  onSearch?: (search: string) => void
  loading?: boolean
  /** Which options can't be taken now. */
  isDisabled?: (option: Option) => boolean
  note?: ReactNode
}

/**
 * A popover with a search box above the list; stands inside `SearchProvider` and a SelectProvider. A choice takes the words with
 * it: where the list stays open, they are those of the option that was found, not of the next.
 */
export function PickerSearch({
  options,
  searchLabel,
  emptyText,
  loading,
  isDisabled,
  note,
  onSearch,
}: PickerSearchProps) {
  const store = Ariakit.useComboboxContext()
  const search = Ariakit.useStoreState(store, 'value') ?? ''
  const shown = useMemo(
    () => (onSearch ? options : matchOptions(options, search)),
    [options, search, onSearch],
  )
  return (
    <Ariakit.SelectPopover
      className="kn-popover"
      data-width="anchor"
      portal
      fixed
      gutter={4}
      getAnchorRect={boxOf}
      unmountOnHide
      aria-label={searchLabel}
    >
      <div className="kn-popover-search" {...keepComposition}>
        {loading ? <ProgressRing /> : <Search size={16} aria-hidden="true" />}
        <Ariakit.Combobox autoSelect="always" placeholder={searchLabel} aria-label={searchLabel} />
      </div>
      <Ariakit.ComboboxList aria-label={searchLabel}>
        {shown.map(option => (
          <PickerOption
            key={option.value}
            option={option}
            disabled={isDisabled?.(option)}
            render={<Ariakit.ComboboxItem onClick={() => store?.setValue('')} />}
          />
        ))}
      </Ariakit.ComboboxList>
      {shown.length === 0 && !loading ? (
        <p className="kn-popover-note" role="status">
          {emptyText}
        </p>
      ) : null}
      {note}
    </Ariakit.SelectPopover>
  )
}

/** The list stands under the whole control, chips and all. */
function boxOf(opener: HTMLElement | null) {
  return (opener?.closest('.kn-input') ?? opener)?.getBoundingClientRect() ?? null
}

/** Holds the words of the search and forgets them when the list closes. */
export function SearchProvider({
  onSearch,
  children,
}: {
  onSearch?: (search: string) => void
  children: ReactNode
}) {
  const [search, setSearch] = useState('')
  const change = (next: string) => {
    setSearch(next)
    onSearch?.(next)
  }
  return (
    <Ariakit.ComboboxProvider value={search} setValue={change} resetValueOnHide includesBaseElement={false}>
      {children}
    </Ariakit.ComboboxProvider>
  )
}
