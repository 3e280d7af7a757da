import type { CommonKey } from '@kinora/core'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { Avatar } from '../ui/frame/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/overlay/menu.tsx'

export type Theme = 'system' | 'light' | 'dark'

export interface AccountMenuProps {
  theme?: Theme
  /** Given, the menu offers the choice of appearance. */
  onThemeChange?: (theme: Theme) => void
  onSignedOut?: () => void
}

const themes: readonly { value: Theme; key: CommonKey; icon: typeof Sun }[] = [
  { value: 'system', key: 'ui.account.themeSystem', icon: Monitor },
  { value: 'light', key: 'ui.account.themeLight', icon: Sun },
  { value: 'dark', key: 'ui.account.themeDark', icon: Moon },
]

/** AUTH-08: who is signed in, as what, and the way out. */
export function AccountMenu({ theme = 'system', onThemeChange, onSignedOut }: AccountMenuProps) {
  const user = useUser()
  const { session } = useKinora()
  const { text } = useTexts()
  const logout = () => void session.logout().then(onSignedOut)
  const appearance = themes.map(({ value, key, icon: Icon }) => ({
    label: text(key),
    icon: <Icon size={16} aria-hidden="true" />,
    checked: theme === value,
    onSelect: () => onThemeChange?.(value),
  }))
  return (
    <Menu
      trigger={
        <IconButton
          label={text('ui.account.menu', { name: user.displayName })}
          icon={<Avatar name={user.displayName} decorative />}
          tooltip={false}
        />
      }
      header={
        <span className="kn-account">
          <strong>{user.displayName}</strong>
          <span>{user.email}</span>
          <span className="kn-account-role">{text(`role.long.${user.role}`)}</span>
        </span>
      }
      groups={[
        ...(onThemeChange ? [{ heading: text('ui.account.theme'), actions: appearance }] : []),
        {
          actions: [
            {
              label: text('ui.account.logout'),
              icon: <LogOut size={16} aria-hidden="true" />,
              onSelect: logout,
            },
          ],
        },
      ]}
    />
  )
}
