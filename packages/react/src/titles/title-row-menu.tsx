import type { Title } from '@kinora/core'
import { Ellipsis } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { titleMenuGroups } from './title-menu-actions.tsx'
import type { TitleActions } from './use-title-actions.ts'

export interface TitleRowMenuProps {
  title: Title
  actions: TitleActions
  titleHref: (tag: string) => string
  onDelete: (title: Title) => void
}

/** The menu at the end of a title's row. */
export function TitleRowMenu({ title, actions, titleHref, onDelete }: TitleRowMenuProps) {
  const texts = useTexts()
  return (
    <Menu
      trigger={
        <IconButton
          label={texts.text('ui.titles.actionsOf', { name: title.className })}
          icon={<Ellipsis size={16} aria-hidden="true" />}
          tooltip={false}
        />
      }
      groups={() => titleMenuGroups(title, { actions, texts, titleHref, onDelete })}
    />
  )
}
