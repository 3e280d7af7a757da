import { FieldColumns } from '../../ui/form/split-form.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { Select } from '../../ui/picker/select.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleField } from './draft-field.tsx'
import { offered, useOwner } from './title-choices.ts'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

/** The category and, of it, the sub category; another category lets the foreign sub category go. */
export function CategoryFields() {
  const { form, metadata, title } = useEditor()
  const { text } = useTitleEditorTexts()
  const owner = useOwner()
  const chosen = useDraftValue('classCategoryId')
  const categories = metadata?.categories ?? []
  const options = offered(categories, owner, chosen === null ? [] : [chosen])
  const subs = categories.find(category => category.id === chosen)?.subCategories ?? []
  const choose = (id: string) => {
    const kept = categories
      .find(category => category.id === id)
      ?.subCategories.some(sub => sub.subCategoryId === form.getValues('classSubCategoryId'))
    if (!kept) form.setValue('classSubCategoryId', null, { shouldValidate: true })
  }
  return (
    <FieldColumns>
      <TitleField name="classCategoryId" label={text('field.classCategoryId')}>
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
      </TitleField>
      <TitleField name="classSubCategoryId" label={text('field.classSubCategoryId')}>
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
      </TitleField>
    </FieldColumns>
  )
}
