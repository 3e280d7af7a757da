import { titleLimits, toIntensityKey, toSkillBand } from '@kinora/core'
import { setFollower } from '../../kernel/form-fields.ts'
import { ScaleInput } from '../../ui/form/scale-input.tsx'
import { Card, FieldColumns } from '../../ui/form/split-form.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { MultiSelect } from '../../ui/picker/multi-select.tsx'
import { Select } from '../../ui/picker/select.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { pickLists } from './title-draft.ts'
import { useDraftValue, useShown, useTitleEditorView } from './title-editor-context.tsx'
import { FieldOfTitle, offered, TitleSwitch, useOwner } from './title-field.tsx'

/** What the class asks for: category, skill, intensity, equipment, focus areas, labels (TITLE-09, TITLE-10, TITLE-39). */
export function TitleClassCard() {
  const { text } = useTitleEditorTexts()
  if (!useShown(classControls)) return null
  return (
    <Card title={text('ui.class')}>
      <FieldColumns>
        <CategoryField />
        <SubCategoryField />
      </FieldColumns>
      <FieldColumns>
        <SkillField />
        <IntensityField />
      </FieldColumns>
      <FieldColumns>
        <PicksField name="equipmentIds" />
        <PicksField name="focusAreaIds" />
        <PicksField name="labelIds" />
      </FieldColumns>
      <EquipmentSwitch />
    </Card>
  )
}

function SkillField() {
  const { text } = useTitleEditorTexts()
  const band = (skill: number) => text(`ui.titles.skill.${toSkillBand(skill)}`)
  return (
    <FieldOfTitle name="skill" group>
      {({ value, set }) => (
        <ScaleInput value={value} onChange={set} describe={band} lowLabel={band(1)} highLabel={band(10)} />
      )}
    </FieldOfTitle>
  )
}

function IntensityField() {
  const { text } = useTitleEditorTexts()
  const intensity = (step: number) => text(toIntensityKey(step))
  return (
    <FieldOfTitle name="intensity" group>
      {({ value, set }) => (
        <ScaleInput
          value={value}
          onChange={set}
          describe={intensity}
          lowLabel={intensity(1)}
          highLabel={intensity(10)}
        />
      )}
    </FieldOfTitle>
  )
}

function EquipmentSwitch() {
  const { text } = useTitleEditorTexts()
  return <TitleSwitch name="isEquipment" help={text('ui.editor.isEquipmentHelp')} />
}

/** Another category lets the foreign sub category go. */
function CategoryField() {
  const editor = useTitleEditorView()
  const { form, metadata, title } = editor
  const { text } = useTitleEditorTexts()
  const owner = useOwner()
  const chosen = useDraftValue('classCategoryId')
  const categories = metadata?.categories ?? []
  const options = offered(categories, owner, chosen === null ? [] : [chosen])
  // C-141: one that the tenant hides.
  const isKept = metadata !== undefined && chosen !== null && !options.some(({ value }) => value === chosen)
  const choose = (id: string) => {
    const kept = categories
      .find(category => category.id === id)
      ?.subCategories.some(sub => sub.subCategoryId === form.getValues('classSubCategoryId'))
    if (!kept) setFollower(editor, 'classSubCategoryId', null, { shouldValidate: true })
  }
  return (
    <FieldOfTitle name="classCategoryId" help={isKept ? text('ui.editor.categoryKept') : undefined}>
      {({ value, set }) => (
        <Combobox
          value={value}
          onChange={id => {
            set(id)
            choose(id)
          }}
          options={options}
          chosenLabel={title?.classCategory}
          loading={metadata === undefined}
          placeholder={text('ui.editor.chooseCategory')}
          searchLabel={text('ui.editor.searchCategory')}
          emptyText={text(options.length === 0 ? 'ui.editor.noCategory' : 'ui.noMatch')}
        />
      )}
    </FieldOfTitle>
  )
}

/** One of the category that is chosen. */
function SubCategoryField() {
  const { metadata } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const chosen = useDraftValue('classCategoryId')
  const subs = metadata?.categories.find(category => category.id === chosen)?.subCategories ?? []
  return (
    <FieldOfTitle name="classSubCategoryId">
      {({ value, set }) => (
        <Select
          value={value}
          disabled={subs.length === 0}
          onChange={id => set(id === '' ? null : id)}
          options={[
            { value: '', label: text('ui.editor.noSubCategory') },
            ...subs.map(sub => ({ value: sub.subCategoryId, label: sub.name.invariantText })),
          ]}
          placeholder={text(
            chosen === null
              ? 'ui.editor.subCategoryFirst'
              : subs.length === 0
                ? 'ui.editor.subCategoryNone'
                : 'ui.editor.chooseSubCategory',
          )}
        />
      )}
    </FieldOfTitle>
  )
}

/** TITLE-39, VAL-09: up to three of the entries that the owner is offered. */
function PicksField({ name }: { name: keyof typeof pickLists }) {
  const { from, add, search } = pickLists[name]
  const { metadata } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const chosen = useDraftValue(name)
  const options = offered(metadata?.[from] ?? [], useOwner(), chosen)
  return (
    <FieldOfTitle name={name}>
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
          removeLabel={option => text('ui.removeNamed', { name: option.label })}
        />
      )}
    </FieldOfTitle>
  )
}

/** Each of these alone. */
export const classControls = {
  classCategoryId: CategoryField,
  classSubCategoryId: SubCategoryField,
  skill: SkillField,
  intensity: IntensityField,
  equipmentIds: () => <PicksField name="equipmentIds" />,
  focusAreaIds: () => <PicksField name="focusAreaIds" />,
  labelIds: () => <PicksField name="labelIds" />,
  isEquipment: EquipmentSwitch,
}
