import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { useMessageTime } from './message-time.ts'

export type ToastTone = 'positive' | 'negative' | 'warning' | 'info'

export interface ToastContent {
  text: string
  tone?: ToastTone
  /** Stays until dismissed. */
  sticky?: boolean
  /** How long it stays, in ms, where that isn't the region's own timing. */
  duration?: number
  /** Undo, open, try again; pressing it dismisses the toast. */
  action?: { label: string; onSelect: () => void }
}

export interface ToastProps extends ToastContent {
  /** In ms; the time stops under pointer or focus. */
  duration: number
  dismissLabel: string
  onDismiss: () => void
}

const icons: Record<ToastTone, ReactNode> = {
  positive: <CircleCheck size={16} aria-hidden="true" />,
  negative: <CircleAlert size={16} aria-hidden="true" />,
  warning: <TriangleAlert size={16} aria-hidden="true" />,
  info: <Info size={16} aria-hidden="true" />,
}

/** One message; a failure interrupts (alert), everything else waits its turn in the region. */
export function Toast({
  text,
  tone = 'info',
  sticky,
  action,
  duration,
  dismissLabel,
  onDismiss,
}: ToastProps) {
  const [over, setOver] = useState(false)
  const [focused, setFocused] = useState(false)
  const before = useRef<EventTarget | null>(null)
  const time = useMessageTime(duration)
  useCountdown(sticky || over || focused ? null : time, onDismiss)
  const dismiss = () => {
    // Back to where one was before one came here.
    if (before.current instanceof HTMLElement) before.current.focus()
    onDismiss()
  }
  const hold = {
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      setFocused(true)
      if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget
    },
    onBlur: () => setFocused(false),
    onKeyDown: ({ key }: KeyboardEvent) => void (key === 'Escape' && dismiss()),
  }
  return (
    <div
      {...hold}
      className="kn-toast"
      data-tone={tone}
      role={tone === 'negative' ? 'alert' : undefined}
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
    >
      {icons[tone]}
      <span className="kn-toast-text">{text}</span>
      {action ? (
        <Button
          variant="quiet"
          size="compact"
          className="kn-toast-action"
          onClick={() => {
            dismiss()
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton
        label={dismissLabel}
        icon={<X size={14} aria-hidden="true" />}
        tooltip={false}
        onClick={dismiss}
      />
    </div>
  )
}

/** Runs `done` once the time is over; `null` stops the clock and keeps what was left. */
function useCountdown(duration: number | null, done: () => void) {
  const left = useRef<number | null>(null)
  const latest = useRef(done)
  latest.current = done
  useEffect(() => {
    if (duration === null) return
    const started = Date.now()
    const wait = left.current ?? duration
    const timer = setTimeout(() => latest.current(), wait)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, wait - (Date.now() - started))
    }
  }, [duration])
}
