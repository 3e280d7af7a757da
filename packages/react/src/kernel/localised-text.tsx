import { limits } from '@kinora/core'
import { type FieldValues, get, type Path, useFormState, useWatch } from 'react-hook-form'
import { type ContentLanguage, LocalisedFields } from '../ui/form/localised-fields.tsx'
import { DraftText, type Labelled } from './draft-field.tsx'
import { isHidden } from './form-fields.ts'
import { useFormTexts } from './form-texts.ts'
import type { Draft } from './use-draft.ts'

interface AnyTextProps<D extends FieldValues> {
  draft: Draft<D>
  /** A field of the draft that holds one text per language, by IETF tag (I18N-06). */
  name: Path<D>
  /** The text `field.<name>` unless given. */
  label?: string
  /** The default one first; it is the one that is required. */
  languages: readonly ContentLanguage[]
  /** It may be left empty in all of them. */
  optional?: boolean
  max?: number
  multiline?: boolean
  layout?: 'columns' | 'tabs'
}

export type LocalisedTextProps<D extends FieldValues> = AnyTextProps<D> & Labelled<Path<D>>

/** One text in every language of a tenant, each written in its own direction. */
export function LocalisedText<D extends FieldValues>(props: LocalisedTextProps<D>) {
  const { draft, name, languages, max = limits.text, multiline, layout, optional } = props
  const { text, field } = useFormTexts()
  const { control } = draft.form
  const values = useWatch({ control, name }) as Record<string, string | undefined> | undefined
  const { errors } = useFormState({ control })
  if (isHidden(draft.fields, name)) return null
  const pathOf = (tag: string) => `${name}.${tag}` as Path<D>
  return (
    <LocalisedFields
      label={props.label ?? field(name) ?? name}
      languages={languages}
      layout={layout}
      stateOf={tag => (get(errors, pathOf(tag)) ? 'error' : values?.[tag]?.trim() ? 'filled' : 'missing')}
      fieldId={tag => draft.fieldId(pathOf(tag))}
      texts={{
        filled: text('ui.form.filled'),
        missing: text('ui.form.missing'),
        error: text('ui.form.wrong'),
        isDefault: text('ui.form.default'),
        sideBySide: text('ui.form.sideBySide'),
      }}
    >
      {language => (
        <DraftText
          draft={draft}
          name={pathOf(language.tag)}
          label={language.name}
          note={language.note}
          required={language.isDefault && !optional}
          max={max}
          multiline={multiline}
          input={language.text}
        />
      )}
    </LocalisedFields>
  )
}
