import * as Ariakit from '@ariakit/react'
import { Check } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { type LinkComponent, useLink } from '../frame/link.tsx'
import type { MenuAction, MenuGroup, MenuProps } from './menu.tsx'

interface MenuLiveProps extends Omit<MenuProps, 'trigger'> {
  id: string
  /** The button that it belongs to. */
  anchor: HTMLElement
  open: boolean
  /** Where the focus goes when it opens. */
  initialFocus: 'container' | 'first' | 'last'
  onClose: () => void
}

/** The open part of a menu. */
export function LiveMenu(props: MenuLiveProps) {
  const { id, anchor, open, initialFocus, onClose, groups, header, placement, linkComponent } = props
  const store = Ariakit.useMenuStore({ open, setOpen: next => next || onClose(), placement })
  useLayoutEffect(() => {
    store.setAnchorElement(anchor)
    store.setDisclosureElement(anchor)
    if (!open) return
    store.setInitialFocus(initialFocus)
    store.setAutoFocusOnShow(true)
  }, [store, anchor, open, initialFocus])
  return (
    <Ariakit.Menu
      store={store}
      id={id}
      className="kn-popover"
      portal
      fixed
      gutter={4}
      unmountOnHide
      aria-label={props.label ?? anchor.getAttribute('aria-label') ?? anchor.innerText}
    >
      {header ? (
        <div className="kn-popover-header" role="presentation">
          {header}
        </div>
      ) : null}
      {(typeof groups === 'function' ? groups() : groups).map((group, index) => (
        <Group key={group.heading ?? index} group={group} first={index === 0} linkComponent={linkComponent} />
      ))}
    </Ariakit.Menu>
  )
}

function Group({
  group,
  first,
  linkComponent,
}: {
  group: MenuGroup
  first: boolean
  linkComponent?: LinkComponent
}) {
  return (
    <>
      {first ? null : <Ariakit.MenuSeparator className="kn-popover-separator" />}
      <Ariakit.MenuGroup>
        {group.heading ? (
          <Ariakit.MenuGroupLabel className="kn-popover-heading">{group.heading}</Ariakit.MenuGroupLabel>
        ) : null}
        {group.actions.map(action => (
          <Entry key={action.label} action={action} linkComponent={linkComponent} />
        ))}
      </Ariakit.MenuGroup>
    </>
  )
}

function Entry({ action, linkComponent }: { action: MenuAction; linkComponent?: LinkComponent }) {
  const Link = useLink(linkComponent)
  const shared = {
    className: 'kn-option',
    'data-tone': action.tone,
    disabled: action.disabled,
    accessibleWhenDisabled: true,
    onClick: action.onSelect,
  }
  const words = (
    <>
      {action.icon}
      <span className="kn-option-text">
        <span>{action.label}</span>
        {action.help ? <span className="kn-option-help">{action.help}</span> : null}
      </span>
      {action.shortcut ? <span className="kn-option-shortcut">{action.shortcut}</span> : null}
      {action.checked ? <Check className="kn-option-mark" size={16} aria-hidden="true" /> : null}
    </>
  )
  if (action.checked === undefined) {
    const render = action.href === undefined ? undefined : <Link href={action.href} />
    return (
      <Ariakit.MenuItem {...shared} render={render}>
        {words}
      </Ariakit.MenuItem>
    )
  }
  return (
    <Ariakit.MenuItem {...shared} role="menuitemradio" aria-checked={action.checked} hideOnClick={false}>
      {words}
    </Ariakit.MenuItem>
  )
}
