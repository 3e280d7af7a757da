import {
  type Caption,
  captionEditorTexts,
  captionTexts,
  KinoraError,
  languageTexts,
  validationTexts,
  webVttTexts,
  wordTexts,
} from '@kinora/core'
import {
  type Block,
  type Cue,
  formatWebVtt,
  isBeyondEnd,
  joinCues,
  parseWebVtt,
  shiftCues,
  shiftOf,
  splitCue,
  toCueText,
  vttIssues,
  type WebVtt,
} from '@kinora/core/webvtt'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora } from '../kernel/provider.tsx'
import { useAutosavedState } from '../kernel/use-autosaved-state.ts'
import type { VideoHandle } from './caption-editor.tsx'
import type { CueActs } from './cue-row.tsx'
import { useCaptionWrites } from './use-captions.ts'

/** The text of a stored track; a new version is another text. */
export function useCaptionText({ url, trackId, version }: Caption) {
  const { baseUrl } = useKinora()
  return useQuery<WebVtt, KinoraError>({
    queryKey: ['captions', 'text', trackId, version],
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    async queryFn({ signal }) {
      const answer = await fetch(baseUrl + url, { signal }).catch(cause => {
        throw new KinoraError('offline', { cause })
      })
      if (!answer.ok) throw new KinoraError('notFound', { status: answer.status })
      return parseWebVtt(await answer.text())
    },
  })
}

export interface CueEditor {
  file: EditedFile
  isDirty: boolean
  saving: boolean
  /** Why the last save failed. */
  error: unknown
  canUndo: boolean
  undo(): void
  change(key: number, changes: Partial<Cue>): void
  split(key: number, offset: number, at: number | undefined): void
  /** With the one that follows. */
  join(key: number): void
  remove(key: number): void
  /** After a cue, or at the start; returns its key. */
  insert(key: number | undefined): number
  /** Gives how far they moved: the first stops at 0. */
  shift(seconds: number): number
  /** Whether it is stored now; over what somebody else has saved meanwhile only where that is said. */
  save(overTheirs?: boolean): Promise<boolean>
  /** What was changed isn't kept any more. */
  forget(): void
}

/** State of the editor of one track: its cues, what was done to them, and saving. */
export function useCueEditor(track: Caption, stored: WebVtt): CueEditor {
  const { file, version, become, undo, canUndo, forget } = useUndoable(track, () => toEdited(stored))
  const { save, saving, error } = useTrackSave(track)
  const cues = cuesIn(file)
  const indexOf = (key: number) => cues.findIndex(cue => cue.key === key)
  return {
    file,
    isDirty: canUndo,
    saving,
    error,
    canUndo,
    undo,
    change: (key, changes) =>
      become(
        replaceCue(file, key, [{ ...cues[indexOf(key)]!, ...changes }]),
        `${key} ${Object.keys(changes).join()}`,
      ),
    split: (key, offset, at) => become(replaceCue(file, key, splitCue(cues[indexOf(key)]!, offset, at))),
    join(key) {
      const [first, second] = cues.slice(indexOf(key))
      if (first === undefined || second === undefined) return
      const joined = replaceCue(file, key, [joinCues(first, second)])
      become({ ...joined, blocks: joined.blocks.filter(block => block.key !== second.key) })
    },
    remove: key => become({ ...file, blocks: file.blocks.filter(block => block.key !== key) }),
    insert(key) {
      const at = key === undefined ? -1 : indexOf(key)
      const made = newCueAfter(cues[at], cues[at + 1])
      const before = file.blocks.findIndex(block => block.key === key)
      const place = key === undefined ? firstCue(file) : before + 1
      const cue = { ...made, kind: 'cue' as const, key: file.next }
      become({ ...file, blocks: file.blocks.toSpliced(place, 0, cue), next: file.next + 1 })
      return cue.key
    },
    shift(seconds) {
      const before = toWebVtt(file)
      const by = shiftOf(before, seconds)
      if (by === 0) return by
      const { blocks } = shiftCues(before, by)
      become({ ...file, blocks: blocks.map((block, nth) => ({ ...block, key: file.blocks[nth]!.key })) })
      return by
    },
    forget,
    async save(overTheirs = false) {
      const isStored = await save(file, overTheirs ? undefined : version)
      if (isStored) forget()
      return isStored
    },
  }
}

