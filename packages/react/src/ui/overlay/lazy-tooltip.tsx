import * as Ariakit from '@ariakit/react'
import { type ReactNode, useLayoutEffect } from 'react'

export interface TooltipLiveProps {
  anchor: HTMLElement
  open: boolean
  onClose: () => void
  placement: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

/** The words of a tooltip while they show. */
export function LiveTooltip({ anchor, open, onClose, placement, children }: TooltipLiveProps) {
  const store = Ariakit.useTooltipStore({ open, setOpen: next => next || onClose(), placement })
  useLayoutEffect(() => store.setAnchorElement(anchor), [store, anchor])
  return (
    <Ariakit.Tooltip store={store} className="kn-tooltip" portal gutter={6} unmountOnHide>
      {children}
    </Ariakit.Tooltip>
  )
}
