import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { VideoHandle } from './caption-editor.tsx'
import type { EditedCue } from './cue-list.ts'
import type { CueActs } from './cue-row.tsx'
import { useCueTexts } from './cue-texts.ts'
import type { CueEditor } from './use-cue-editor.ts'

export interface Edited {
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

/** What was done last, for those who listen; each time another one. */
export interface Told {
  nth: number
  words: string
}

/** What can be done. Stable, so that only the row that changes is drawn again. */
export function useCueActs(edited: Edited, focusCue: (key: number) => void): { act: EditorActs; told: Told } {
  const { text } = useCueTexts()
  const latest = useRef({ ...edited, text })
  latest.current = { ...edited, text }
  const [told, setTold] = useState<Told>({ nth: 0, words: '' })
  const act = useMemo<EditorActs>(() => {
    const tell = (words: string) => setTold(({ nth }) => ({ nth: nth + 1, words }))
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
  return { act, told }
}

/** Where a video stands, in seconds. */
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