/** What the tab keeps of a track: the changed file, and the version that it was changed from. */
interface AutosavedFile {
  file: EditedFile | null
  version: number
}

const unchanged: AutosavedFile = { file: null, version: 0 }

/**
 * A file whose changes can be undone, the last hundred; what is typed in one field without another change is one. The tab keeps it until it
 * is saved or discarded, and what comes back after a reload or a way back can be undone as one.
 */
function useUndoable({ trackId, version }: Caption, start: () => EditedFile) {
  const [kept, keep, drop] = useAutosavedState(`captions ${trackId} cues`, unchanged, { staysWhenLeft: true })
  const [stored, setStored] = useState(start)
  const [past, setPast] = useState<readonly AutosavedFile[]>(kept.file === null ? [] : [unchanged])
  /** The field that was written in last. */
  const writing = useRef<string>(undefined)
  const file = kept.file ?? stored
  return {
    file,
    version: kept.file === null ? version : kept.version,
    canUndo: past.length > 0,
    become(next: EditedFile, field?: string) {
      if (field === undefined || field !== writing.current) setPast(before => [...before.slice(-99), kept])
      writing.current = field
      keep({ file: next, version: kept.file === null ? version : kept.version })
    },
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      writing.current = undefined
      keep(last)
      setPast(past.slice(0, -1))
    },
    forget() {
      drop()
      writing.current = undefined
      setPast([])
      setStored(file)
      keep(unchanged)
    },
  }
}

/** Stores the file of a track, unless its rules refuse it. */
function useTrackSave(track: Caption) {
  const [error, setError] = useState<unknown>(null)
  const { update } = useCaptionWrites()
  return {
    error,
    saving: update.isPending,
    /** Whether it is stored now. With a version, nothing that was saved since is replaced. */
    async save(file: EditedFile, version: number | undefined): Promise<boolean> {
      const written = formatWebVtt(toWebVtt(file))
      const issues = vttIssues(parseWebVtt(written))
      if (issues.length > 0) {
        setError(new KinoraError('invalid', { issues: issues.slice(1) }))
        return false
      }
      const sent = new File([written], `${track.titleTag}.${track.language}.vtt`, { type: 'text/vtt' })
      const result = await update.send({ trackId: track.trackId, file: sent, version })
      setError(result.kind === 'failed' ? result.error : null)
      return result.kind === 'done'
    },
  }
}

const firstCue = ({ blocks }: EditedFile): number => {
  const at = blocks.findIndex(block => block.kind === 'cue')
  return at < 0 ? blocks.length : at
}

const toWebVtt = ({ header, blocks }: EditedFile): WebVtt => ({
  header,
  blocks: blocks.map(({ key: _, ...block }) =>
    block.kind === 'cue' ? { ...block, text: toCueText(block.text) } : block,
  ),
})

/** A block on the page: its key stays while its words change. */
type EditedBlock = Block & { key: number }
export type EditedCue = EditedBlock & { kind: 'cue' }

interface EditedFile {
  header: string
  blocks: readonly EditedBlock[]
  /** The key of the next new block. */
  next: number
}

const toEdited = ({ header, blocks }: WebVtt): EditedFile => ({
  header,
  blocks: blocks.map((block, key) => ({ ...block, key })),
  next: blocks.length,
})

export const cuesIn = ({ blocks }: EditedFile): EditedCue[] =>
  blocks.filter((block): block is EditedCue => block.kind === 'cue')

/** Puts other cues in the place of one; the first of them keeps its key. */
function replaceCue(file: EditedFile, key: number, cues: readonly Cue[]): EditedFile {
  const at = file.blocks.findIndex(block => block.key === key)
  const made = cues.map(
    (cue, nth): EditedCue => ({
      ...cue,
      kind: 'cue',
      key: nth === 0 ? key : file.next + nth,
    }),
  )
  return { ...file, blocks: file.blocks.toSpliced(at, 1, ...made), next: file.next + cues.length + 1 }
}

