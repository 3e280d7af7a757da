import { countGraphemes, type FieldName } from '@kinora/core'
import type { ReactNode } from 'react'
import { Controller, type FieldPath, type FieldPathValue, type FieldValues, type Path } from 'react-hook-form'
import { Field, type FieldProps } from '../ui/form/field.tsx'
import { TextArea, TextInput, type TextInputProps } from '../ui/form/text-input.tsx'
import { modeOf } from './form-fields.ts'
import { useFormTexts } from './form-texts.ts'
import type { Draft } from './use-draft.ts'

interface DraftControl<V> {
  value: V
  set(value: V): void
  blur(): void
}

export interface AnyFieldProps<D extends FieldValues, P extends Path<D>>
  extends Omit<FieldProps, 'id' | 'label' | 'counter' | 'children'> {
  draft: Pick<Draft<D>, 'form' | 'fieldId' | 'fields'>
  name: P
  /** The text `field.<name>` unless given. */
  label?: ReactNode
  /** The most characters; a counter shows as they run out. */
  max?: number
  /** It keeps a value that may only be read from being changed by itself; others are disabled. */
  canBeRead?: boolean
  children: (control: DraftControl<FieldPathValue<D, P>>) => ReactNode
}

/** A field without a label has a text of its own. */
export type Labelled<P extends string> = { label: ReactNode } | { label?: undefined; name: P & FieldName }

export type DraftFieldProps<D extends FieldValues, P extends Path<D>> = AnyFieldProps<D, P> & Labelled<P>

/** One field of a draft with its label, help, counter and the rule's text where it is wrong, unless other words are given. One that the host hides isn't there; one that it lets nobody change says so. */
export const DraftField = AnyField as <D extends FieldValues, P extends Path<D>>(
  props: DraftFieldProps<D, P>,
) => ReactNode

/** The same for a name that isn’t known yet. */
export function AnyField<D extends FieldValues, P extends Path<D>>(props: AnyFieldProps<D, P>) {
  const { draft, name, max, error, canBeRead = false, children, ...rest } = props
  const { text, field: nameOf } = useFormTexts()
  const mode = modeOf(draft.fields, name)
  const isReadOnly = mode === 'readOnly'
  if (mode === 'hidden') return null
  return (
    <Controller
      control={draft.form.control}
      name={name}
      render={({ field, fieldState }) => {
        const length = typeof field.value === 'string' ? countGraphemes(field.value) : 0
        const over = max !== undefined && length > max
        const words = over
          ? text('ui.form.over', { count: length - max })
          : text('ui.form.left', { count: (max ?? 0) - length })
        const counter = max === undefined ? undefined : { length, max, text: words }
        const control = children({ value: field.value, set: field.onChange, blur: field.onBlur })
        return (
          <Field
            {...rest}
            label={rest.label ?? nameOf(name) ?? name}
            {...(isReadOnly && { readOnly: text('ui.form.readOnly') })}
            id={draft.fieldId(name)}
            error={error ?? fieldState.error?.message}
            counter={isReadOnly ? undefined : counter}
          >
            {isReadOnly && !canBeRead ? (
              <fieldset className="kn-field-frozen" disabled>
                {control}
              </fieldset>
            ) : (
              control
            )}
          </Field>
        )
      }}
    />
  )
}

interface AnyTextProps<D extends FieldValues, P extends FieldPath<D>>
  extends Omit<AnyFieldProps<D, P>, 'children' | 'group'> {
  multiline?: boolean | undefined
  /** What the control takes besides: direction, language, placeholder. */
  input?: Pick<
    TextInputProps,
    'lang' | 'dir' | 'placeholder' | 'autoComplete' | 'inputMode' | 'type' | 'readOnly'
  >
}

export type DraftTextProps<D extends FieldValues, P extends FieldPath<D>> = AnyTextProps<D, P> & Labelled<P>

/** A field of a draft that holds a text. */
export function DraftText<D extends FieldValues, P extends FieldPath<D>>(props: DraftTextProps<D, P>) {
  const { multiline, input, ...field } = props
  const readOnly = input?.readOnly || modeOf(props.draft.fields, props.name) === 'readOnly'
  const Input = multiline ? TextArea : TextInput
  return (
    <AnyField {...field} canBeRead>
      {({ value, set, blur }) => (
        <Input
          {...input}
          readOnly={readOnly}
          value={(value as string | undefined) ?? ''}
          onChange={event => set(event.target.value as typeof value)}
          onBlur={blur}
        />
      )}
    </AnyField>
  )
}
