export interface HighlightRadioProps {
  /** One of the tenant's rows has it: the radios of a column are a group. */
  group: string
  /** "Feature Mornings" */
  label: string
  checked: boolean
  disabled: boolean
  onChoose: () => void
}

/** COLL-06: one of a column of radios. */
export function HighlightRadio({ group, label, checked, disabled, onChoose }: HighlightRadioProps) {
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
        />
        <span className="kn-check-dot" />
      </span>
    </label>
  )
}
