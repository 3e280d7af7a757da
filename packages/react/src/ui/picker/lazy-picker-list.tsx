import * as Ariakit from '@ariakit/react'
import { fold } from '@kinora/core/fold'
import { Check, Search } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react'
import { keepComposition } from '../form/use-composition.ts'
import { ProgressRing } from '../status/progress.tsx'
import type { PickerTexts } from './combobox.tsx'
import { matchOptions, type Option, OptionText } from './option.tsx'
import type { PickerOpening } from './picker-button.tsx'

interface ChoiceProps<Value extends string | string[]> extends PickerOpening {
  value: Value
  onChange: (value: Value) => void
}

export interface SelectListProps extends ChoiceProps<string> {
  options: readonly Option[]
}

/** The open part of a select. */
export function SelectList(props: SelectListProps) {
  return (
    <Choice {...props}>
      <Typeahead {...props} />
      <Ariakit.SelectPopover {...floating} id={props.id}>
        {props.options.map(option => (
          <PickerOption key={option.value} option={option} />
        ))}
      </Ariakit.SelectPopover>
    </Choice>
  )
}

export interface SearchListProps<Value extends string | string[]>
  extends ChoiceProps<Value>,
    Omit<PickerSearchProps, 'id'> {}

/** The open part of a picker with a search box. */
export function SearchList<Value extends string | string[]>(props: SearchListProps<Value>) {
  return (
    <SearchProvider search={props.search} setSearch={props.setSearch}>
      <Choice {...props}>
        <PickerSearch {...props} />
      </Choice>
    </SearchProvider>
  )
}

function Choice<Value extends string | string[]>(props: ChoiceProps<Value> & { children: ReactNode }) {
  const { value, onChange, isOpen, onClose, children } = props
  return (
    <Ariakit.SelectProvider
      value={value}
      setValue={onChange}
      open={isOpen}
      setOpen={next => next || onClose()}
      placement="bottom-start"
    >
      <Opener {...props} />
      {children}
    </Ariakit.SelectProvider>
  )
}

/** The button that was there before the list. */
function Opener({ anchor, isOpen, byArrow, onShown }: PickerOpening) {
  const store = Ariakit.useSelectContext()!
  const list = Ariakit.useStoreState(store, 'contentElement')
  useLayoutEffect(() => {
    store.setAnchorElement(anchor)
    store.setDisclosureElement(anchor)
    store.setSelectElement(anchor)
  }, [store, anchor])
  useLayoutEffect(() => {
    if (list === null || !isOpen) return
    onShown()
    if (byArrow) store.move(store.getState().activeId)
  }, [store, list, isOpen, byArrow, onShown])
  return null
}

/** Marks the first option that begins with what was typed at the button; in the list Ariakit goes on. */
function Typeahead({ options, search, setSearch }: SelectListProps) {
  const store = Ariakit.useSelectContext()!
  const items = Ariakit.useStoreState(store, 'items')
  useEffect(() => {
    if (search === '' || items.length === 0) return
    const isMatch = ({ label, disabled }: Option) => !disabled && fold(label).startsWith(fold(search))
    const found = options.find(isMatch)?.value
    const item = items.find(({ value }) => value !== undefined && value === found)
    if (item) store.move(item.id)
    setSearch('')
  })
  return null
}

const floating = {
  className: 'kn-popover',
  'data-width': 'anchor',
  portal: true,
  fixed: true,
  gutter: 4,
  unmountOnHide: true,
}

interface PickerOptionProps {
  option: Option
  disabled?: boolean
  /** What the item renders as; a combobox item where there is a search box. */
  render?: ReactElement
}

/** One line of a picker's list, marked when chosen. */
function PickerOption({ option, disabled, render }: PickerOptionProps) {
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

interface PickerSearchProps extends PickerTexts {
  id?: string
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
  id,
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
  /** Of what was typed at the button; what is typed here is marked by itself. */
  const markFirst = () => {
    if (search !== '' && !store?.item(store.getState().activeId)) store?.move(store.first())
  }
  return (
    <Ariakit.SelectPopover {...floating} id={id} getAnchorRect={boxOf} aria-label={searchLabel}>
      <div className="kn-popover-search" {...keepComposition}>
        {loading ? <ProgressRing /> : <Search size={16} aria-hidden="true" />}
        <Ariakit.Combobox
          autoSelect="always"
          placeholder={searchLabel}
          aria-label={searchLabel}
          onFocus={markFirst}
        />
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

interface SearchProviderProps {
  search: string
  setSearch: (search: string) => void
  children: ReactNode
}

/** Has the words of the search, which are forgotten when the list has closed. */
export function SearchProvider({ search, setSearch, children }: SearchProviderProps) {
  return (
    <Ariakit.ComboboxProvider
      value={search}
      setValue={setSearch}
      setMounted={isThere => isThere || search === '' || setSearch('')}
      includesBaseElement={false}
    >
      {children}
    </Ariakit.ComboboxProvider>
  )
}
