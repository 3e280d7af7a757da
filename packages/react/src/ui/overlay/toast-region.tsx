import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { Toast, type ToastContent } from './toast.tsx'

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
  return (
    <ToastContext.Provider value={value}>
      {children}
      {/* Live before the first is in it: one that comes together with its words is often not read out. */}
      <section className="kn-toasts" aria-label={label} aria-live="polite" aria-relevant="additions">
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
