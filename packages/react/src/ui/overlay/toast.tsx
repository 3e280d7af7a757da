import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../button.tsx'
import { scrollClearOfMessages } from '../ensure-visible.ts'
import { IconButton } from '../icon-button.tsx'

export type ToastTone = 'positive' | 'negative' | 'warning' | 'info'

export interface ToastContent {
  text: string
  tone?: ToastTone
  /** Stays until dismissed. */
  sticky?: boolean
  /** How long it stays, in ms, where that isn't the region's own timing. */
  duration?: number
  /** Its words were announced where it was done: it isn't read out once more. */
  isSaid?: boolean
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
  isSaid,
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
      aria-live={isSaid ? 'off' : undefined}
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

export interface Toasts {
  /** Shows a message and returns its id. */
  show: (toast: ToastContent) => number
  dismiss: (id: number) => void
}

const ToastContext = createContext<Toasts | null>(null)

/** The way to show a toast from anywhere below a ToastProvider. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it')
  return toasts
}

export interface ToastProviderProps {
  /** The name of the region. */
  label: string
  dismissLabel: string
  /** How long a text stays, in ms: the caller's timing. */
  duration: (text: string) => number
  /** The most at a time; older ones leave first. */
  limit?: number
  children: ReactNode
}

/** Holds the messages of one tree and shows them at the bottom start. */
export function ToastProvider({ label, dismissLabel, duration, limit = 4, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<(ToastContent & { id: number })[]>([])
  const count = useRef(0)
  const dismiss = useCallback((id: number) => setToasts(all => all.filter(toast => toast.id !== id)), [])
  const show = useCallback(
    (toast: ToastContent) => {
      count.current += 1
      const id = count.current
      setToasts(all => [...all, { ...toast, id }].slice(-limit))
      return id
    },
    [limit],
  )
  const value = useMemo(() => ({ show, dismiss }), [show, dismiss])
  const region = useRef<HTMLElement>(null)
  const isCovering = toasts.length > 0
  useEffect(() => {
    if (!isCovering) return
    const uncover = () => {
      const { activeElement } = document
      // Under a pointer nothing moves: its click would land beside.
      if (activeElement?.matches(':focus-visible')) scrollClearOfMessages(activeElement)
    }
    uncover()
    document.addEventListener('focusin', uncover)
    const { current } = region
    return () => {
      document.removeEventListener('focusin', uncover)
      // The next message begins on its own side.
      current?.removeAttribute('data-aside')
    }
  }, [isCovering])
  return (
    <ToastContext.Provider value={value}>
      {children}
      {/* Live before the first is in it: one that comes together with its words is often not read out. */}
      <section
        ref={region}
        className="kn-toasts"
        aria-label={label}
        aria-live="polite"
        aria-relevant="additions"
      >
        {toasts.map(({ id, ...toast }) => (
          <Toast
            key={id}
            {...toast}
            duration={toast.duration ?? duration(toast.text)}
            dismissLabel={dismissLabel}
            onDismiss={() => dismiss(id)}
          />
        ))}
      </section>
    </ToastContext.Provider>
  )
}

/** Whether messages go by themselves after their time, or stay until they are dismissed or the next one comes. */
export type MessageTime = 'pass' | 'stay'

export const MessageTimeContext = createContext<MessageTime>('pass')

/** The time that a message has, in ms; `null` where the host lets messages stay (WCAG 2.2.1 timing adjustable). */
export function useMessageTime(duration: number): number | null {
  return useContext(MessageTimeContext) === 'stay' ? null : duration
}
