import { directionOf, languages, titleLimits } from '@kinora/core'
import { Card, FieldColumns } from '../../ui/form/split-form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleField } from './draft-field.tsx'
import { KeywordsInput } from './keywords-input.tsx'
import { DescriptionField } from './title-description-field.tsx'
import { useDraftValue } from './title-editor-context.tsx'

const languageOptions = languages.map(({ ietfTag, name }) => ({ value: ietfTag, label: name }))

/** What the class is, in words: name, description, language, instructor, keywords. */
export function TitleAboutCard() {
  const { text } = useTitleEditorTexts()
  const language = useDraftValue('classLanguageCode')
  const written = language === null ? {} : { lang: language, dir: directionOf(language) }
  return (
    <Card title={text('ui.editor.about')}>
      <TitleField name="className" label={text('field.className')} required max={titleLimits.name}>
        {({ value, set, blur }) => (
          <TextInput
            {...written}
            autoComplete="off"
            value={value}
            onChange={event => set(event.target.value)}
            onBlur={blur}
          />
        )}
      </TitleField>
      <DescriptionField written={written} />
      <FieldColumns>
        <TitleField
          name="classLanguageCode"
          label={text('field.classLanguageCode')}
          help={text('ui.editor.languageHelp')}
        >
          {({ value, set }) => (
            <Combobox
              value={value}
              onChange={set}
              options={languageOptions}
              placeholder={text('ui.editor.chooseLanguage')}
              searchLabel={text('ui.editor.searchLanguage')}
              emptyText={text('ui.noMatch')}
            />
          )}
        </TitleField>
        <TitleField name="instructor" label={text('field.instructor')} max={titleLimits.instructor}>
          {({ value, set, blur }) => (
            <TextInput value={value} onChange={event => set(event.target.value)} onBlur={blur} />
          )}
        </TitleField>
      </FieldColumns>
      <TitleField name="keywords" label={text('field.keywords')} help={text('ui.editor.keywordsHelp')}>
        {({ value, set }) => <KeywordsInput value={value} onChange={set} max={titleLimits.keywords} />}
      </TitleField>
    </Card>
  )
}
