import { useState } from 'react'
import { TextInput, type TextInputProps } from './text-input.tsx'

interface NumberInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'inputMode'> {
  /** Null for nothing, NaN for what is no number. */
  value: number | null
  onChange: (value: number | null) => void
}

/**
 * A number that is typed: with a point or a comma, and never changed by the wheel. What is no number stays as it is typed and is given
 * as NaN, so that the rule of its field names it.
 */
export function NumberInput({ value, onChange, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const isOdd = typed !== undefined && Number.isNaN(toNumber(typed))
  const isStale = isOdd && !Number.isNaN(value)
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={typed === undefined || isStale ? shown(value) : typed}
      onChange={event => {
        setTyped(event.target.value)
        onChange(toNumber(event.target.value))
      }}
      onBlur={event => {
        if (!isOdd) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

function toNumber(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

const shown = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : String(Number(value.toFixed(2)))
