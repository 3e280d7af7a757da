import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { forwardRef, type HTMLAttributes, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'

export interface BannerProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  tone?: 'info' | 'positive' | 'warning' | 'negative'
  title?: ReactNode
  actions?: ReactNode
  onDismiss?: () => void
  dismissLabel?: string
}

const icons = { info: Info, positive: CircleCheck, warning: TriangleAlert, negative: CircleAlert }

/** A message that belongs to the page; a failure is an alert. With `tabIndex={-1}` an error summary can take the focus. */
export const Banner = forwardRef<HTMLDivElement, BannerProps>(function Banner(props, ref) {
  const { tone = 'info', title, actions, onDismiss, dismissLabel, className, children, ...rest } = props
  const Icon = icons[tone]
  return (
    <div
      role={tone === 'negative' ? 'alert' : 'status'}
      {...rest}
      ref={ref}
      className={classes('kn-banner', className)}
      data-tone={tone}
    >
      <Icon size={16} aria-hidden="true" />
      <div className="kn-banner-body">
        {title ? <p className="kn-banner-title">{title}</p> : null}
        {children}
      </div>
      {actions ? <div className="kn-banner-actions">{actions}</div> : null}
      {onDismiss && dismissLabel ? (
        <IconButton label={dismissLabel} icon={<X size={14} aria-hidden="true" />} onClick={onDismiss} />
      ) : null}
    </div>
  )
})
