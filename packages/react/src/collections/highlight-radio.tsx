import { Star, Sun } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Highlight } from './use-highlights.ts'

export interface HighlightRadioProps {
  /** One of the tenant's rows has it: the radios of a column are a group. */
  group: Highlight
  /** "Feature Mornings" */
  label: string
  checked: boolean
  disabled: boolean
  onChoose: () => void
}

/** Down the column, whichever arrow it is, as in any group of radios. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Arrow keys go from radio to radio and choose nothing: what is chosen takes effect at once, so that Space does it. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const { currentTarget: radio } = event
  const group = [
    ...document.querySelectorAll<HTMLInputElement>(`[type=radio][name="${CSS.escape(radio.name)}"]:enabled`),
  ]
  group.at((group.indexOf(radio) + step) % group.length)?.focus()
}

/** COLL-06: one of a column of radios, marked as the acts of a row’s menu are. */
export function HighlightRadio({ group, label, checked, disabled, onChoose }: HighlightRadioProps) {
  const Mark = group === 'isFeaturedCollection' ? Star : Sun
  return (
    <label className="kn-choice" data-disabled={disabled ? '' : undefined} title={label}>
      <span className="kn-check" data-shape="round">
        <input
          type="radio"
          name={group}
          aria-label={label}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          onKeyDown={goOn}
        />
        <Mark size={12} fill="currentColor" aria-hidden="true" />
      </span>
    </label>
  )
}
