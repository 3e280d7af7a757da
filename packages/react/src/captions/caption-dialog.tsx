import {
  CAPTION_TITLE_MAX,
  type Caption,
  type CaptionDraft,
  captionEndings,
  checkCaption,
  KinoraError,
  languageInName,
  languageName,
  toTrackName,
} from '@kinora/core'
import {
  cuesOf,
  formatNames,
  formatTimestamp,
  type ParsedVtt,
  toVttIssue,
  type VttProblem,
} from '@kinora/core/webvtt'
import { FileText } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { DraftConflicts } from '../kernel/draft-conflicts.tsx'
import { DraftField, DraftText } from '../kernel/draft-field.tsx'
import { languageNameIn, languageOptions } from '../kernel/language-names.ts'
import { useDraft } from '../kernel/use-draft.ts'
import { useFirstProblem } from '../kernel/use-first-problem.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { useCaptionTexts } from './texts.ts'
import { useCaptionWrites } from './use-captions.ts'

interface CaptionDialogProps {
  open: boolean
  titleTag: string
  /** Whole seconds of the title; 0, or left out, where it has no video yet. */
  length?: number | undefined
  /** The language in which a file is taken to be that names none. */
  spoken?: string | null
  /** Left out, a new track is made. */
  track?: Caption
  /** All of the title: a language has one track. */
  tracks: readonly Caption[]
  onClose: () => void
}

const accepted = captionEndings.map(ending => `.${ending}`).join()

/** Adds captions, or changes their name, language or file; what they would replace is named before (CAPTION-02 to CAPTION-05). */
export function CaptionDialog({
  open,
  titleTag,
  length,
  spoken,
  track,
  tracks,
  onClose,
}: CaptionDialogProps) {
  const { text } = useCaptionTexts()
  const form = useCaptionForm({ open, titleTag, length, spoken, track, tracks, onSaved: onClose })
  const { draft, read, replaced } = form
  const close = () => {
    draft.forget()
    onClose()
  }
  useFirstProblem(draft)
  const file = draft.form.watch('file')
  const labels = {
    title: text('field.title'),
    language: { label: text('field.language'), show: (tag: unknown) => languageNameIn(text, String(tag)) },
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be opened from within another form.
    event.stopPropagation()
    void draft.save()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={
        track === undefined
          ? text('ui.captions.add')
          : text('ui.captions.change', { language: languageNameIn(text, track.language) })
      }
      closeLabel={text('ui.close')}
      actions={
        <>
          <Button onClick={close}>{text('ui.cancel')}</Button>
          <Button variant="primary" loading={draft.isSaving} onClick={() => void draft.save()}>
            {text(replaced === undefined ? 'ui.captions.save' : 'ui.captions.replace')}
          </Button>
        </>
      }
    >
      <form className="kn-captions-form" noValidate onSubmit={submit}>
        <DraftConflicts draft={draft} labels={labels} />
        <DraftField draft={draft} name="file" group required={track === undefined}>
          {() => (
            <FileDrop
              look="compact"
              icon={<FileText size={20} aria-hidden="true" />}
              title={file?.name ?? text(track === undefined ? 'ui.captions.fileDrop' : 'ui.replaceFile')}
              hint={text('ui.captions.fileHint')}
              buttonLabel={text('ui.captions.choose')}
              accept={accepted}
              onFiles={([chosen]) => chosen && form.choose(chosen)}
            />
          )}
        </DraftField>
        {read === undefined ? null : (
          <CaptionFileReport read={read} shift={form.shift} onShift={form.setShift} />
        )}
        <DraftField draft={draft} name="language" required>
          {({ value }) => (
            <Combobox
              value={value}
              onChange={form.setLanguage}
              options={languageOptions(text)}
              placeholder={text('ui.choose.language')}
              searchLabel={text('ui.search.languages')}
              emptyText={text('ui.captions.noLanguage')}
            />
          )}
        </DraftField>
        <DraftText
          draft={draft}
          name="title"
          help={text('ui.captions.nameHelp')}
          max={CAPTION_TITLE_MAX}
          required
          input={{ autoComplete: 'off' }}
        />
        {replaced === undefined ? null : (
          <Banner tone="warning">
            {text('ui.captions.replaces', {
              language: languageNameIn(text, replaced.language),
              title: replaced.title,
            })}
          </Banner>
        )}
        {draft.message === undefined ? null : <Banner tone="negative">{draft.message}</Banner>}
      </form>
    </Dialog>
  )
}

interface CaptionFileReportProps {
  read: ParsedVtt
  /** Seconds by which all its captions are moved. */
  shift: number
  onShift: (seconds: number) => void
}

/** What a caption file holds, and each of its lines that keeps it from being stored or is shown otherwise than was meant. */
function CaptionFileReport({ read, shift, onShift }: CaptionFileReportProps) {
  const { text } = useCaptionTexts()
  const cues = cuesOf(read)
  const errors = read.problems.filter(({ severity }) => severity === 'error')
  const warnings = read.problems.filter(({ severity }) => severity === 'warning')
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.end), 0)
  const offer = Number(errors.find(({ code }) => code === 'webvtt.beyondShift')?.params?.shift ?? 0)
  return (
    <div className="kn-captions-report">
      {cues.length === 0 || errors.length > 0 ? null : (
        <p className="kn-field-help" role="status">
          {text('ui.captions.read', { count: cues.length, end: formatTimestamp(end).slice(0, -4) })}
        </p>
      )}
      {read.format === 'vtt' ? null : (
        <p className="kn-field-help">{text('ui.captions.converted', { format: formatNames[read.format] })}</p>
      )}
      {errors.length === 0 ? null : (
        <Banner tone="negative" title={text('ui.captions.errors')}>
          <Lines problems={errors} />
        </Banner>
      )}
      {warnings.length === 0 ? null : (
        <Banner tone="warning" title={text('ui.captions.warnings')}>
          <Lines problems={warnings} />
        </Banner>
      )}
      {offer === 0 && shift === 0 ? null : (
        <Button size="compact" onClick={() => onShift(shift === 0 ? offer : 0)}>
          {shift === 0
            ? text('ui.captions.shiftBy', { seconds: offer })
            : text('ui.captions.shiftBack', { seconds: shift })}
        </Button>
      )}
    </div>
  )
}

