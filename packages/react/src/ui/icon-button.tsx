import { forwardRef, type ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip, type TooltipProps } from './overlay/tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd' | 'aria-label'> {
  /** The name, shown as a tooltip too. */
  label: string
  icon: ReactNode
  placement?: TooltipProps['placement']
  /** Only where the same words stand right beside it. */
  tooltip?: boolean
}

/** An icon with a name: quiet and compact by default. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, icon, placement, tooltip = true, variant = 'quiet', size = 'compact', loading, ...rest },
  ref,
) {
  const button = (
    <Button
      {...rest}
      ref={ref}
      variant={variant}
      size={size}
      loading={loading}
      aria-label={label}
      data-icon-only=""
    >
      {loading ? null : icon}
    </Button>
  )
  if (!tooltip) return button
  return (
    <Tooltip text={label} placement={placement}>
      {button}
    </Tooltip>
  )
})
