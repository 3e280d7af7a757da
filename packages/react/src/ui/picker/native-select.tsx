import { ChevronDown } from 'lucide-react'
import { classes } from '../classes.ts'
import type { Option } from './option.tsx'

interface NativeSelectProps {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  size?: 'compact' | 'normal'
  'aria-label': string
  className?: string
}

/** One of a few plain words, chosen the browser's own way. */
export function NativeSelect({
  value,
  onChange,
  options,
  size = 'normal',
  className,
  ...rest
}: NativeSelectProps) {
  return (
    <span className={classes('kn-input', 'kn-native-select', className)} data-size={size}>
      <select {...rest} value={value} onChange={event => onChange(event.target.value)}>
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </span>
  )
}
