import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useState,
} from 'react'
import type { LinkComponent } from '../frame/link.tsx'
import { CancelWhileLoading } from '../lazy-mount.tsx'
import { LazyBoundary, lazyPart } from '../lazy-part.tsx'

export interface MenuAction {
  label: string
  icon?: ReactNode
  help?: string
  shortcut?: string
  tone?: 'normal' | 'negative'
  disabled?: boolean
  /** Given, the entry is one of several of which one is chosen. */
  checked?: boolean
  onSelect?: () => void
  /** Given, the entry is a link. */
  href?: string
}

export interface MenuGroup {
  heading?: string
  actions: readonly MenuAction[]
}

export interface MenuProps {
  /** The button that opens it: `<Button>` or `<IconButton>`. */
  trigger: ReactElement
  /** Groups are divided by a line; a function is asked once the menu opens, which spares a row of a table the work. */
  groups: readonly MenuGroup[] | (() => readonly MenuGroup[])
  /** The name, where the trigger's name doesn't serve. */
  label?: string
  /** Above the entries: who is signed in, for example. */
  header?: ReactNode
  placement?: 'bottom-start' | 'bottom-end'
  linkComponent?: LinkComponent
}

const load = () => import('./lazy-menu.tsx')
const LazyMenu = lazyPart(async () => ({ default: (await load()).LiveMenu }))

const arrows: Readonly<Record<string, 'first' | 'last'>> = { ArrowDown: 'first', ArrowUp: 'last' }

/** A menu of actions: of a row, of an account, of "add filter". Closed it is its button and nothing more. */
export function Menu({ trigger, placement = 'bottom-end', ...rest }: MenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const [initialFocus, setInitialFocus] = useState<'container' | 'first' | 'last'>('container')
  const show = (element: HTMLElement, focus: typeof initialFocus) => {
    setAnchor(element)
    setInitialFocus(focus)
    setOpen(true)
  }
  const prepare = () => void load().catch(() => undefined)
  const button = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick(event: MouseEvent<HTMLElement>) {
      if (open) setOpen(false)
      else show(event.currentTarget, event.detail === 0 ? 'first' : 'container')
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const focus = arrows[event.key]
      if (focus === undefined || open) return
      event.preventDefault()
      show(event.currentTarget, focus)
    },
  })
  return (
    <>
      {button}
      {anchor ? (
        <LazyBoundary
          fallback={open ? <CancelWhileLoading opener={anchor} onCancel={() => setOpen(false)} /> : null}
        >
          <LazyMenu
            {...rest}
            id={id}
            anchor={anchor}
            open={open}
            initialFocus={initialFocus}
            placement={placement}
            onClose={() => setOpen(false)}
          />
        </LazyBoundary>
      ) : null}
    </>
  )
}
