import { type Caption, isKinoraError } from '@kinora/core'
import { formatTimestamp, type WebVtt } from '@kinora/core/webvtt'
import { Plus, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { UnsavedChangesDialog } from '../ui/form/unsaved-changes-dialog.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { CueRow } from './cue-row.tsx'
import {
  cueAt,
  cuesIn,
  problemOf,
  useCaptionText,
  useCueActs,
  useCueEditor,
  useCueTexts,
  useFocusCue,
  useTime,
} from './use-cue-editor.ts'

/** The video beside the text. */
export interface VideoHandle {
  element: HTMLVideoElement
  /** Opens the stream where that wasn't done yet. */
  playFrom(seconds: number): void
}

/** Shows the video of the title, and hands it out. */
export type RenderPlayer = (onVideo: (video: VideoHandle | null) => void) => ReactNode

interface CaptionEditorProps {
  open: boolean
  track: Caption
  /** Whole seconds of the title; 0, or left out, where it has no video yet. */
  length?: number | undefined
  player?: RenderPlayer | undefined
  onClose: () => void
}

/** Text and times of a caption track beside the video: split, join, insert, shift all, undo (CAPTION-06). */
export function CaptionEditor({ open, track, length, player, onClose }: CaptionEditorProps) {
  const { text, error } = useCueTexts()
  const stored = useCaptionText(track)
  // The dialog that waits for the text gives way to the one with it, which doesn't know what opened both.
  const [opener] = useState(() => ({ current: document.activeElement as HTMLElement | null }))
  if (stored.data !== undefined)
    return (
      <Editor
        key={track.version}
        {...{ open, track, length, player, onClose, opener }}
        stored={stored.data}
      />
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      title={text('ui.captions.edit', { language: languageNameIn(text, track.language) })}
      closeLabel={text('ui.close')}
    >
      {stored.isError ? (
        <Banner
          tone="negative"
          actions={
            <Button size="compact" onClick={() => void stored.refetch()}>
              {text('ui.retry')}
            </Button>
          }
        >
          {error(stored.error)}
        </Banner>
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

interface EditorProps extends CaptionEditorProps {
  stored: WebVtt
  opener: RefObject<HTMLElement | null>
}

function Editor({ open, track, length, player, onClose, stored, opener }: EditorProps) {
  const { text, error } = useCueTexts()
  const editor = useCueEditor(track, stored)
  const [video, setVideo] = useState<VideoHandle | null>(null)
  const now = useTime(video?.element)
  const { file } = editor
  const cues = cuesIn(file)
  const current = cueAt(file, now)
  const list = useRef<HTMLUListElement>(null)
  const focusCue = useFocusCue(list)
  const firstText = useMemo(
    () => ({
      get current() {
        return list.current?.querySelector('textarea') ?? null
      },
    }),
    [],
  )
  const { act, announcement } = useCueActs({ editor, cues, video }, focusCue)
  const leaving = useLeaving({ editor, cues, length, list, focusCue, onClose })
  return (
    <Dialog
      open={open}
      onClose={leaving.close}
      initialFocus={firstText}
      finalFocus={opener}
      size="full"
      title={text('ui.captions.edit', { language: languageNameIn(text, track.language) })}
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button icon={<Undo2 size={16} aria-hidden="true" />} disabled={!editor.canUndo} onClick={act.undo}>
            {text('ui.undo')}
          </Button>
          <Button variant="primary" loading={editor.saving} onClick={() => void leaving.save()}>
            {text('ui.captions.save')}
          </Button>
        </>
      }
    >
      <div className="kn-cue-editor">
        <div className="kn-cue-player">
          {player?.(setVideo)}
          <p className="kn-cue-shown" aria-hidden="true">
            {current?.text}
          </p>
          <p className="kn-field-help">{text('ui.captions.at', { time: formatTimestamp(now) })}</p>
          <ShiftForm onShift={act.shift} />
          <p className="kn-field-help" role="status">
            <span key={announcement.nth}>{announcement.words}</span>
          </p>
        </div>
        <div className="kn-cue-side">
          {editor.error === null ? null : (
            <Banner
              tone="negative"
              actions={
                isKinoraError(editor.error) && editor.error.code === 'outdated' ? (
                  <Button size="compact" onClick={() => void leaving.save({ overTheirs: true })}>
                    {text('ui.captions.overTheirs')}
                  </Button>
                ) : null
              }
            >
              {error(editor.error)}
            </Banner>
          )}
          <CueList {...{ list, cues, current, track, length, act }} />
        </div>
      </div>
      <UnsavedCaptions {...leaving} saving={editor.saving} />
    </Dialog>
  )
}

interface CueListProps
  extends Pick<EditorProps, 'track' | 'length'>,
    Pick<ReturnType<typeof useCueActs>, 'act'> {
  list: RefObject<HTMLUListElement | null>
  cues: ReturnType<typeof cuesIn>
  /** What is said at this moment of the video. */
  current: ReturnType<typeof cueAt>
}

function CueList({ list, cues, current, track, length, act }: CueListProps) {
  const { text } = useCueTexts()
  return (
    <>
      <ul ref={list} className="kn-cues" aria-label={text('ui.captions.title')}>
        {cues.map((cue, nth) => (
          <CueRow
            key={cue.key}
            cue={cue}
            number={nth + 1}
            language={track.language}
            length={length}
            isLast={nth === cues.length - 1}
            isNow={cue.key === current?.key}
            act={act}
          />
        ))}
      </ul>
      {cues.length === 0 ? (
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => act.insert(undefined)}>
          {text('ui.captions.first')}
        </Button>
      ) : null}
    </>
  )
}

interface LeavingOptions {
  editor: ReturnType<typeof useCueEditor>
  cues: ReturnType<typeof cuesIn>
  length: EditorProps['length']
  list: RefObject<HTMLUListElement | null>
  focusCue: ReturnType<typeof useFocusCue>
  onClose: () => void
}

/** Saving and closing: unsaved captions are asked about, and the first that is wrong gets the focus instead. */
function useLeaving({ editor, cues, length, list, focusCue, onClose }: LeavingOptions) {
  const [asking, setAsking] = useState(false)
  /** A time that isn't one is written nowhere else: it is neither saved over nor thrown away unasked. */
  const wrongTime = () => list.current?.querySelector<HTMLElement>('.kn-cue-time [aria-invalid]')
  /** Saved from the question, what is wrong gets the focus when the question closes, not what opened it. */
  const savedFromQuestion = useRef(false)
  return {
    asking,
    firstWrong: {
      get current() {
        if (!savedFromQuestion.current) return null
        const wrong = list.current?.querySelector<HTMLElement>('textarea[aria-invalid=true]')
        return wrong ?? wrongTime() ?? null
      },
    },
    stay: () => setAsking(false),
    leave() {
      editor.forget()
      onClose()
    },
    async save({ fromQuestion = false, overTheirs = false } = {}) {
      savedFromQuestion.current = fromQuestion
      setAsking(false)
      const wrong = cues.find(cue => problemOf(cue, length))
      if (wrong !== undefined) return focusCue(wrong.key)
      const time = wrongTime()
      if (time) return time.focus()
      const isSaved = await editor.save(overTheirs)
      if (isSaved) onClose()
    },
    close() {
      savedFromQuestion.current = false
      if (editor.isDirty || wrongTime()) setAsking(true)
      else onClose()
    },
  }
}

type UnsavedCaptionsProps = Omit<ReturnType<typeof useLeaving>, 'close'> & { saving: boolean }

function UnsavedCaptions({ asking, firstWrong, stay, leave, save, saving }: UnsavedCaptionsProps) {
  const { text } = useCueTexts()
  return (
    <UnsavedChangesDialog
      open={asking}
      saving={saving}
      onStay={stay}
      onLeave={leave}
      onSave={() => void save({ fromQuestion: true })}
      finalFocus={firstWrong}
      texts={{
        title: text('ui.captions.leaveTitle'),
        text: text('ui.captions.leaveText'),
        stay: text('ui.captions.stay'),
        leave: text('ui.captions.leave'),
        save: text('ui.captions.save'),
        close: text('ui.close'),
      }}
    />
  )
}

/** Moves all captions by so many seconds. */
function ShiftForm({ onShift }: { onShift: (seconds: number) => void }) {
  const { text } = useCueTexts()
  const [written, setWritten] = useState('')
  const seconds = Number(written.replace(',', '.'))
  const isWrong = written !== '' && !Number.isFinite(seconds)
  return (
    <form
      className="kn-cue-shift"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (written !== '' && !isWrong) onShift(seconds)
      }}
    >
      <Field
        label={text('ui.captions.shift')}
        help={text('ui.captions.shiftHelp')}
        error={isWrong ? text('ui.captions.shiftInvalid') : undefined}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={written}
          onChange={event => setWritten(event.target.value)}
        />
      </Field>
      <Button type="submit">{text('ui.captions.shiftAll')}</Button>
    </form>
  )
}
