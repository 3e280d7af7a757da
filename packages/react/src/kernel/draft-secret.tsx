import { type SecretState, secretTexts, wordTexts } from '@kinora/core'
import { useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { type AnyFieldProps, DraftField } from './draft-field.tsx'
import { useTexts } from './message.ts'
import { useDates } from './use-dates.ts'

interface DraftSecretProps<D extends FieldValues, P extends FieldPath<D>>
  extends Omit<AnyFieldProps<D, P>, 'label' | 'children' | 'group'> {
  label: string
  /** What is stored. */
  stored: SecretState
}

/** A secret that is written and never shown: a new one, or what is known of the stored one with its ways out (C-124). */
export function DraftSecret<D extends FieldValues, P extends FieldPath<D>>(props: DraftSecretProps<D, P>) {
  const { stored, ...field } = props
  return (
    <DraftField {...field}>
      {({ value, set, blur }) => (
        <SecretControl
          label={props.label}
          stored={stored}
          value={value as string | null}
          onChange={next => set(next as typeof value)}
          onBlur={blur}
        />
      )}
    </DraftField>
  )
}

interface SecretControlProps {
  label: string
  stored: SecretState
  /** Blank keeps what is stored, null removes it. */
  value: string | null
  onChange: (value: string | null) => void
  onBlur: () => void
}

function SecretControl({ label, stored, value, onChange, onBlur }: SecretControlProps) {
  const { text } = useTexts(secretTexts, wordTexts)
  const { day } = useDates()
  const [replacing, setReplacing] = useState(false)
  const [asking, setAsking] = useState(false)
  const back = () => {
    setReplacing(false)
    onChange('')
  }
  const keep = (
    <Button size="compact" aria-label={text('ui.secret.keepNamed', { name: label })} onClick={back}>
      {text('ui.secret.keep')}
    </Button>
  )
  if (stored !== null && value === null)
    return (
      <p className="kn-secret">
        <span>{text('ui.secret.removed')}</span> {keep}
      </p>
    )
  if (stored === null || replacing || value !== '')
    return (
      <span className="kn-secret">
        <TextInput
          type="password"
          autoComplete="new-password"
          dir="ltr"
          value={value ?? ''}
          onChange={event => onChange(event.target.value)}
          onBlur={onBlur}
        />
        {stored === null ? null : keep}
      </span>
    )
  const date = day(stored.setAt)
  return (
    <span className="kn-secret">
      <span>
        {stored.endsWith === ''
          ? text('ui.secret.set', { date })
          : text('ui.secret.setEnds', { date, end: stored.endsWith })}
      </span>
      <Button
        size="compact"
        aria-label={text('ui.secret.replaceNamed', { name: label })}
        onClick={() => setReplacing(true)}
      >
        {text('ui.secret.replace')}
      </Button>
      <Button
        size="compact"
        aria-label={text('ui.removeNamed', { name: label })}
        onClick={() => setAsking(true)}
      >
        {text('ui.secret.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onChange(null)
        }}
        title={text('ui.secret.askTitle', { name: label })}
        text={text('ui.secret.askText')}
        confirmLabel={text('ui.secret.remove')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
      />
    </span>
  )
}
