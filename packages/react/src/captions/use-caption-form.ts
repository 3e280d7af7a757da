import {
  type Caption,
  type CaptionDraft,
  captions,
  checkCaption,
  KinoraError,
  languageInName,
  languageName,
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
  setLanguage(language: string): void
  /** The track that saving replaces (CAPTION-04). */
  replaced: Caption | undefined
}

export interface CaptionFormOptions {
  titleTag: string
  /** Left out, a new track is made. */
  track: Caption | undefined
  tracks: readonly Caption[]
  onSaved: () => void
}

/** State of the form of a caption track: its file is read as soon as it is chosen, and a track of the same language is named before it is replaced. */
export function useCaptionForm({ titleTag, track, tracks, onSaved }: CaptionFormOptions): CaptionForm {
  const { text } = useCaptionTexts()
  const [read, setRead] = useState<ParsedVtt>()
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
      const replace = replaced !== undefined
      if (track !== undefined)
        return update.send({ trackId: track.trackId, ...values, version, replace, ...(file && { file }) })
      return create.send({ titleTag, ...values, file: file!, replace })
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
  const choose = async (file: File) => {
    const { form } = draft
    form.setValue('file', file, { shouldDirty: true })
    form.clearErrors('file')
    setRead(undefined)
    const reading = import('@kinora/core/webvtt').then(webvtt => webvtt.readCaptionFile(file))
    chosen.current = reading
    const found = await reading
    if (chosen.current !== reading) return
    setRead(found)
    const guessed = languageInName(file.name)
    if (form.getValues('language') === '' && guessed !== undefined) setLanguage(guessed)
  }
  // Once saved, it is the stored track itself, while the dialog goes.
  const isSaved = draft.savedAt !== undefined
  return {
    ...{ draft, read, setLanguage },
    choose: file => void choose(file),
    replaced: isSaved ? undefined : replaced,
  }
}

/** The report lists the lines: the field says the first issue, which is about the whole. */
async function issuesOf(read: ParsedVtt | undefined) {
  if (read === undefined) return []
  const { vttIssues } = await import('@kinora/core/webvtt')
  return vttIssues(read).slice(0, 1)
}
