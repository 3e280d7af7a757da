import { type Caption, captions, type Issue, type KinoraError, languageName, type Output } from '@kinora/core'
import { createContext, useContext, useEffect, useState } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { handledByCaller, refusedBy, useWrite, type WriteResult } from '../kernel/use-write.ts'
import { useToasts } from '../ui/overlay/toast.tsx'
import type { PartState } from '../ui/part.ts'
import { useCaptionTexts } from './texts.ts'

/** What a host is told of captions that are stored or gone. */
export interface CaptionListener {
  onSaved?: ((track: Caption) => void) | undefined
  onRemoved?: ((track: Caption) => void) | undefined
}

/** Who is told of what is done to the captions below it. */
export const CaptionListening = createContext<CaptionListener>({})

/**
 * The writes of captions, which say what was done. Who calls them says what failed, unless it is `loud`; `tracks` are those that
 * can be removed.
 */
export function useCaptionWrites(tracks: readonly Caption[] = [], { loud = false } = {}) {
  const { text } = useCaptionTexts()
  const { onSaved, onRemoved } = useContext(CaptionListening)
  const said = {
    success: (saved: Caption) =>
      text('ui.captions.saved', { language: languageNameIn(text, saved.language) }),
    onSuccess: (saved: Caption) => onSaved?.(saved),
    // A file may be sent for long.
    timeout: 0,
    ...(!loud && { failure: handledByCaller }),
  }
  const trackOf = (input: { trackId: string }) => tracks.find(({ trackId }) => trackId === input.trackId)
  return {
    create: useWrite(captions.create, said),
    update: useWrite(captions.update, said),
    remove: useWrite(captions.remove, {
      success: (_, input) =>
        text('ui.captions.deleted', { language: languageNameIn(text, trackOf(input)?.language ?? null) }),
      onSuccess(_, input) {
        const track = trackOf(input)
        if (track !== undefined) onRemoved?.(track)
      },
      ...(!loud && { failure: handledByCaller }),
    }),
  }
}

/** The file of a track, and what is said of it. */
export interface CaptionChange {
  /** WebVTT, SubRip, SBV or TTML. */
  file?: File | undefined
  /** What members see in the menu of the player. */
  title?: string | undefined
  /** IETF language tag, `de-DE`. */
  language?: string | undefined
  /** Seconds by which all its captions are moved; the first stops at 0. */
  shift?: number | undefined
  /** Whether they may take the place of other captions in that language; unless they may, the answer is `conflict`. */
  replace?: boolean | undefined
}

/** New captions: a language that is left out is the one that the file is named after, the name is the language's. */
export interface NewCaptions extends CaptionChange {
  file: File
}

export interface CaptionsModel {
  state: PartState
  tracks: readonly Caption[]
  /** Why they couldn't be read, in words. */
  error: string | undefined
  /** The same as an error, with its code. */
  cause: KinoraError | null
  retry(): void
  /** Whether something is being stored. */
  isPending: boolean
  /** The address of a track's WebVTT file. */
  hrefOf(track: Caption): string
  /** Adds captions; a file that would not be shown as it was meant is refused before it is sent. */
  add(captions: NewCaptions): Promise<WriteResult<Caption>>
  /** Changes the name, language, times or file of a track; fails with `outdated` where somebody else was faster. */
  change(track: Caption, change: CaptionChange): Promise<WriteResult<Caption>>
  remove(track: Caption): Promise<WriteResult<Output<typeof captions.remove>>>
}

export interface CaptionsOptions {
  /** Whole seconds of the title, which no caption starts after; 0, or left out, where it has no video yet. */
  length?: number | undefined
}

/**
 * The caption tracks of a title and what can be done with them. Acts never throw, say in a message what became of them, and answer as
 * `useWrite` does.
 */
// CAPTION-01 to CAPTION-05
export function useCaptions(titleTag: string, { length }: CaptionsOptions = {}): CaptionsModel {
  const { baseUrl } = useKinora()
  const toasts = useToasts()
  const { issue, error } = useCaptionTexts()
  const list = useRead(captions.list, { titleTag })
  const tracks = list.data?.data ?? []
  const { create, update, remove } = useCaptionWrites(tracks, { loud: true })
  // Whether they fit changes with the video.
  const [measured, setMeasured] = useState(length)
  useEffect(() => {
    if (length === measured) return
    setMeasured(length)
    void list.refetch()
  }, [length, measured, list.refetch])
  const refuse = (issues: readonly Issue[]): WriteResult<Caption> => {
    toasts.show({ text: issues.map(issue).join(' '), tone: 'negative' })
    return refusedBy(issues)
  }
  const read = async (file: File, shift: number | undefined) =>
    (await import('./read-track.ts')).readTrack(file, { length, shift })
  return {
    state: stateOf(list.isError, list.data?.data),
    tracks,
    error: list.error === null ? undefined : error(list.error),
    cause: list.error,
    retry: () => void list.refetch(),
    isPending: create.isPending || update.isPending || remove.isPending,
    hrefOf: track => baseUrl + track.url,
    async add({ file, language, title, shift, replace = false }) {
      const { sent, guessed, issues } = await read(file, shift)
      const named = language ?? guessed ?? ''
      if (issues.length > 0) return refuse(issues)
      if (named === '') return refuse([{ path: 'language', code: 'validation.required' }])
      const draft = { title: title ?? languageName(named), language: named }
      return create.send({ titleTag, ...draft, file: sent, shift, replace })
    },
    async change({ trackId, version }, { file, replace = false, ...changes }) {
      if (file === undefined) return update.send({ trackId, version, replace, ...changes })
      const { sent, issues } = await read(file, changes.shift)
      if (issues.length > 0) return refuse(issues)
      return update.send({ trackId, version, replace, ...changes, file: sent })
    },
    remove: ({ trackId }) => remove.send({ trackId }),
  }
}

function stateOf(hasFailed: boolean, found: readonly Caption[] | undefined): PartState {
  if (found !== undefined) return found.length === 0 ? 'empty' : 'ready'
  return hasFailed ? 'failed' : 'loading'
}
