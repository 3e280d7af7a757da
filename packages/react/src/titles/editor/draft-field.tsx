import type { TitleDraft } from '@kinora/core'
import type { ReactNode } from 'react'
import { Controller, type Path } from 'react-hook-form'
import { Field, type FieldProps } from '../../ui/form/field.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import type { DraftField } from './title-draft.ts'
import { useEditor } from './title-editor-context.tsx'

export interface DraftControl<F extends DraftField> {
  value: TitleDraft[F]
  set(value: TitleDraft[F]): void
  blur(): void
}

export interface TitleFieldProps<F extends DraftField>
  extends Omit<FieldProps, 'id' | 'error' | 'counter' | 'children'> {
  name: F
  /** The most characters; a counter shows as they run out. */
  max?: number
  /** Words that belong in place of the rule's, while there are any. */
  error?: string
  children: (control: DraftControl<F>) => ReactNode
}

/** One field of the draft with its label, help, counter and the register's text where it is wrong. */
export function TitleField<F extends DraftField>({
  name,
  max,
  error,
  children,
  ...rest
}: TitleFieldProps<F>) {
  const { form, fieldId } = useEditor()
  const { text } = useTitleEditorTexts()
  return (
    <Controller
      control={form.control}
      name={name as Path<TitleDraft>}
      render={({ field, fieldState }) => {
        const length = typeof field.value === 'string' ? field.value.length : 0
        const counter =
          max === undefined
            ? undefined
            : { length, max, text: text('ui.editor.left', { count: max - length }) }
        return (
          <Field {...rest} id={fieldId(name)} error={error ?? fieldState.error?.message} counter={counter}>
            {children({
              value: field.value as TitleDraft[F],
              set: field.onChange,
              blur: field.onBlur,
            })}
          </Field>
        )
      }}
    />
  )
}
