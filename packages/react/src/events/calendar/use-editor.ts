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
  const isDirty = useRef(false)
  const current = useRef(editing)
  current.current = editing

  const open = useCallback((next: Editing) => {
    if (current.current !== undefined && isDirty.current) return setRefusals(count => count + 1)
    isDirty.current = false
    setRefusals(0)
    setEditing(next)
  }, [])

  /** What it stands beside; after a change, the same event where it is now. */
  const find = useCallback(
    ({ anchor }: Editing): HTMLElement | null => {
      const [eventId] = anchor.split(' ')
      return (
        root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(anchor)}"]`) ??
        root.current?.querySelector<HTMLElement>(`[data-key^="${CSS.escape(`${eventId} `)}"]`) ??
        null
      )
    },
    [root],
  )

  /** Closes it where it is about this still; the focus goes back unless it is elsewhere by now. */
  const close = useCallback(
    (closed: Editing) => {
      if (current.current !== closed) return
      isDirty.current = false
      const isInside = document.activeElement?.closest('.kn-event-popover') != null
      if (isInside || document.activeElement === document.body) find(closed)?.focus({ preventScroll: true })
      setEditing(undefined)
    },
    [find],
  )

  return { editing, open, close, find, isDirty, refusals, refuse: () => setRefusals(count => count + 1) }
}
