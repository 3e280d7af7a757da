import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { VideoHandle } from './caption-editor.tsx'
import type { EditedCue } from './cue-list.ts'
import type { CueActs } from './cue-row.tsx'
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

/** What the rows can do. Stable, so that only the row that changes is drawn again. */
export function useCueActs(edited: Edited, focusCue: (key: number) => void): CueActs {
  const latest = useRef(edited)
  latest.current = edited
  return useMemo<CueActs>(
    () => ({
      change: (key, changes) => latest.current.editor.change(key, changes),
      split(key, offset) {
        const { editor, video } = latest.current
        const { paused = false, currentTime } = video?.element ?? {}
        editor.split(key, offset, paused ? currentTime : undefined)
      },
      join: key => latest.current.editor.join(key),
      remove(key) {
        const { editor, cues } = latest.current
        const at = cues.findIndex(cue => cue.key === key)
        const next = cues[at + 1] ?? cues[at - 1]
        editor.remove(key)
        if (next !== undefined) focusCue(next.key)
      },
      insert(key) {
        const made = latest.current.editor.insert(key)
        focusCue(made)
        return made
      },
      play: seconds => latest.current.video?.playFrom(seconds),
    }),
    [focusCue],
  )
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
