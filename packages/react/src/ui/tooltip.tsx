import * as Ariakit from '@ariakit/react'
import type { ReactElement, ReactNode } from 'react'

export interface TooltipProps {
  text: ReactNode
  /** The element that the tooltip belongs to; it must take a ref. */
  children: ReactElement
  placement?: Ariakit.TooltipProviderProps['placement']
}

/** A short explanation on hover and focus; never the only place of a fact. */
export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <Ariakit.TooltipProvider placement={placement} timeout={400}>
      <Ariakit.TooltipAnchor render={children} />
      <Ariakit.Tooltip className="kn-tooltip" portal gutter={6} unmountOnHide>
        {text}
      </Ariakit.Tooltip>
    </Ariakit.TooltipProvider>
  )
}
