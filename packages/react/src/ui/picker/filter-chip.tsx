import { Suspense } from 'react'
import { lazyPart } from '../lazy-part.ts'
import type { PickerTexts } from './combobox.tsx'
import type { Option } from './option.tsx'

export interface FilterChipProps extends PickerTexts {
  /** "Category is" */
  subject: string
  value: readonly string[]
  options: readonly Option[]
  onChange: (value: string[]) => void
  onRemove: () => void
  removeLabel: string
  /** Just added: its choices open at once. */
  startOpen?: boolean
  loading?: boolean
}

const LazyFilterChip = lazyPart(async () => ({
  default: (await import('./lazy-filter-chip.tsx')).LazyFilterChip,
}))

/** One filter of a list: a chip that opens its choices, with an × that takes it away. */
export function FilterChip(props: FilterChipProps) {
  return (
    <Suspense fallback={<span className="kn-chip">{props.subject}</span>}>
      <LazyFilterChip {...props} />
    </Suspense>
  )
}
