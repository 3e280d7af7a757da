import type { CommonKey } from '@kinora/core'
import {
  Bot,
  ExternalLink,
  KeyRound,
  LogOut,
  MessageSquare,
  Monitor,
  Moon,
  Sun,
  Timer,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useKinora, useUser } from '../kernel/provider.tsx'
import { useSiteHref } from '../kernel/site-link.tsx'
import { Avatar } from '../ui/frame/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LazyMount } from '../ui/lazy-mount.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import type { MessageTime } from '../ui/overlay/toast.tsx'
import { SignOut } from './sign-out.tsx'

export type Theme = 'system' | 'light' | 'dark'

export interface AccountMenuProps {
  theme?: Theme
  /** Given, the menu offers the choice of appearance. */
  onThemeChange?: (theme: Theme) => void
  /** As `KinoraRoot` has it. */
  messages?: MessageTime
  /** Given, the menu offers that messages stay until they are dismissed (WCAG 2.2.1). */
  onMessagesChange?: (messages: MessageTime) => void
  onSignedOut?: () => void
  /** Where keys and sign-ins are; without it the menu doesn't lead there. */
  keysHref?: string
  /** The same of webhooks. */
  webhooksHref?: string | undefined
  /** Carries the way out out, or asks first: what is on the page may not be saved. */
  leave?: (act: () => void) => void
}

const PasswordDialog = lazyPart(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}))

const themes: readonly { value: Theme; key: CommonKey; icon: typeof Sun }[] = [
  { value: 'system', key: 'ui.account.themeSystem', icon: Monitor },
  { value: 'light', key: 'ui.account.themeLight', icon: Sun },
  { value: 'dark', key: 'ui.account.themeDark', icon: Moon },
]

const messageTimes: readonly { value: MessageTime; key: CommonKey; icon: typeof Sun }[] = [
  { value: 'pass', key: 'ui.account.messagesPass', icon: Timer },
  { value: 'stay', key: 'ui.account.messagesStay', icon: MessageSquare },
]

/** AUTH-08, C-99: who is signed in, as what, the own password, and the way out. */
export function AccountMenu(props: AccountMenuProps) {
  const { theme = 'system', onThemeChange, messages = 'pass', onMessagesChange } = props
  const { onSignedOut, leave, keysHref, webhooksHref } = props
  const user = useUser()
  const { session } = useKinora()
  const { text } = useTexts()
  const siteHref = useSiteHref()
  const [leaving, setLeaving] = useState(false)
  const [changing, setChanging] = useState(false)
  const appearance = themes.map(({ value, key, icon: Icon }) => ({
    label: text(key),
    icon: <Icon size={16} aria-hidden="true" />,
    checked: theme === value,
    onSelect: () => onThemeChange?.(value),
  }))
  const timing = messageTimes.map(({ value, key, icon: Icon }) => ({
    label: text(key),
    icon: <Icon size={16} aria-hidden="true" />,
    checked: messages === value,
    onSelect: () => onMessagesChange?.(value),
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
          ...(onMessagesChange ? [{ heading: text('ui.account.messages'), actions: timing }] : []),
          {
            actions: [
              ...(siteHref
                ? [
                    {
                      label: text('ui.site.see'),
                      icon: <ExternalLink size={16} aria-hidden="true" />,
                      onSelect: () => void window.open(siteHref, '_blank', 'noopener,noreferrer'),
                    },
                  ]
                : []),
              ...(session.keepTokens
                ? [
                    {
                      label: text('ui.account.password'),
                      icon: <KeyRound size={16} aria-hidden="true" />,
                      onSelect: () => setChanging(true),
                    },
                  ]
                : []),
              ...(keysHref
                ? [
                    {
                      label: text('ui.account.keys'),
                      icon: <Bot size={16} aria-hidden="true" />,
                      href: keysHref,
                    },
                  ]
                : []),
              ...(webhooksHref
                ? [
                    {
                      label: text('ui.account.webhooks'),
                      icon: <Webhook size={16} aria-hidden="true" />,
                      href: webhooksHref,
                    },
                  ]
                : []),
              {
                label: text('ui.account.logout'),
                icon: <LogOut size={16} aria-hidden="true" />,
                onSelect: () => setLeaving(true),
              },
            ],
          },
        ]}
      />
      {leaving ? <SignOut onSignedOut={onSignedOut} leave={leave} onClose={() => setLeaving(false)} /> : null}
      <LazyMount when={changing} onCancel={() => setChanging(false)}>
        <PasswordDialog open={changing} onClose={() => setChanging(false)} />
      </LazyMount>
    </>
  )
}
