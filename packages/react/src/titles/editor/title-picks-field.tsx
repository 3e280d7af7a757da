import { titleLimits } from '@kinora/core'
import { MultiSelect } from '../../ui/picker/multi-select.tsx'
import { type TitleEditorKey, useTitleEditorTexts } from '../editor-texts.ts'
import { TitleField } from './draft-field.tsx'
import { offered, useOwner } from './title-choices.ts'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

export interface PicksFieldProps {
  name: 'equipmentIds' | 'focusAreaIds' | 'labelIds'
  from: 'equipments' | 'focusAreas' | 'labels'
  /** Label, opener, search box. */
  texts: readonly [TitleEditorKey, TitleEditorKey, TitleEditorKey]
}

/** TITLE-39, VAL-09: up to three of the entries that the owner is offered. */
export function PicksField({ name, from, texts: [label, add, search] }: PicksFieldProps) {
  const { metadata } = useEditor()
  const { text } = useTitleEditorTexts()
  const chosen = useDraftValue(name)
  const options = offered(metadata?.[from] ?? [], useOwner(), chosen)
  return (
    <TitleField name={name} label={text(label)}>
      {({ value, set }) => (
        <MultiSelect
          value={metadata === undefined ? [] : value}
          onChange={set}
          options={options}
          disabled={metadata === undefined}
          loading={metadata === undefined}
          limit={titleLimits.picks}
          limitText={text('validation.maxOptions', { max: titleLimits.picks })}
          placeholder={text(add)}
          searchLabel={text(search)}
          emptyText={text('ui.noMatch')}
          removeLabel={option => text('ui.editor.remove', { name: option.label })}
        />
      )}
    </TitleField>
  )
}
