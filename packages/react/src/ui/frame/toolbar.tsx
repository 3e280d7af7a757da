import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

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
