import type { ReactNode } from 'react'

/** What every picker offers. */
export interface Option {
  value: string
  label: string
  /** A second, softer line. */
  help?: string
  /** Found by these as well, which aren’t shown. */
  words?: string
  icon?: ReactNode
  disabled?: boolean
}

/** The options whose label, help or words contain the words searched for. */
export function matchOptions<Item extends Option>(options: readonly Item[], search: string): Item[] {
  const words = search.trim().toLocaleLowerCase()
  if (!words) return [...options]
  return options.filter(({ label, help = '', words: more = '' }) =>
    `${label} ${help} ${more}`.toLocaleLowerCase().includes(words),
  )
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
