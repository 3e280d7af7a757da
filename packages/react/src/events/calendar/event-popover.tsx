import * as Ariakit from '@ariakit/react'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useEventTexts } from '../texts.ts'
import type { Editing, Editor } from './use-editor.ts'

interface EventPopoverProps {
  editor: Editor
  editing: Editing
  /** What is scrolled: what lies outside of it isn’t seen. */
  around: RefObject<HTMLElement | null>
  title: ReactNode
  children: ReactNode
}

/**
 * A dialog that isn’t modal, beside what it is about: on a side where there is room, else below or above. Escape closes it, and a
 * press elsewhere too while there is nothing to lose.
 */
export function EventPopover({ editor, editing, around, title, children }: EventPopoverProps) {
  const { text } = useEventTexts()
  const close = () => editor.close(editing)
  const store = Ariakit.usePopoverStore({
    open: true,
    setOpen: next => next || close(),
    placement: editing.kind === 'class' || editing.anchor === 'slot' ? 'right-start' : 'bottom-start',
  })
  const last = useRef({ x: 0, y: 0, width: 0, height: 0 })
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => store.setAnchorElement(editor.find(editing)), [store, editor.find, editing])
  const titleId = useId()
  const { refusals } = editor
  // Pressed elsewhere with something to lose: where it is.
  useEffect(() => {
    if (refusals > 0) body.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [refusals])
  return (
    <Ariakit.Popover
      store={store}
      className="kn-popover kn-event-popover"
      aria-labelledby={titleId}
      portal
      fixed
      gutter={8}
      flip="left-start bottom-start top-start"
      overflowPadding={8}
      getAnchorRect={() => {
        const anchor = editor.find(editing)
        if (anchor !== null) last.current = seenOf(anchor, around.current)
        return last.current
      }}
      hideOnInteractOutside={event => {
        // Who tabs out of it may come back, and a page that has just come takes the focus; a press that would close it is answered.
        if (event.type === 'focusin') return false
        const isUnsaved = editor.unsaved.current !== undefined
        if (isUnsaved) editor.refuse()
        return !isUnsaved
      }}
      autoFocusOnHide={false}
    >
      <div className="kn-event-popover-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton
          label={text('ui.close')}
          icon={<X size={16} aria-hidden="true" />}
          tooltip={false}
          onClick={close}
        />
      </div>
      <div ref={body} className="kn-event-popover-body">
        {children}
      </div>
      <p role="status" className="kn-event-popover-note">
        {refusals === 0 ? '' : text('ui.events.unsaved')}
      </p>
    </Ariakit.Popover>
  )
}

/** The part of it that is in sight, or the edge that it lies beyond. */
function seenOf(anchor: HTMLElement, around: HTMLElement | null) {
  const { left, right, top, bottom } = anchor.getBoundingClientRect()
  const outer = around?.getBoundingClientRect() ?? { top, bottom, left, right }
  const within = (value: number, from: number, to: number, end: number) =>
    Math.min(to, end, Math.max(from, 0, value))
  const across = (value: number) => within(value, outer.left, outer.right, innerWidth)
  const down = (value: number) => within(value, outer.top, outer.bottom, innerHeight)
  const [x, y] = [across(left), down(top)]
  return { x, y, width: across(right) - x, height: down(bottom) - y }
}
