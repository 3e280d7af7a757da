import { matches } from '@kinora/core/fold'
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

/** The options whose label, help and words hold the words searched for, folded as the server folds them. */
export const matchOptions = <Item extends Option>(options: readonly Item[], search: string): Item[] =>
  options.filter(option => matches(search, option.label, option.help, option.words))

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
