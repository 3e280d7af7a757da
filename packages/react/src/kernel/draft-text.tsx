import type { FieldPath, FieldValues } from 'react-hook-form'
import { TextArea, TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { DraftField, type DraftFieldProps } from './draft-field.tsx'

export interface DraftTextProps<D extends FieldValues, P extends FieldPath<D>>
  extends Omit<DraftFieldProps<D, P>, 'children' | 'group'> {
  multiline?: boolean | undefined
  /** What the control takes besides: direction, language, placeholder. */
  input?: Pick<TextInputProps, 'lang' | 'dir' | 'placeholder' | 'autoComplete' | 'inputMode' | 'type'>
}

/** A field of a draft that holds a text. */
export function DraftText<D extends FieldValues, P extends FieldPath<D>>(props: DraftTextProps<D, P>) {
  const { multiline, input, ...field } = props
  const Input = multiline ? TextArea : TextInput
  return (
    <DraftField {...field}>
      {({ value, set, blur }) => (
        <Input
          {...input}
          value={(value as string | undefined) ?? ''}
          onChange={event => set(event.target.value as typeof value)}
          onBlur={blur}
        />
      )}
    </DraftField>
  )
}
