import { ChevronDown } from 'lucide-react'
import { classes } from '../classes.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Chip } from './chip.tsx'
import type { PickerTexts } from './combobox.tsx'
import type { SearchListProps } from './lazy-picker-list.tsx'
import type { Option } from './option.tsx'
import { loadPickerList, type Picker, PickerPlace, usePicker } from './picker-button.tsx'

export interface MultiSelectProps extends PickerTexts {
  value: readonly string[]
  onChange: (value: string[]) => void
  options: readonly Option[]
  /** The most that can be chosen (VAL-09); further options are then disabled. */
  limit?: number
  /** Shown at the limit: "Only 3 options can be selected". */
  limitText?: string
  /** The words on the opener: "Add label". */
  placeholder: string
  /** The name of a chip's ×: `option => 'Remove ' + option.label`. */
  removeLabel: (option: Option) => string
  onSearch?: (search: string) => void
  loading?: boolean
  disabled?: boolean
  id?: string
  className?: string
}

const SearchList = lazyPart<SearchListProps<string[]>>(async () => ({
  default: (await loadPickerList()).SearchList,
}))

/** Several of many, as chips, with a search box and a limit. */
export function MultiSelect(props: MultiSelectProps) {
  const { value, onChange, options, limit = Number.POSITIVE_INFINITY, limitText, disabled, className } = props
  const { searchLabel, emptyText, onSearch, loading } = props
  const picker = usePicker('dialog', onSearch)
  const { opening, field } = picker
  const full = value.length >= limit
  const change = (next: string[]) => {
    if (next.length <= limit || next.length < value.length) onChange(next)
  }
  return (
    <>
      <div
        className={classes('kn-input', 'kn-multi', className)}
        data-invalid={field.invalid ? '' : undefined}
        data-disabled={disabled ? '' : undefined}
      >
        <Chosen {...props} change={change} />
        <Opener {...props} picker={picker} />
      </div>
      {opening ? (
        <PickerPlace opening={opening}>
          <SearchList
            {...opening}
            {...{ options, searchLabel, emptyText, onSearch, loading }}
            value={[...value]}
            onChange={change}
            isDisabled={option => full && !value.includes(option.value)}
            note={full && limitText ? <LimitNote text={limitText} /> : null}
          />
        </PickerPlace>
      ) : null}
    </>
  )
}

function Opener({ picker, id, disabled, placeholder }: MultiSelectProps & { picker: Picker }) {
  const { opener, field } = picker
  return (
    <button {...opener} id={id ?? field.id} className="kn-picker-trigger" disabled={disabled}>
      <span className="kn-truncate">{placeholder}</span>
      <ChevronDown size={16} aria-hidden="true" />
    </button>
  )
}

function Chosen({
  value,
  options,
  change,
  removeLabel,
  disabled,
}: MultiSelectProps & { change: (next: string[]) => void }) {
  return value.map(one => {
    const option = options.find(candidate => candidate.value === one) ?? { value: one, label: one }
    const remove = disabled ? undefined : () => change(value.filter(other => other !== one))
    return (
      <Chip key={one} onRemove={remove} removeLabel={removeLabel(option)}>
        {option.label}
      </Chip>
    )
  })
}

function LimitNote({ text }: { text: string }) {
  return (
    <p className="kn-popover-note" data-tone="warning" role="status">
      {text}
    </p>
  )
}
