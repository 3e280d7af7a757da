import type { CommonKey } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { Avatar } from '../ui/frame/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { useUploadState } from '../uploads/use-uploads.ts'

export type Theme = 'system' | 'light' | 'dark'

export interface AccountMenuProps {
  theme?: Theme
  /** Given, the menu offers the choice of appearance. */
  onThemeChange?: (theme: Theme) => void
  onSignedOut?: () => void
  /** Carries the way out out, or asks first: what is on the page may not be saved. */
  leave?: (act: () => void) => void
}

const themes: readonly { value: Theme; key: CommonKey; icon: typeof Sun }[] = [
  { value: 'system', key: 'ui.account.themeSystem', icon: Monitor },
  { value: 'light', key: 'ui.account.themeLight', icon: Sun },
  { value: 'dark', key: 'ui.account.themeDark', icon: Moon },
]

/** AUTH-08: who is signed in, as what, and the way out. */
export function AccountMenu(props: AccountMenuProps) {
  const { theme = 'system', onThemeChange, onSignedOut, leave = atOnce } = props
  const user = useUser()
  const { session } = useKinora()
  const { text } = useTexts()
  const [asking, setAsking] = useState(false)
  const uploading = useUploadState(({ items }) => items.filter(isSending).length)
  const logout = () => leave(() => void session.logout().then(onSignedOut))
  const appearance = themes.map(({ value, key, icon: Icon }) => ({
    label: text(key),
    icon: <Icon size={16} aria-hidden="true" />,
    checked: theme === value,
    onSelect: () => onThemeChange?.(value),
  }))
  return (
    <>
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
                onSelect: () => (uploading > 0 ? setAsking(true) : logout()),
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          logout()
        }}
        title={text('ui.account.uploadingTitle', { count: uploading })}
        text={text('ui.account.uploadingText')}
        confirmLabel={text('ui.account.logout')}
        cancelLabel={text('ui.account.stay')}
        closeLabel={text('ui.close')}
      />
    </>
  )
}

const atOnce = (act: () => void) => act()

const isSending = ({ state }: UploadItem): boolean =>
  ['waiting', 'starting', 'uploading', 'retrying'].includes(state.kind)