/** Lines that are listed; the rest is counted. */
const SHOWN = 5

function Lines({ problems }: { problems: readonly VttProblem[] }) {
  const { text, issue } = useCaptionTexts()
  const rest = problems.length - SHOWN
  return (
    <ul className="kn-captions-lines">
      {problems.slice(0, SHOWN).map(problem => (
        <li key={`${problem.line} ${problem.code} ${problem.value}`}>{issue(toVttIssue(problem))}</li>
      ))}
      {rest > 0 ? <li>{text('ui.more', { count: rest })}</li> : null}
    </ul>
  )
}

interface CaptionValues extends CaptionDraft {
  /** `null` keeps the file of a stored track. */
  file: File | null
}

type CaptionFormOptions = Omit<CaptionDialogProps, 'onClose'> & { onSaved: () => void }

/** State of the form of a caption track: its file is read as soon as it is chosen, and a track of the same language is named before it is replaced. */
function useCaptionForm({ open, titleTag, length, spoken, track, tracks, onSaved }: CaptionFormOptions) {
  const { read, shift, chosen, look, forget } = useCaptionReading(length)
  const [stored] = useState({
    values: { title: track?.title ?? '', language: track?.language ?? '', file: null },
    version: track?.version,
  })
  const { create, update } = useCaptionWrites()
  /** CAPTION-04 */
  const replacedBy = (language: string) =>
    tracks.find(other => other.language === language && other.trackId !== track?.trackId)
  const draft = useDraft<CaptionValues, Caption>({
    stored,
    check: ({ file, ...values }) => checkCaption(values, file, track !== undefined),
    async save({ file, ...values }, { version }) {
      const issues = await issuesOf(await chosen.current)
      if (issues.length > 0) return { kind: 'failed', error: new KinoraError('invalid', { issues }) }
      const sent = {
        ...values,
        replace: replacedBy(values.language) !== undefined,
        ...(shift !== 0 && { shift }),
      }
      if (track !== undefined)
        return update.send({ trackId: track.trackId, ...sent, version, ...(file && { file }) })
      return create.send({ titleTag, ...sent, file: file! })
    },
    onSaved,
    // It stays to animate when it is closed.
    keep: open ? `captions ${titleTag} ${track?.trackId ?? 'new'}` : undefined,
    staysWhenLeft: true,
  })
  const language = draft.form.watch('language')
  const set = (name: 'title' | 'language', value: string) =>
    draft.form.setValue(name, value, { shouldDirty: true, shouldValidate: draft.attempt > 0 })
  const setLanguage = (next: string) => {
    const { title } = draft.form.getValues()
    if (title === '' || title === languageName(language)) set('title', languageName(next))
    set('language', next)
  }
  const choose = async (file: File) => {
    const { form } = draft
    form.setValue('file', file, { shouldDirty: true })
    form.clearErrors('file')
    forget()
    const found = await look(file, 0)
    if (found === undefined) return
    const name = toTrackName(file.name, found.format)
    if (name !== file.name) form.setValue('file', new File([file], name, { type: 'text/vtt' }))
    // One that has captions already isn’t replaced by what nobody chose.
    const free = tracks.some(({ language }) => language === spoken) ? undefined : spoken
    const guessed = languageInName(file.name) ?? free
    if (form.getValues('language') === '' && guessed) setLanguage(guessed)
  }
  // Once saved, it is the stored track itself, while the dialog goes.
  const isSaved = draft.savedAt !== undefined
  return {
    draft,
    read,
    setLanguage,
    choose: (file: File) => void choose(file),
    shift,
    setShift(seconds: number) {
      const { file } = draft.form.getValues()
      draft.form.clearErrors('file')
      if (file !== null) void look(file, seconds)
    },
    replaced: isSaved ? undefined : replacedBy(language),
  }
}

/** What the chosen file holds, all its captions moved by `shift` seconds. */
function useCaptionReading(length: CaptionFormOptions['length']) {
  const [read, setRead] = useState<ParsedVtt>()
  const [shift, setShift] = useState(0)
  const chosen = useRef<Promise<ParsedVtt>>(undefined)
  return {
    read,
    shift,
    chosen,
    forget: () => setRead(undefined),
    /** Reads it; undefined where another file or shift was asked for meanwhile. */
    async look(file: File, by: number): Promise<ParsedVtt | undefined> {
      const use = { length, shift: by }
      const reading = import('@kinora/core/webvtt').then(webvtt => webvtt.readCaptionFile(file, use))
      chosen.current = reading
      const found = await reading
      if (chosen.current !== reading) return undefined
      setShift(by)
      setRead(found)
      return found
    },
  }
}

/** The report lists the lines: the field says the first issue, which is about the whole. */
async function issuesOf(read: ParsedVtt | undefined) {
  if (read === undefined) return []
  const { vttIssues } = await import('@kinora/core/webvtt')
  return vttIssues(read).slice(0, 1)
}
