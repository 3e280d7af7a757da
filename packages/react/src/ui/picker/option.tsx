import type { ReactNode } from 'react'

/** What every picker offers. */
export interface Option {
  value: string
  label: string
  /** A second, softer line. */
  help?: string
  icon?: ReactNode
  disabled?: boolean
}

/** The options whose label or help contains the words searched for. */
export function matchOptions<Item extends Option>(options: readonly Item[], search: string): Item[] {
  const words = search.trim().toLocaleLowerCase()
  if (!words) return [...options]
  return options.filter(option => `${option.label} ${option.help ?? ''}`.toLocaleLowerCase().includes(words))
}

/** How an option reads inside a list. */
export function OptionText({ option }: { option: Option }) {
  return (
    <>
      {option.icon}
      <span className="kn-option-text">
        <span>{option.label}</span>
        {option.help ? <span className="kn-option-help">{option.help}</span> : null}
      </span>
    </>
  )
}
