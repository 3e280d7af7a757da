import { type ButtonHTMLAttributes, forwardRef, type MouseEvent, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import { type LinkComponent, type LinkProps, useLink } from './frame/link.tsx'
import { ProgressRing } from './status/progress.tsx'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'compact' | 'normal'
  /** Before the words. */
  icon?: ReactNode
  /** After the words. */
  iconEnd?: ReactNode
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows a turning ring and ignores presses, keeping the focus where it is. */
  loading?: boolean
  [data: `data-${string}`]: string | undefined
}

/**
 * A button; `disabled` keeps it out of reach, `loading` keeps it in reach but idle. Where it is disabled by its own press
 * (Save, Undo) it stays in reach until the focus goes on: Chromium would drop the focus onto the page.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size = 'normal', icon, iconEnd, loading, className, children, onClick, ...rest },
  ref,
) {
  const [hasFocus, setFocus] = useState(false)
  const isHeld = rest.disabled && hasFocus
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || isHeld) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      {...rest}
      ref={ref}
      className={classes('kn-button', className)}
      data-variant={variant}
      data-size={size}
      disabled={rest.disabled && !hasFocus}
      aria-busy={loading || undefined}
      aria-disabled={loading || isHeld || rest['aria-disabled']}
      onClick={press}
    >
      {loading ? <ProgressRing /> : icon}
      {children}
      {iconEnd}
    </button>
  )
})

export interface ButtonLinkProps extends LinkProps, ButtonLook {
  linkComponent?: LinkComponent
}

/** A link that looks like a button: it goes somewhere, so it is a link. */
export function ButtonLink(props: ButtonLinkProps) {
  const {
    variant = 'secondary',
    size = 'normal',
    icon,
    iconEnd,
    linkComponent,
    className,
    children,
    ...rest
  } = props
  const Link = useLink(linkComponent)
  return (
    <Link {...rest} className={classes('kn-button', className)} data-variant={variant} data-size={size}>
      {icon}
      {children}
      {iconEnd}
    </Link>
  )
}
