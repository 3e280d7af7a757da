import { type FileRole, type TitleStatus, titleStatus } from '@kinora/core'
import { Film, Music } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { ProgressRing } from '../../ui/status/progress.tsx'
import { useUploadOf } from '../../uploads/use-uploads.ts'
import { isAudio } from '../editor/title-draft.ts'
import { useDraftValue, useEditor } from '../editor/title-editor-context.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleFileDrop } from './title-file-drop.tsx'
import { TitleUpload } from './title-upload.tsx'

/** The file of the title: a place to drop it, and its upload while it lasts. */
export function TitleFileCard() {
  const { title, fieldId, files } = useEditor()
  const { text } = useTitleEditorTexts()
  const audio = isAudio({ contentType: useDraftValue('contentType') })
  const isHere = useUploadOf(title?.tag, 'video', upload => upload !== undefined)
  const stored = title !== undefined && title.fileName !== null
  const busy = title !== undefined && !titleStatus.can(title.status as TitleStatus, 'startUpload')
  const hint = text(audio ? 'ui.editor.dropHintAudio' : 'ui.editor.dropHint')
  const big = text(audio ? 'ui.editor.dropAudio' : 'ui.editor.drop')
  return (
    <Card title={text(audio ? 'ui.editor.fileAudio' : 'ui.editor.file')}>
      {stored || isHere ? null : <ContentTypeField />}
      <TitleUpload title={title} of="video" />
      <Field
        label={text(audio ? 'ui.editor.fileAudio' : 'ui.editor.file')}
        group
        announces
        className="kn-field-bare"
        id={fieldId('file')}
        error={files.errors.video}
      >
        <TitleFileDrop
          of="video"
          look={stored || isHere ? 'compact' : 'normal'}
          icon={audio ? <Music size={20} aria-hidden="true" /> : <Film size={20} aria-hidden="true" />}
          title={stored ? text('ui.editor.dropReplace') : big}
          hint={busy ? text('upload.busy') : stored ? `${hint}. ${text('ui.editor.replaceHint')}` : hint}
          disabled={busy}
          buttonLabel={text(audio ? 'ui.editor.chooseAudio' : 'ui.editor.chooseVideo')}
          accept={audio ? '.mp3,.aac,.m4a,.mp4' : '.mp4'}
        />
      </Field>
      <FileWaiting of="video" />
    </Card>
  )
}

/** TITLE-02; only while there is no file. */
function ContentTypeField(): ReactNode {
  const { form } = useEditor()
  const { text } = useTitleEditorTexts()
  return (
    <Controller
      control={form.control}
      name="contentType"
      render={({ field }) => (
        <Field label={text('field.contentType')} group>
          <RadioGroup
            orientation="horizontal"
            value={String(field.value)}
            onChange={value => field.onChange(Number(value))}
            options={[
              { value: '1', label: text('ui.titles.type1') },
              { value: '2', label: text('ui.titles.type2') },
            ]}
          />
        </Field>
      )}
    />
  )
}

/** What happens to a dropped file before its upload begins. */
export function FileWaiting({ of: role }: { of: FileRole }) {
  const { files, working } = useEditor()
  const { text } = useTitleEditorTexts()
  const { checking, held } = files
  if (checking?.role === role)
    return (
      <p className="kn-file-waiting" role="status">
        <ProgressRing /> {text('ui.editor.checking', { name: checking.name })}
      </p>
    )
  if (held?.role !== role || working !== undefined) return null
  return (
    <p className="kn-file-waiting" role="status">
      {text('ui.editor.held', { name: held.file.name })}
      <Button variant="quiet" size="compact" onClick={files.letGo}>
        {text('ui.editor.holdDrop')}
      </Button>
    </p>
  )
}
