import {
  CHUNK_SIZE,
  type ContentType,
  type FileRole,
  type Title,
  type TitleStatus,
  titleStatus,
  toMegabytes,
  toPercent,
  toTrailerState,
  uploads,
  VideoStatus,
} from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { Film, Music } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileDrop, type FileDropProps } from '../../ui/form/file-drop.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { ProgressBar, ProgressRing } from '../../ui/status/progress.tsx'
import { toUploadStatus } from '../../uploads/file-status.ts'
import { UploadActions, UploadFilePrompt, useRefusal } from '../../uploads/upload-row.tsx'
import { useUploadOf } from '../../uploads/use-upload-state.ts'
import { type UploadActs, useUploadActs } from '../../uploads/use-uploads.ts'
import { isAudio } from '../editor/title-draft.ts'
import { useDraftValue, useTitleEditorView } from '../editor/title-editor-context.tsx'
import { FieldOfTitle } from '../editor/title-field.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'

/** The file of the title: a place to drop it, and its upload while it lasts. */
export function TitleFileCard() {
  const { title } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const audio = isAudio({ contentType: useDraftValue('contentType') })
  const isHere = useUploadOf(title?.tag, 'video', upload => upload !== undefined)
  const stored = title !== undefined && title.fileName !== null
  const busy = title !== undefined && !titleStatus.can(title.status as TitleStatus, 'startUpload')
  const hint = text(audio ? 'ui.editor.dropHintAudio' : 'ui.editor.dropHint')
  const big = text(audio ? 'ui.editor.dropAudio' : 'ui.editor.drop')
  const name = text(audio ? 'ui.titles.type2' : 'ui.titles.type1')
  return (
    <Card title={name}>
      {stored || isHere ? null : <ContentTypeField />}
      <TitleFilePlace
        of="video"
        label={name}
        look={stored || isHere ? 'compact' : 'normal'}
        icon={audio ? <Music size={20} aria-hidden="true" /> : <Film size={20} aria-hidden="true" />}
        title={busy ? text('ui.editor.fileBusy') : stored ? text('ui.replaceFile') : big}
        hint={busy ? text('upload.busy') : stored ? `${hint}. ${text('ui.editor.replaceHint')}` : hint}
        disabled={busy}
        buttonLabel={text(audio ? 'ui.editor.chooseAudio' : 'ui.editor.chooseVideo')}
        accept={audio ? '.mp3,.aac,.m4a,.mp4' : '.mp4'}
      />
    </Card>
  )
}

/** TITLE-02; only while there is no file. */
export function ContentTypeField(): ReactNode {
  const { text } = useTitleEditorTexts()
  return (
    <FieldOfTitle name="contentType" group>
      {({ value, set }) => (
        <RadioGroup
          orientation="horizontal"
          value={String(value)}
          onChange={type => set(Number(type) as ContentType)}
          options={[
            { value: '1', label: text('ui.titles.type1') },
            { value: '2', label: text('ui.titles.type2') },
          ]}
        />
      )}
    </FieldOfTitle>
  )
}

interface FilePlaceProps extends Omit<FileDropProps, 'onFiles'> {
  of: FileRole
  label: string
}

/** The field that a file of the title has in the form. */
const fields = { video: 'file', trailer: 'trailer' } as const

/** One file of the title: its upload while it lasts, the place to drop it, and what happens to it before. */
export function TitleFilePlace({ of: role, label, ...drop }: FilePlaceProps) {
  const { title, fieldId, files } = useTitleEditorView()
  return (
    <>
      <TitleUpload title={title} of={role} />
      <Field
        label={label}
        group
        announces
        className="kn-field-bare"
        id={fieldId(fields[role])}
        error={files.errors[role]}
      >
        <TitleFileDrop of={role} {...drop} />
      </Field>
      <FileWaiting of={role} />
    </>
  )
}

/** What happens to a dropped file before its upload begins. */
function FileWaiting({ of: role }: { of: FileRole }) {
  const { files, working } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const { checking, queued } = files
  if (checking?.role === role)
    return (
      <p className="kn-file-waiting" role="status">
        <ProgressRing /> {text('ui.editor.checking', { name: checking.name })}
      </p>
    )
  if (queued?.role !== role || working !== undefined) return null
  return (
    <p className="kn-file-waiting" role="status">
      {text('ui.editor.held', { name: queued.file.name })}
      <Button variant="quiet" size="compact" onClick={files.letGo}>
        {text('ui.removeFile')}
      </Button>
    </p>
  )
}

