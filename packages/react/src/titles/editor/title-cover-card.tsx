import { Controller } from 'react-hook-form'
import { DraftImage } from '../../kernel/draft-image.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { useDraftValue, useEditor } from './title-editor-context.tsx'
import { type CoverWork, useCover } from './use-cover.ts'

/** The cover: a frame of the video or an own JPG of 16:9 (TITLE-04, TITLE-12, TITLE-13). */
export function TitleCoverCard() {
  const { form, title } = useEditor()
  const { text } = useTitleEditorTexts()
  const cover = useCover()
  return (
    <Card title={text('field.imageLink')}>
      <Controller
        control={form.control}
        name="thumbnailType"
        render={({ field }) => (
          <Field label={text('field.thumbnailType')} group>
            <RadioGroup
              orientation="horizontal"
              value={field.value}
              onChange={type => void cover.choose(type)}
              options={[
                {
                  value: 'auto',
                  label: text('ui.editor.coverAuto'),
                  help: text('ui.editor.coverAutoHelp'),
                },
                {
                  value: 'custom',
                  label: text('ui.editor.coverCustom'),
                  help: text('ui.editor.coverCustomHelp'),
                },
              ]}
            />
          </Field>
        )}
      />
      <CoverImage cover={cover} canTake={title !== undefined && title.streamingLink !== null} />
    </Card>
  )
}

function CoverImage({ cover, canTake }: { cover: CoverWork; canTake: boolean }) {
  const editor = useEditor()
  const { text } = useTitleEditorTexts()
  const type = useDraftValue('thumbnailType')
  const name = useDraftValue('className')
  return (
    <DraftImage
      draft={editor}
      name="imageLink"
      label={text('field.imageLink')}
      alt={text('ui.editor.coverAlt', { name: name || text('ui.titles.untitled') })}
      className="kn-field-bare"
      kind="titleCover"
      asset="cover"
      busy={cover.taking ? text('ui.editor.coverTaking') : undefined}
      error={cover.error}
      onStored={() => editor.form.setValue('thumbnailType', 'custom')}
    >
      {canTake && type === 'auto' ? (
        <Button
          variant="quiet"
          size="compact"
          loading={cover.taking}
          onClick={() => void cover.choose('auto')}
        >
          {text('ui.editor.coverTake')}
        </Button>
      ) : null}
    </DraftImage>
  )
}
