import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { useCueTexts } from './cue-texts.ts'

/** Moves all captions by so many seconds. */
export function ShiftForm({ onShift }: { onShift: (seconds: number) => void }) {
  const { text } = useCueTexts()
  const [written, setWritten] = useState('')
  const seconds = Number(written.replace(',', '.'))
  const isWrong = written !== '' && !Number.isFinite(seconds)
  return (
    <form
      className="kn-cue-shift"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (written !== '' && !isWrong) onShift(seconds)
      }}
    >
      <Field
        label={text('ui.captions.shift')}
        help={text('ui.captions.shiftHelp')}
        error={isWrong ? text('ui.captions.shiftInvalid') : undefined}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={written}
          onChange={event => setWritten(event.target.value)}
        />
      </Field>
      <Button type="submit">{text('ui.captions.shiftAll')}</Button>
    </form>
  )
}
