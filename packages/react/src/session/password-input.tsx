import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** A password that can be shown; inside a Field. */
export function PasswordInput(props: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  const { text } = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={text(shown ? 'ui.signIn.hide' : 'ui.signIn.show')}
          aria-pressed={shown}
          icon={shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
