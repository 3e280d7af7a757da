import * as Ariakit from '@ariakit/react'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { type LinkComponent, useLink } from './link.tsx'

export interface MenuAction {
  label: string
  icon?: ReactNode
  help?: string
  shortcut?: string
  tone?: 'normal' | 'negative'
  disabled?: boolean
  /** Given, the entry is one of several to be switched on and off. */
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
  /** Groups are divided by a line. */
  groups: readonly MenuGroup[]
  /** The name, where the trigger's name doesn't serve. */
  label?: string
  /** Above the entries: who is signed in, for example. */
  header?: ReactNode
  placement?: Ariakit.MenuProviderProps['placement']
  linkComponent?: LinkComponent
}

/** A menu of actions: of a row, of an account, of "add filter". */
export function Menu({ trigger, groups, label, header, placement = 'bottom-end', linkComponent }: MenuProps) {
  return (
    <Ariakit.MenuProvider placement={placement}>
      <Ariakit.MenuButton render={trigger} />
      <Ariakit.Menu className="kn-popover" portal gutter={4} unmountOnHide aria-label={label}>
        {header ? (
          <div className="kn-popover-header" role="presentation">
            {header}
          </div>
        ) : null}
        {groups.map((group, index) => (
          <Group
            key={group.heading ?? index}
            group={group}
            first={index === 0}
            linkComponent={linkComponent}
          />
        ))}
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
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
    <Ariakit.MenuItem {...shared} role="menuitemcheckbox" aria-checked={action.checked} hideOnClick={false}>
      {words}
    </Ariakit.MenuItem>
  )
}
