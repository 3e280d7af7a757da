import { ImageUp } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { useKinora } from '../../kernel/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { Thumbnail } from '../../ui/table/thumbnail.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleField } from './draft-field.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'
import { type CoverWork, useCover } from './use-cover.ts'

/** The cover: a frame of the video or an own JPG of 16:9 (TITLE-04, TITLE-12, TITLE-13). */
export function TitleCoverCard() {
  const { form, title } = useEditor()
  const { text } = useTitleEditorTexts()
  const cover = useCover()
  return (
    <Card title={text('ui.editor.cover')}>
      <Controller
        control={form.control}
        name="thumbnailType"
        render={({ field }) => (
          <Field label={text('ui.editor.coverSource')} group>
            <RadioGroup
              orientation="horizontal"
              value={field.value}
              onChange={type => void cover.choose(type)}
              disabled={cover.working !== undefined}
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
      <div className="kn-cover">
        <CoverPicture />
        <CoverImage cover={cover} canTake={title !== undefined && title.streamingLink !== null} />
      </div>
    </Card>
  )
}

function CoverPicture() {
  const { text } = useTitleEditorTexts()
  const { baseUrl } = useKinora()
  const link = useDraftValue('imageLink')
  const name = useDraftValue('className')
  return (
    <Thumbnail
      className="kn-cover-picture"
      src={link && baseUrl + link}
      alt={text('ui.editor.coverAlt', { name: name || text('ui.titles.untitled') })}
    />
  )
}

function CoverImage({ cover, canTake }: { cover: CoverWork; canTake: boolean }) {
  const { text } = useTitleEditorTexts()
  const link = useDraftValue('imageLink')
  const type = useDraftValue('thumbnailType')
  const busy =
    cover.working === 'storing'
      ? text('ui.editor.coverUploading')
      : cover.working === 'taking'
        ? text('ui.editor.coverTaking')
        : undefined
  return (
    <TitleField
      name="imageLink"
      label={text('ui.editor.cover')}
      group
      className="kn-cover-field"
      error={cover.error}
    >
      {() => (
        <>
          <FileDrop
            look="compact"
            icon={<ImageUp size={20} aria-hidden="true" />}
            accept=".jpg,.jpeg,image/jpeg"
            title={busy ?? text(link ? 'ui.editor.coverReplace' : 'ui.editor.coverDrop')}
            hint={text('ui.editor.coverCustomHelp')}
            buttonLabel={text('ui.editor.coverChoose')}
            disabled={cover.working !== undefined}
            onFiles={files => void cover.take(files)}
          />
          {canTake && type === 'auto' ? (
            <Button
              variant="quiet"
              size="compact"
              className="kn-cover-again"
              loading={cover.working === 'taking'}
              onClick={() => void cover.choose('auto')}
            >
              {text('ui.editor.coverTake')}
            </Button>
          ) : null}
        </>
      )}
    </TitleField>
  )
}