/** What keeps a cue of a title of so many seconds from being saved: the key of its text. */
export function problemOf({ start, end, text }: Cue, length: number | undefined) {
  if (end <= start) return 'ui.captions.endInvalid'
  if (isBeyondEnd(start, length)) return 'ui.captions.beyondEnd'
  return text.trim() === '' ? 'ui.captions.textMissing' : undefined
}

/** A cue of two seconds after another, or at the start; it ends where the next begins. */
function newCueAfter(cue: Cue | undefined, next: Cue | undefined): Cue {
  const start = cue?.end ?? 0
  const end = next === undefined || next.start <= start ? start + 2 : Math.min(start + 2, next.start)
  return { id: '', start, end, settings: '', text: '', line: 0 }
}

/** The cue that is shown at a moment of the video. */
export const cueAt = (file: EditedFile, seconds: number): EditedCue | undefined =>
  cuesIn(file).findLast(cue => cue.start <= seconds && seconds < cue.end)

interface Edited {
  editor: CueEditor
  cues: readonly EditedCue[]
  video: VideoHandle | null
}

/** Puts the focus into the text of a cue, once it is there. */
export function useFocusCue(list: RefObject<HTMLElement | null>): (key: number) => void {
  return useCallback(
    key =>
      void requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-cue="${key}"] textarea`)?.focus(),
      ),
    [list],
  )
}

/** What the rows can do, and what the whole editor can. */
type EditorActs = CueActs & Pick<CueEditor, 'undo'> & { shift(seconds: number): void }

/** The announcement in the live region of what was done last; each time another one. */
interface Announcement {
  nth: number
  words: string
}

/** What can be done. Stable, so that only the row that changes is drawn again. */
export function useCueActs(
  edited: Edited,
  focusCue: (key: number) => void,
): { act: EditorActs; announcement: Announcement } {
  const { text } = useCueTexts()
  const latest = useRef({ ...edited, text })
  latest.current = { ...edited, text }
  const [announcement, setAnnouncement] = useState<Announcement>({ nth: 0, words: '' })
  const act = useMemo<EditorActs>(() => {
    const tell = (words: string) => setAnnouncement(({ nth }) => ({ nth: nth + 1, words }))
    const numberOf = (key: number) => latest.current.cues.findIndex(cue => cue.key === key) + 1
    return {
      change: (key, changes) => latest.current.editor.change(key, changes),
      split(key, offset) {
        const { editor, video } = latest.current
        const { paused = false, currentTime } = video?.element ?? {}
        editor.split(key, offset, paused ? currentTime : undefined)
        tell(latest.current.text('ui.captions.didSplit', { number: numberOf(key) }))
      },
      join(key) {
        latest.current.editor.join(key)
        tell(latest.current.text('ui.captions.didJoin', { number: numberOf(key) }))
      },
      remove(key) {
        const { editor, cues, text } = latest.current
        const at = cues.findIndex(cue => cue.key === key)
        const next = cues[at + 1] ?? cues[at - 1]
        editor.remove(key)
        tell(text('ui.captions.didRemove', { number: at + 1 }))
        if (next !== undefined) focusCue(next.key)
      },
      insert(key) {
        const made = latest.current.editor.insert(key)
        focusCue(made)
        return made
      },
      play: seconds => latest.current.video?.playFrom(seconds),
      shift(seconds) {
        const { editor, text } = latest.current
        const by = editor.shift(seconds)
        tell(by === 0 ? text('ui.captions.noShift') : text('ui.captions.didShift', { seconds: by }))
      },
      undo() {
        latest.current.editor.undo()
        tell(latest.current.text('ui.captions.didUndo'))
      },
    }
  }, [focusCue])
  return { act, announcement }
}

/** The position of a video, in seconds. */
export function useTime(video: HTMLVideoElement | undefined): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (video === undefined) return
    const tell = () => setTime(video.currentTime)
    for (const event of ['timeupdate', 'seeked']) video.addEventListener(event, tell)
    return () => {
      for (const event of ['timeupdate', 'seeked']) video.removeEventListener(event, tell)
    }
  }, [video])
  return time
}

/** Texts of the editor of captions. */
export const useCueTexts = () =>
  useTexts(captionTexts, captionEditorTexts, languageTexts, webVttTexts, validationTexts, wordTexts)
