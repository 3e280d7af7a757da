import { Copy } from 'lucide-react'
import { useCallback } from 'react'
import { TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { useTexts } from './message.ts'

interface CopyInputProps extends Omit<TextInputProps, 'value' | 'suffix' | 'readOnly' | 'dir'> {
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

/** Puts words on the clipboard and says "Copied" (TENANT-27); where the browser doesn't allow it, they are shown. */
export function useCopy(): (words: string) => Promise<void> {
  const { text } = useTexts()
  const toasts = useToasts()
  return useCallback(
    async words => {
      try {
        await navigator.clipboard.writeText(words)
        toasts.show({ text: text('success.copied'), tone: 'positive' })
      } catch {
        toasts.show({ text: text('ui.copyFailed', { words }), tone: 'negative', sticky: true })
      }
    },
    [text, toasts],
  )
}
