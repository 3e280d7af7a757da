import * as Ariakit from '@ariakit/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { FilterChipProps } from './filter-chip.tsx'
import { PickerSearch, SearchProvider } from './lazy-picker-list.tsx'

/** A filter's chip with its choices. */
export function LiveFilterChip(props: FilterChipProps) {
  const { subject, value, options, onChange, onRemove, removeLabel, startOpen, loading } = props
  const [open, setOpen] = useState(startOpen ?? false)
  const [search, setSearch] = useState('')
  const words = value.map(one => options.find(option => option.value === one)?.label ?? one).join(', ')
  const close = (next: boolean) => {
    setOpen(next)
    if (!next && value.length === 0) onRemove()
  }
  return (
    <SearchProvider search={search} setSearch={setSearch}>
      <Ariakit.SelectProvider
        value={[...value]}
        setValue={onChange}
        open={open}
        setOpen={close}
        placement="bottom-start"
      >
        <span className="kn-chip" data-look={value.length > 0 ? 'filled' : 'outline'} data-removable="">
          <Ariakit.Select className="kn-chip-body" aria-label={`${subject} ${words}`.trim()}>
            <span className="kn-chip-subject">{subject}</span>
            <span className="kn-truncate">{words === '' ? '…' : words}</span>
          </Ariakit.Select>
          <button type="button" className="kn-chip-remove" aria-label={removeLabel} onClick={onRemove}>
            <X size={14} aria-hidden="true" />
          </button>
        </span>
        <PickerSearch
          options={options}
          searchLabel={props.searchLabel}
          emptyText={props.emptyText}
          loading={loading}
        />
      </Ariakit.SelectProvider>
    </SearchProvider>
  )
}
