import { intensityLabels, toSkillBand } from '@kinora/core'
import { ScaleInput } from '../../ui/form/scale-input.tsx'
import { Card, FieldColumns } from '../../ui/form/split-form.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

import { TitleField } from './draft-field.tsx'
import { CategoryFields } from './title-category-fields.tsx'
import { PicksField } from './title-picks-field.tsx'
import { TitleSwitch } from './title-switch.tsx'

/** What the class asks for: category, skill, intensity, equipment, focus areas, labels (TITLE-09, TITLE-10, TITLE-39). */
export function TitleClassCard() {
  const { text } = useTitleEditorTexts()
  const band = (skill: number) => text(`ui.titles.skill.${toSkillBand(skill)}`)
  return (
    <Card title={text('ui.editor.class')}>
      <CategoryFields />
      <FieldColumns>
        <TitleField name="skill" label={text('field.skill')} group>
          {({ value, set }) => (
            <ScaleInput
              value={value}
              onChange={set}
              describe={band}
              lowLabel={band(1)}
              highLabel={band(10)}
            />
          )}
        </TitleField>
        <TitleField name="intensity" label={text('field.intensity')} group>
          {({ value, set }) => (
            <ScaleInput
              value={value}
              onChange={set}
              describe={step => intensityLabels[step - 1] ?? ''}
              lowLabel={intensityLabels[0]}
              highLabel={intensityLabels.at(-1)}
            />
          )}
        </TitleField>
      </FieldColumns>
      <FieldColumns>
        <PicksField
          name="equipmentIds"
          from="equipments"
          texts={['field.equipmentIds', 'ui.editor.addEquipment', 'ui.editor.searchEquipment']}
        />
        <PicksField
          name="focusAreaIds"
          from="focusAreas"
          texts={['field.focusAreaIds', 'ui.editor.addFocusArea', 'ui.editor.searchFocusArea']}
        />
        <PicksField
          name="labelIds"
          from="labels"
          texts={['field.labelIds', 'ui.editor.addLabel', 'ui.editor.searchLabel']}
        />
      </FieldColumns>
      <TitleSwitch
        name="isEquipment"
        label={text('field.isEquipment')}
        help={text('ui.editor.isEquipmentHelp')}
      />
    </Card>
  )
}
