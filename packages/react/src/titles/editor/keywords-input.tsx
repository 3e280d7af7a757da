import { type KeyboardEvent, useState } from 'react'
import { useFieldControl } from '../../ui/form/field.tsx'
import { Chip } from '../../ui/picker/chip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

interface KeywordsInputProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  max: number
}

/** Words as chips: Enter, comma or leaving the box adds one, Backspace in the empty box takes the last away. */
export function KeywordsInput({ value, onChange, max }: KeywordsInputProps) {
  const { text } = useTitleEditorTexts()
  const field = useFieldControl()
  const [typed, setTyped] = useState('')
  const add = (words: string) => {
    const fresh = words
      .split(',')
      .map(word => word.trim())
      .filter(word => word !== '' && !value.includes(word))
    setTyped('')
    if (fresh.length > 0) onChange([...new Set([...value, ...fresh])].slice(0, max))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
  }
  return (
    <div className="kn-input kn-multi kn-keywords" data-invalid={field.invalid ? '' : undefined}>
      {value.map(word => (
        <Chip
          key={word}
          onRemove={() => onChange(value.filter(other => other !== word))}
          removeLabel={text('ui.removeNamed', { name: word })}
        >
          {word}
        </Chip>
      ))}
      <input
        type="text"
        id={field.id}
        aria-describedby={field.describedBy}
        aria-invalid={field.invalid || undefined}
        autoComplete="off"
        // Not disabled: who has added the last one keeps the focus, and can take it away again.
        readOnly={value.length >= max}
        placeholder={value.length === 0 ? text('ui.editor.addKeyword') : undefined}
        value={typed}
        onChange={event =>
          event.target.value.includes(',') ? add(event.target.value) : setTyped(event.target.value)
        }
        onKeyDown={press}
        onBlur={() => add(typed)}
      />
      <VisuallyHidden role="status">{value.join(', ')}</VisuallyHidden>
    </div>
  )
}
