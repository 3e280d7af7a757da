import { type EventDraft, EventType, type Issue, type ScheduledEvent, VideoStatus } from '@kinora/core'
import { Film } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Draft } from '../kernel/use-draft.ts'
import { useInvalidate } from '../kernel/use-read.ts'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import type { PickedFile } from '../ui/form/picked-files.ts'
import { Card } from '../ui/form/split-form.tsx'
import { ProgressBar } from '../ui/status/progress-bar.tsx'
import { toUploadStanding } from '../uploads/file-standing.ts'
import { UploadFilePrompt } from '../uploads/upload-file-prompt.tsx'
import { UploadActions } from '../uploads/upload-row.tsx'
import { useRefusal } from '../uploads/use-refusal.ts'
import { useUploadActs, useUploadOf } from '../uploads/use-uploads.ts'
import { useEventFormTexts } from './form-texts.ts'

interface EventVideoProps {
  draft: Draft<EventDraft>
  event: ScheduledEvent | undefined
}

/** EVENT-32, UPLOAD-11, UPLOAD-12: the video of a simulated event through the uploader, with its percentage. */
export function EventVideo({ draft, event }: EventVideoProps) {
  const { text } = useEventFormTexts()
  const type = useWatch({ control: draft.form.control, name: 'type' })
  if (type !== EventType.Simulated) return null
  return (
    <Card title={text('ui.events.video')}>
      {event?.tag == null ? <p>{text('ui.events.videoLater')}</p> : <Video event={event} tag={event.tag} />}
    </Card>
  )
}

function Video({ event, tag }: { event: ScheduledEvent; tag: string }) {
  const { text, issue } = useEventFormTexts()
  const acts = useUploadActs()
  const item = useUploadOf(tag, 'event', upload => upload)
  const invalidate = useInvalidate()
  const [refused, setRefused] = useState<string>()
  const id = useId()
  const isDone = event.file?.videoStatus === VideoStatus.Completed
  const take = async ([file]: PickedFile[]) => {
    if (file === undefined) return
    const issues: Issue[] = await acts.add([{ tag, role: 'event', file }])
    setRefused(issues[0] && issue(issues[0]))
    await invalidate(['events'])
  }
  return (
    <>
      {item === undefined || item.state.kind === 'complete' ? null : <Progress tag={tag} />}
      {event.file?.fileName == null ? null : (
        <p>
          <bdi>{event.file.fileName}</bdi>{' '}
          {isDone || item?.state.kind === 'complete' ? text('ui.events.videoDone') : ''}
        </p>
      )}
      <Field
        label={text('ui.events.video')}
        group
        announces
        className="kn-field-bare"
        id={id}
        error={refused}
      >
        <FileDrop
          look={event.file?.fileName == null ? 'normal' : 'compact'}
          icon={<Film size={20} aria-hidden="true" />}
          title={text(event.file?.fileName == null ? 'ui.editor.drop' : 'ui.editor.dropReplace')}
          hint={text('ui.events.videoHint')}
          buttonLabel={text('ui.editor.chooseVideo')}
          accept=".mp4"
          onFiles={files => void take(files)}
        />
      </Field>
    </>
  )
}

/** C-61: the real percentage beside the words of E-4. */
function Progress({ tag }: { tag: string }) {
  const texts = useEventFormTexts()
  const acts = useUploadActs()
  const item = useUploadOf(tag, 'event', upload => upload)!
  const [refused, setRefused] = useRefusal(item)
  const { words, tone, fraction } = toUploadStanding(item, undefined, texts)
  const percent = `${Math.floor(item.progress.percent)} %`
  return (
    <div className="kn-title-upload" data-state={item.state.kind}>
      <div className="kn-title-upload-row">
        <div className="kn-title-upload-bar">
          <ProgressBar
            label={item.fileName}
            value={fraction ?? (tone === undefined ? undefined : item.progress.percent / 100)}
            tone={tone ?? 'accent'}
          />
        </div>
        <span>{item.state.kind === 'uploading' ? percent : null}</span>
        <span className="kn-title-upload-actions">
          <UploadActions item={item} uploads={acts} onRefused={setRefused} />
        </span>
      </div>
      <p className="kn-field-help">{refused ?? words}</p>
      <UploadFilePrompt item={item} uploads={acts} onRefused={setRefused} />
    </div>
  )
}
