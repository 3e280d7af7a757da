import { type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import { useRootMark } from '../room.ts'

export interface StickyBarProps {
  label: string
  /** Whether there is anything to save and when it was saved; read out when it changes. */
  status?: ReactNode
  /** Not read out: a toast says it too. */
  isQuiet?: boolean
  /** Save, publish. */
  actions: ReactNode
  className?: string
}

/** The bar at the foot of a form. */
export function StickyBar({ label, status, isQuiet, actions, className }: StickyBarProps) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  useRootMark('stickyBar', bar)
  return (
    <section ref={setBar} className={classes('kn-sticky-bar', className)} aria-label={label}>
      {/* Publish goes with what it did: the focus then waits here, where that is said. */}
      <div
        className="kn-sticky-bar-status"
        role="status"
        aria-live={isQuiet ? 'off' : undefined}
        tabIndex={-1}
        data-focus-fallback
      >
        {status}
      </div>
      <div className="kn-sticky-bar-actions">{actions}</div>
    </section>
  )
}

export interface ToolbarProps {
  /** Search, chips, "Add filter". */
  children: ReactNode
  /** "312 titles"; read out when it changes. */
  count?: ReactNode
  end?: ReactNode
  className?: string
}

/** The bar above a list. */
export function Toolbar({ children, count, end, className }: ToolbarProps) {
  return (
    <div className={classes('kn-toolbar', className)}>
      {children}
      <div className="kn-toolbar-end">
        <span className="kn-toolbar-count" role="status">
          {count}
        </span>
        {end}
      </div>
    </div>
  )
}
