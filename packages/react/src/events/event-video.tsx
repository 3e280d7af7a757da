import { canProcessAgain, type EventFile, events, type ScheduledEvent, toFailureKey } from '@kinora/core'
import { toVideoProcessing } from '@kinora/core/uploads'
import { Film } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useInvalidate, useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { TitlePlayer } from '../titles/files/title-player.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import type { PickedFile } from '../ui/form/picked-files.ts'
import { Card } from '../ui/form/split-form.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { toUploadStatus } from '../uploads/file-status.ts'
import { processingWords } from '../uploads/processing-words.ts'
import { UploadActions, UploadFilePrompt, useRefusal } from '../uploads/upload-row.tsx'
import { useUploadOf } from '../uploads/use-upload-state.ts'
import { useUploadActs } from '../uploads/use-uploads.ts'
import { useEventFormTexts } from './form-texts.ts'

interface EventVideoProps {
  event: ScheduledEvent | undefined
}

/** EVENT-32, UPLOAD-11, UPLOAD-12: the video of a simulated event through the uploader, with its percentage. */
export function EventVideo({ event }: EventVideoProps) {
  const { text } = useEventFormTexts()
  return (
    <Card title={text('ui.titles.type1')}>
      {event?.tag == null ? <p>{text('ui.events.videoLater')}</p> : <Video event={event} tag={event.tag} />}
    </Card>
  )
}

function Video({ event, tag }: { event: ScheduledEvent; tag: string }) {
  const { text, advise, error } = useEventFormTexts()
  const acts = useUploadActs()
  const item = useUploadOf(tag, 'event', upload => upload)
  const { file, refresh } = useFile(event, tag, item?.state.kind)
  const [refused, setRefused] = useState<string>()
  const id = useId()
  const isHere = item !== undefined && item.state.kind !== 'complete'
  const name = file?.fileName ?? null
  const take = async ([picked]: PickedFile[]) => {
    if (picked === undefined) return
    const result = await acts.add([{ tag, role: 'event', file: picked }])
    if (result.kind !== 'failed') setRefused(undefined)
    else setRefused(result.error.issues.length > 0 ? advise(result.error.issues) : error(result.error))
    await refresh()
  }
  return (
    <>
      {isHere ? <Progress tag={tag} /> : null}
      {isHere || file === null || name === null ? null : (
        <Stored event={event} tag={tag} file={file} name={name} refresh={refresh} />
      )}
      <Field
        label={text('ui.titles.type1')}
        group
        announces
        className="kn-field-bare"
        id={id}
        error={refused}
      >
        <FileDrop
          look={name === null && !isHere ? 'normal' : 'compact'}
          icon={<Film size={20} aria-hidden="true" />}
          title={text(name === null ? 'ui.editor.drop' : 'ui.replaceFile')}
          hint={text('ui.events.videoHint')}
          buttonLabel={text('ui.editor.chooseVideo')}
          accept=".mp4"
          onFiles={files => void take(files)}
        />
      </Field>
    </>
  )
}

/** Milliseconds between polls while the platform works on the file. */
const POLL_INTERVAL = 3000

/** How far the file is, whoever has sent it: read anew with every step of an upload of this page, and while it is processed. */
function useFile(event: ScheduledEvent, eventId: string, step: string | undefined) {
  const [working, setWorking] = useState(false)
  const read = useRead(events.watch, { eventId }, { refetchInterval: working ? POLL_INTERVAL : false })
  const file = read.data === undefined ? event.file : read.data.file
  const isWorking = file !== null && toVideoProcessing(file).kind === 'working'
  useEffect(() => setWorking(isWorking), [isWorking])
  const invalidate = useInvalidate()
  const refresh = useCallback(() => invalidate(['events']), [invalidate])
  // C-138: what the event was read without makes it complete.
  const isNewlyPlayable = file?.isPlayable === true && event.file?.isPlayable !== true
  useEffect(() => {
    if (isNewlyPlayable) void refresh()
  }, [isNewlyPlayable, refresh])
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    void refresh()
  }, [step, refresh])
  return { file, refresh }
}

interface StoredProps {
  event: ScheduledEvent
  tag: string
  file: EventFile
  name: string
  refresh(): Promise<void>
}

/** The file that the platform has: played once it is ready; processed again where that failed or was cancelled, as long as it is there. */
function Stored({ event, tag, file, name, refresh }: StoredProps) {
  const { text, textOf, error } = useEventFormTexts()
  const again = useWrite(events.encodeVideo, { failure: error })
  const at = toVideoProcessing(file)
  return (
    <>
      {at.kind === 'done' ? <EventPlayer event={event} tag={tag} /> : null}
      <p role="status">
        <bdi>{name}</bdi> {at.kind === 'done' ? text('ui.events.videoDone') : null}
        {at.kind === 'working'
          ? (processingWords(file.processing, { text }) ?? text('ui.events.videoWorking'))
          : null}
        {at.kind === 'failed' ? textOf(toFailureKey(file), 'processing.failed') : null}
        {at.kind === 'cancelled' ? text('upload.cancelled') : null}
      </p>
      {canProcessAgain(file) ? (
        <Button
          loading={again.isPending}
          onClick={() => void again.send({ eventId: tag }).then(() => refresh())}
        >
          {text('ui.retry')}
        </Button>
      ) : null}
    </>
  )
}

/** C-61: the real percentage beside the words of E-4. */
function Progress({ tag }: { tag: string }) {
  const texts = useEventFormTexts()
  const acts = useUploadActs()
  const item = useUploadOf(tag, 'event', upload => upload)!
  const [refused, setRefused] = useRefusal(item)
  const { words, tone, fraction } = toUploadStatus(item, undefined, texts)
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

/** API-87: the event's own video, as its members will see it. */
function EventPlayer({ event, tag }: { event: ScheduledEvent; tag: string }) {
  const { title: className, tenantId, cover: imageLink, durationSecond } = event
  const shown = { tag, className, tenantId, providerId: '', imageLink, durationSecond }
  return (
    <div className="kn-event-video">
      <TitlePlayer title={{ ...shown, streamingLink: tag }} hasCaptions={false} />
    </div>
  )
}
