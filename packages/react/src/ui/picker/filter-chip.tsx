import { useState } from 'react'
import { CancelWhileLoading } from '../lazy-mount.tsx'
import { LazyBoundary, lazyPart } from '../lazy-part.tsx'
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
  default: (await import('./lazy-filter-chip.tsx')).LiveFilterChip,
}))

/** One filter of a list: a chip that opens its choices, with an × that takes it away. */
export function FilterChip(props: FilterChipProps) {
  const [isOpening, setIsOpening] = useState(props.startOpen)
  const takeBack = () => {
    setIsOpening(false)
    if (props.value.length === 0) props.onRemove()
  }
  const coming = (
    <span className="kn-chip">
      {props.subject}
      {isOpening ? <CancelWhileLoading onCancel={takeBack} /> : null}
    </span>
  )
  return (
    <LazyBoundary fallback={coming}>
      <LazyFilterChip {...props} startOpen={isOpening} />
    </LazyBoundary>
  )
}
