import { type Caption, captions, KinoraError, languageName } from '@kinora/core'
import {
  type Cue,
  formatWebVtt,
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
import { useRef, useState } from 'react'
import { useKinora } from '../kernel/provider.tsx'
import { saidByCaller, useWrite } from '../kernel/use-write.ts'
import { cuesIn, type EditedFile, newCueAfter, replaceCue, toEdited } from './cue-list.ts'
import { useCueTexts } from './cue-texts.ts'

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
  /** After a cue, or at the start; gives its key. */
  insert(key: number | undefined): number
  /** Gives how far they moved: the first stops at 0. */
  shift(seconds: number): number
  /** Whether it is stored now. */
  save(): Promise<boolean>
}

/** State of the editor of one track: its cues, what was done to them, and saving. */
export function useCueEditor(track: Caption, stored: WebVtt): CueEditor {
  const { text } = useCueTexts()
  const [file, setFile] = useState(() => toEdited(stored))
  const [past, setPast] = useState<readonly EditedFile[]>([])
  const update = useWrite(captions.update, {
    success: text('ui.captions.saved', { language: languageName(track.language) }),
    failure: saidByCaller,
    timeout: 0,
  })
  const [error, setError] = useState<unknown>(null)
  /** The field that was written in last: all that is typed there is undone at once. */
  const writing = useRef<string>(undefined)
  const become = (next: EditedFile, field?: string) => {
    if (field === undefined || field !== writing.current) setPast(before => [...before.slice(-99), file])
    writing.current = field
    setFile(next)
  }
  const cues = cuesIn(file)
  const indexOf = (key: number) => cues.findIndex(cue => cue.key === key)
  return {
    file,
    isDirty: past.length > 0,
    saving: update.pending,
    error,
    canUndo: past.length > 0,
    undo() {
      const last = past.at(-1)
      if (last === undefined) return
      writing.current = undefined
      setFile(last)
      setPast(past.slice(0, -1))
    },
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
    async save() {
      const written = formatWebVtt(toWebVtt(file))
      const issues = vttIssues(parseWebVtt(written))
      if (issues.length > 0) {
        setError(new KinoraError('invalid', { issues: issues.slice(1) }))
        return false
      }
      const sent = new File([written], `${track.titleTag}.${track.language}.vtt`, { type: 'text/vtt' })
      const result = await update.send({ trackId: track.trackId, file: sent, version: track.version })
      setError(result.kind === 'failed' ? result.error : null)
      if (result.kind === 'done') {
        writing.current = undefined
        setPast([])
      }
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
