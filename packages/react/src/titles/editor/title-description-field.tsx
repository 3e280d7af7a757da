import { isRichText, titleLimits, withoutFormatting } from '@kinora/core'
import { RichText, RichTextInput, RichTextPlace } from '../../rich-text/index.ts'
import { Button } from '../../ui/button.tsx'
import { useFieldControl } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { focusField } from '../../ui/status/checklist.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleField } from './draft-field.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

interface Written {
  lang?: string
  dir?: 'ltr' | 'rtl'
}

/** The description: formatted where ROLE-15 allows; elsewhere formatted text is shown and kept until it is replaced (TITLE-41). */
export function DescriptionField({ written }: { written: Written }) {
  const { canFormat, title, fieldId } = useEditor()
  const { text } = useTitleEditorTexts()
  const texts = useRichTexts()
  const value = useDraftValue('classDescription')
  const isFrozen = canFormat === false && isRichText(value)
  const stored = title?.classDescription ?? ''
  const isReplaced = canFormat === false && isRichText(stored) && !isFrozen
  return (
    <TitleField
      name="classDescription"
      label={text('field.classDescription')}
      help={text(
        isFrozen
          ? 'ui.editor.formattedHelp'
          : canFormat
            ? 'ui.editor.descriptionRichHelp'
            : 'ui.editor.descriptionHelp',
      )}
      max={titleLimits.description}
      group={canFormat !== false || isFrozen}
    >
      {({ value, set, blur }) => {
        const put = (next: string) => {
          set(next)
          requestAnimationFrame(() => focusField(fieldId('classDescription')))
        }
        if (canFormat === undefined) return <RichTextPlace />
        if (canFormat)
          return <RichTextInput {...written} value={value} onChange={set} onBlur={blur} texts={texts} />
        if (isFrozen)
          return (
            <>
              <Frozen {...written} text={value} />
              <Button size="compact" onClick={() => put(withoutFormatting(value))}>
                {text('ui.editor.replaceFormatted')}
              </Button>
            </>
          )
        return (
          <>
            <TextArea
              {...written}
              rows={5}
              value={value}
              onChange={event => set(event.target.value)}
              onBlur={blur}
            />
            {isReplaced ? (
              <Button size="compact" variant="quiet" onClick={() => put(stored)}>
                {text('ui.editor.keepFormatted')}
              </Button>
            ) : null}
          </>
        )
      }}
    </TitleField>
  )
}

function Frozen({ text, ...written }: Written & { text: string }) {
  const { id, labelId, describedBy } = useFieldControl()
  const named = { id, 'aria-labelledby': labelId, 'aria-describedby': describedBy }
  return (
    <RichText {...written} {...named} role="group" tabIndex={-1} className="kn-rich-frozen" text={text} />
  )
}

function useRichTexts() {
  const { text } = useTitleEditorTexts()
  return {
    toolbar: text('ui.editor.format'),
    bold: text('ui.editor.bold'),
    italic: text('ui.editor.italic'),
    underline: text('ui.editor.underline'),
    bulletList: text('ui.editor.bulletList'),
    orderedList: text('ui.editor.orderedList'),
    link: text('ui.editor.link'),
    undo: text('ui.editor.undo'),
    redo: text('ui.editor.redo'),
    address: text('ui.editor.linkAddress'),
    apply: text('ui.editor.linkApply'),
    remove: text('ui.editor.linkRemove'),
    invalidLink: text('validation.link', { field: text('field.classDescription') }),
  }
}
