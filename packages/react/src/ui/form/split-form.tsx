import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

export interface SplitFormProps {
  /** Cards with fields; at most 880 px wide. */
  children: ReactNode
  /** Sticky beside the form where there is room, after it where there isn't. */
  aside?: ReactNode
  asideLabel?: string
  /** Where there is no room beside the form, it comes before it. */
  asideFirst?: boolean
  className?: string
}

/** A form in one column, with what belongs beside it: cover, player, status, checklist. */
export function SplitForm({ children, aside, asideLabel, asideFirst, className }: SplitFormProps) {
  return (
    <div className={classes('kn-split', className)}>
      <div className="kn-split-columns" data-aside={aside ? (asideFirst ? 'first' : '') : undefined}>
        <div className="kn-split-form">{children}</div>
        {aside ? (
          <aside className="kn-split-aside" aria-label={asideLabel}>
            {aside}
          </aside>
        ) : null}
      </div>
    </div>
  )
}

export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode
  actions?: ReactNode
}

/** A group of fields or facts on a raised surface, by its title: fields of the same name may stand in several. */
export function Card({ title, actions, className, children, ...rest }: CardProps) {
  const id = useId()
  const group = title ? { role: 'group', 'aria-labelledby': id } : {}
  return (
    <section {...group} {...rest} className={classes('kn-card', className)}>
      {title || actions ? (
        <div className="kn-page-row">
          <h2 id={id} className="kn-card-title">
            {title}
          </h2>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** Fields side by side where there is room. */
export function FieldColumns({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classes('kn-card-columns', className)} />
}
