import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { LazyBoundary, lazyPart } from '../lazy-part.tsx'
import type { TooltipLiveProps } from './lazy-tooltip.tsx'

export interface TooltipProps {
  text: ReactNode
  /** The element that the tooltip belongs to; it hands its handlers on to its element. */
  children: ReactElement
  placement?: TooltipLiveProps['placement']
  /** Milliseconds under the pointer until it shows. */
  delay?: number
  /** Shows on a press too, where it says something that stands nowhere else. */
  onPress?: boolean
}

const LazyTooltip = lazyPart(async () => ({ default: (await import('./lazy-tooltip.tsx')).LiveTooltip }))

/** A short explanation on hover and focus; never the only place of a fact. */
export function Tooltip({ text, children, placement = 'top', delay = 400, onPress = false }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (element: HTMLElement, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setAnchor(element)
      setOpen(true)
    }, after)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const own = (children as ReactElement<Record<string, ((event: unknown) => void) | undefined>>).props
  const both = <Event,>(name: string, act: (event: Event) => void) => ({
    [name](event: Event) {
      own[name]?.(event)
      act(event)
    },
  })
  const subject = cloneElement(children as ReactElement<Record<string, unknown>>, {
    ...both('onMouseEnter', (event: MouseEvent<HTMLElement>) => show(event.currentTarget, delay)),
    ...both('onMouseLeave', hide),
    ...both('onFocus', (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible, :has(:focus-visible)')) show(event.currentTarget, 0)
    }),
    ...both('onBlur', hide),
    ...both('onClick', (event: MouseEvent<HTMLElement>) => {
      if (onPress) show(event.currentTarget, 0)
      else hide()
    }),
  })
  return (
    <>
      {subject}
      {anchor ? (
        <LazyBoundary>
          <LazyTooltip anchor={anchor} open={open} placement={placement} onClose={hide}>
            {text}
          </LazyTooltip>
        </LazyBoundary>
      ) : null}
    </>
  )
}
