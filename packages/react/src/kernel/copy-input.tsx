import { Copy } from 'lucide-react'
import { TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useCopy } from './use-copy.ts'

export interface CopyInputProps extends Omit<TextInputProps, 'value' | 'suffix' | 'readOnly' | 'dir'> {
  value: string
  /** What its button is called: "Copy address". */
  copyLabel: string
}

/** Words to take elsewhere, such as a key or an address, with a button that copies them. */
export function CopyInput({ value, copyLabel, ...rest }: CopyInputProps) {
  const copy = useCopy()
  return (
    <TextInput
      onFocus={event => event.target.select()}
      {...rest}
      readOnly
      dir="ltr"
      value={value}
      suffix={
        <IconButton
          label={copyLabel}
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy(value)}
        />
      }
    />
  )
}
