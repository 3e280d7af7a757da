import { directionOf, isRichText, titleLimits, withoutFormatting } from '@kinora/core'
import { useState } from 'react'
import { DraftText } from '../../kernel/draft-field.tsx'
import { modeOf } from '../../kernel/form-fields.ts'
import { languageOptions } from '../../kernel/language-names.ts'
import { RichText, RichTextInput } from '../../rich-text/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { useFieldControl } from '../../ui/form/field.tsx'
import { Card, FieldColumns } from '../../ui/form/split-form.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { Combobox } from '../../ui/picker/combobox.tsx'
import { focusField } from '../../ui/status/checklist.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { KeywordsInput } from './keywords-input.tsx'
import { useDraftValue, useShown, useTitleEditorView } from './title-editor-context.tsx'
import { FieldOfTitle } from './title-field.tsx'

/** What the class is, in words: name, description, language, instructor, keywords. */
export function TitleAboutCard() {
  const { text } = useTitleEditorTexts()
  if (!useShown(aboutControls)) return null
  return (
    <Card title={text('ui.editor.about')}>
      <NameField />
      <DescriptionField />
      <FieldColumns>
        <LanguageField />
        <InstructorField />
      </FieldColumns>
      <KeywordsField />
    </Card>
  )
}

/** The language and the direction in which name and description are written. */
function useWritten(): Written {
  const language = useDraftValue('classLanguageCode')
  return language === null ? {} : { lang: language, dir: directionOf(language) }
}

function NameField() {
  const editor = useTitleEditorView()
  const written = useWritten()
  return (
    <DraftText
      draft={editor}
      name="className"
      required
      max={titleLimits.name}
      input={{ ...written, autoComplete: 'off' }}
    />
  )
}

function LanguageField() {
  const { text } = useTitleEditorTexts()
  return (
    <FieldOfTitle name="classLanguageCode" help={text('ui.editor.languageHelp')}>
      {({ value, set }) => (
        <Combobox
          value={value}
          onChange={set}
          options={languageOptions(text)}
          placeholder={text('ui.choose.language')}
          searchLabel={text('ui.search.languages')}
          emptyText={text('ui.noMatch')}
        />
      )}
    </FieldOfTitle>
  )
}

function InstructorField() {
  const editor = useTitleEditorView()
  return <DraftText draft={editor} name="instructor" max={titleLimits.instructor} />
}

function KeywordsField() {
  const { text } = useTitleEditorTexts()
  return (
    <FieldOfTitle name="keywords" help={text('ui.editor.keywordsHelp')}>
      {({ value, set }) => <KeywordsInput value={value} onChange={set} max={titleLimits.keywords} />}
    </FieldOfTitle>
  )
}

interface Written {
  lang?: string
  dir?: 'ltr' | 'rtl'
}

/** The description: formatted where ROLE-15 allows; elsewhere formatted text is shown and kept until it is replaced (TITLE-41). */
function DescriptionField() {
  const { canFormat: mayFormat, title, fieldId, fields } = useTitleEditorView()
  const isReadOnly = modeOf(fields, 'classDescription') === 'readOnly'
  const canFormat = isReadOnly ? undefined : mayFormat
  const written = useWritten()
  const { text } = useTitleEditorTexts()
  const value = useDraftValue('classDescription')
  // The editor of formatted text is as large as all else of the page, and most descriptions are never formatted.
  const [formatting, setFormatting] = useState(false)
  const isEditor = formatting && canFormat === true
  const isShown = !isEditor && isRichText(value)
  const stored = title?.classDescription ?? ''
  const isReplaced = canFormat === false && isRichText(stored) && !isShown
  const help = isEditor ? 'ui.editor.descriptionRichHelp' : 'ui.editor.descriptionHelp'
  return (
    <FieldOfTitle
      name="classDescription"
      help={text(isShown && canFormat === false ? 'ui.editor.formattedHelp' : help)}
      max={titleLimits.description}
      group={isEditor || isShown}
      canBeRead
    >
      {({ value, set, blur }) => {
        const put = (next: string) => {
          set(next)
          requestAnimationFrame(() => focusField(fieldId('classDescription')))
        }
        const act = (label: string, onClick: () => void) => (
          <Button size="compact" variant="quiet" onClick={onClick}>
            {label}
          </Button>
        )
        if (isEditor)
          return <RichTextInput {...written} value={value} onChange={set} onBlur={blur} autoFocus />
        return (
          <>
            {isShown ? (
              <Frozen {...written} text={value} />
            ) : (
              <TextArea
                {...written}
                rows={5}
                readOnly={isReadOnly}
                value={value}
                onChange={event => set(event.target.value)}
                onBlur={blur}
              />
            )}
            {canFormat === true
              ? act(text(isShown ? 'ui.editor.editFormatted' : 'ui.editor.addFormatting'), () =>
                  setFormatting(true),
                )
              : null}
            {canFormat === false && isShown
              ? act(text('ui.editor.replaceFormatted'), () => put(withoutFormatting(value)))
              : null}
            {isReplaced ? act(text('ui.editor.keepFormatted'), () => put(stored)) : null}
          </>
        )
      }}
    </FieldOfTitle>
  )
}

function Frozen({ text, ...written }: Written & { text: string }) {
  const { id, labelId, describedBy } = useFieldControl()
  const named = { id, 'aria-labelledby': labelId, 'aria-describedby': describedBy }
  return (
    <RichText {...written} {...named} role="group" tabIndex={-1} className="kn-rich-frozen" text={text} />
  )
}

/** Each of these alone. */
export const aboutControls = {
  className: NameField,
  classDescription: DescriptionField,
  classLanguageCode: LanguageField,
  instructor: InstructorField,
  keywords: KeywordsField,
}
