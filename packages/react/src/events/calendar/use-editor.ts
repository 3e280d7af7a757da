import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Placed } from './layout.ts'
import type { Stretch } from './slots.ts'

/** What the popover is about, and the `data-key` of what it stands beside. */
export type Editing = { anchor: string } & (
  | { kind: 'new'; stretch: Stretch }
  | { kind: 'class'; placed: Placed }
)

export type Editor = ReturnType<typeof useEditor>

/** The one popover of a calendar: what it is about, where it stands, and that nothing typed in it is lost by opening another. */
export function useEditor(root: RefObject<HTMLElement | null>) {
  const [editing, setEditing] = useState<Editing>()
  /** How often something else was pressed while there was something to lose. */
  const [refusals, setRefusals] = useState(0)
  /** Forgets what was typed; undefined while there is nothing to lose. */
  const unsaved = useRef<() => void>(undefined)
  const current = useRef(editing)
  current.current = editing

  const open = useCallback((next: Editing) => {
    if (current.current !== undefined && unsaved.current !== undefined) return setRefusals(count => count + 1)
    unsaved.current = undefined
    current.current = next
    setRefusals(0)
    setEditing(next)
  }, [])

  const query = useCallback(
    (selector: string) => root.current?.querySelector<HTMLElement>(selector) ?? null,
    [root],
  )
  /** What it stands beside; null while that is scrolled away. */
  const find = useCallback(({ anchor }: Editing) => query(`[data-key="${CSS.escape(anchor)}"]`), [query])

  /** Closes it where it is about this still; the focus goes back unless it is elsewhere by now. */
  const close = useCallback(
    (closed: Editing) => {
      if (current.current !== closed) return
      unsaved.current?.()
      unsaved.current = undefined
      current.current = undefined
      const isInside = document.activeElement?.closest('.kn-event-popover') != null
      // What was moved has another key: the same event where it is now.
      const again = () => query(`[data-key^="${CSS.escape(`${closed.anchor.split(' ')[0]} `)}"]`)
      if (isInside || document.activeElement === document.body)
        (find(closed) ?? again())?.focus({ preventScroll: true })
      setEditing(undefined)
    },
    [find, query],
  )

  return { editing, open, close, find, unsaved, refusals, refuse: () => setRefusals(count => count + 1) }
}
