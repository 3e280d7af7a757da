import {
  type Caption,
  type CaptionDraft,
  captions,
  checkCaption,
  KinoraError,
  languageInName,
  languageName,
  toTrackName,
} from '@kinora/core'
import type { ParsedVtt } from '@kinora/core/webvtt'
import { useRef, useState } from 'react'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { useCaptionTexts } from './texts.ts'

export interface CaptionValues extends CaptionDraft {
  /** `null` keeps the file of a stored track. */
  file: File | null
}

export interface CaptionForm {
  draft: Draft<CaptionValues>
  /** What the chosen file holds. */
  read: ParsedVtt | undefined
  choose(file: File): void
  /** Seconds by which all captions of the file are moved. */
  shift: number
  setShift(seconds: number): void
  setLanguage(language: string): void
  /** The track that saving replaces (CAPTION-04). */
  replaced: Caption | undefined
}

export interface CaptionFormOptions {
  titleTag: string
  length: number | undefined
  /** Left out, a new track is made. */
  track: Caption | undefined
  tracks: readonly Caption[]
  onSaved: () => void
}

/** State of the form of a caption track: its file is read as soon as it is chosen, and a track of the same language is named before it is replaced. */
export function useCaptionForm({
  titleTag,
  length,
  track,
  tracks,
  onSaved,
}: CaptionFormOptions): CaptionForm {
  const { text } = useCaptionTexts()
  const [read, setRead] = useState<ParsedVtt>()
  const [shift, keepShift] = useState(0)
  const [language, watchLanguage] = useState(track?.language ?? '')
  const [stored] = useState({
    values: { title: track?.title ?? '', language: track?.language ?? '', file: null },
    version: track?.version,
  })
  const success = (saved: Caption) => text('ui.captions.saved', { language: languageName(saved.language) })
  const create = useWrite(captions.create, { success, failure: saidByCaller, timeout: 0 })
  const update = useWrite(captions.update, { success, failure: saidByCaller, timeout: 0 })
  const chosen = useRef<Promise<ParsedVtt>>(undefined)
  const replaced = tracks.find(other => other.language === language && other.trackId !== track?.trackId)
  const draft = useDraft<CaptionValues, Caption>({
    stored,
    check: ({ file, ...values }) => checkCaption(values, file, track !== undefined),
    async save({ file, ...values }, { version }) {
      const issues = await issuesOf(await chosen.current)
      if (issues.length > 0) return { kind: 'failed', error: new KinoraError('invalid', { issues }) }
      const sent = { ...values, replace: replaced !== undefined, ...(shift !== 0 && { shift }) }
      if (track !== undefined)
        return update.send({ trackId: track.trackId, ...sent, version, ...(file && { file }) })
      return create.send({ titleTag, ...sent, file: file! })
    },
    onSaved,
  })
  const set = (name: 'title' | 'language', value: string) =>
    draft.form.setValue(name, value, { shouldDirty: true, shouldValidate: draft.attempt > 0 })
  const setLanguage = (next: string) => {
    const { title } = draft.form.getValues()
    if (title === '' || title === languageName(language)) set('title', languageName(next))
    set('language', next)
    watchLanguage(next)
  }
  /** What the file holds, if it still is the last one that was asked for. */
  const look = async (file: File, shift: number) => {
    const use = { length, shift }
    const reading = import('@kinora/core/webvtt').then(webvtt => webvtt.readCaptionFile(file, use))
    chosen.current = reading
    const found = await reading
    if (chosen.current !== reading) return undefined
    keepShift(shift)
    setRead(found)
    return found
  }
  const choose = async (file: File) => {
    const { form } = draft
    form.setValue('file', file, { shouldDirty: true })
    form.clearErrors('file')
    setRead(undefined)
    const found = await look(file, 0)
    if (found === undefined) return
    const name = toTrackName(file.name, found.format)
    if (name !== file.name) form.setValue('file', new File([file], name, { type: 'text/vtt' }))
    const guessed = languageInName(file.name)
    if (form.getValues('language') === '' && guessed !== undefined) setLanguage(guessed)
  }
  // Once saved, it is the stored track itself, while the dialog goes.
  const isSaved = draft.savedAt !== undefined
  return {
    ...{ draft, read, setLanguage },
    choose: file => void choose(file),
    shift,
    setShift(seconds) {
      const { file } = draft.form.getValues()
      draft.form.clearErrors('file')
      if (file !== null) void look(file, seconds)
    },
    replaced: isSaved ? undefined : replaced,
  }
}

/** The report lists the lines: the field says the first issue, which is about the whole. */
async function issuesOf(read: ParsedVtt | undefined) {
  if (read === undefined) return []
  const { vttIssues } = await import('@kinora/core/webvtt')
  return vttIssues(read).slice(0, 1)
}