/** Milliseconds between polls of an upload that may be going on on another machine. */
const REMOTE_POLL_INTERVAL = 5000

/**
 * The place for a title's file. Where another machine began to upload one, the same file goes on there and any other is
 * refused; to start again with another one is a choice of its own, so that nothing is lost by mistake.
 */
function TitleFileDrop({ of: role, ...drop }: Omit<FileDropProps, 'onFiles'> & { of: FileRole }) {
  const { title, files } = useTitleEditorView()
  const { text, locale } = useTitleEditorTexts()
  const [anew, setAnew] = useState(false)
  const begun = useBegunElsewhere(title, role)
  if (begun === undefined || anew)
    return <FileDrop {...drop} onFiles={dropped => void files.take(role, dropped)} />
  const { percent, fileName: name, totalSize } = begun
  return (
    <>
      <FileDrop
        {...drop}
        title={text('ui.editor.elsewhere', { percent })}
        hint={text('ui.editor.elsewhereFile', { name, size: toMegabytes(totalSize, locale) })}
        buttonLabel={text('ui.editor.elsewhereChoose')}
        onFiles={chosen => void files.take(role, chosen, { goOn: true })}
      />
      <Button variant="quiet" size="compact" onClick={() => setAnew(true)}>
        {text('ui.editor.elsewhereAnew')}
      </Button>
    </>
  )
}

/** What the server holds of a file that this browser does not send. */
function useBegunElsewhere(title: Title | undefined, role: FileRole) {
  const isOurUpload = useUploadOf(title?.tag, role, upload => isOurs(upload?.state.kind))
  const isBegun = title !== undefined && isUploading(title, role)
  const isHere = title !== undefined && isOurUpload
  const endpoint = role === 'video' ? uploads.videoState : uploads.trailerState
  const asked = { enabled: isBegun && !isHere, refetchInterval: REMOTE_POLL_INTERVAL }
  const { data: state } = useRead(endpoint, { tag: title?.tag ?? '' }, asked)
  if (!asked.enabled || !state || state.complete || state.nextChunk === 1) return undefined
  const { fileName, totalSize, nextChunk } = state
  const percent = toPercent(Math.min(1, ((nextChunk - 1) * CHUNK_SIZE) / totalSize))
  return { fileName, totalSize, percent }
}

const isUploading = (title: Title, role: FileRole): boolean =>
  role === 'video' ? title.videoStatus === VideoStatus.Uploading : toTrailerState(title) === 'uploading'

/** An upload of this browser has buttons of its own, unless it is over and something else was begun since. */
const isOurs = (kind: string | undefined): boolean =>
  kind !== undefined && kind !== 'complete' && kind !== 'cancelled'

/** The upload of one file of the title while it lasts, with the buttons that make sense now. */
function TitleUpload({ title, of: role }: { title: Title | undefined; of: FileRole }) {
  const item = useUploadOf(title?.tag, role, upload => upload)
  const acts = useUploadActs()
  const { fieldId } = useTitleEditorView()
  const remove = (id: string) => {
    // The button that was pressed goes.
    document.getElementById(fieldId(fields[role]))?.focus()
    return acts.remove(id)
  }
  const uploads = { ...acts, remove }
  if (item === undefined || item.state.kind === 'complete') return null
  return <Upload item={item} uploads={uploads} title={role === 'video' ? title : undefined} />
}

interface UploadProps {
  item: UploadItem
  uploads: UploadActs
  /** For its video. */
  title: Title | undefined
}

function Upload({ item, uploads, title }: UploadProps) {
  const texts = useTitleEditorTexts()
  const [refused, setRefused] = useRefusal(item)
  const { kind } = item.state
  const { words, tone, fraction } = toUploadStatus(item, title, texts)
  return (
    <div className="kn-title-upload" data-state={kind}>
      <div className="kn-title-upload-row">
        <div className="kn-title-upload-bar">
          <ProgressBar
            label={item.fileName}
            value={fraction ?? (tone === undefined ? undefined : item.progress.percent / 100)}
            tone={kind === 'paused' ? 'warning' : (tone ?? 'accent')}
          />
        </div>
        <span className="kn-title-upload-actions">
          <UploadActions item={item} uploads={uploads} onRefused={setRefused} />
        </span>
      </div>
      <p className="kn-field-help">{refused ?? words}</p>
      <UploadFilePrompt item={item} uploads={uploads} onRefused={setRefused} />
    </div>
  )
}
