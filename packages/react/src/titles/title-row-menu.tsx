import type { Title } from '@kinora/core'
import { Ban, Copy, Ellipsis, EyeOff, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, type MenuAction } from '../ui/menu.tsx'
import {
  canCancel,
  canProcessAgain,
  canPublish,
  canUnpublish,
  type TitleActions,
} from './use-title-actions.ts'

export interface TitleRowMenuProps {
  title: Title
  actions: TitleActions
  titleHref: (tag: string) => string
  onDelete: (title: Title) => void
}

const icon = (Icon: typeof Pencil) => <Icon size={16} aria-hidden="true" />

/** What can be done to one title now; acts its status does not allow are left out. */
export function TitleRowMenu({ title, actions, titleHref, onDelete }: TitleRowMenuProps) {
  const { text } = useTexts()
  const entries: (MenuAction | false)[] = [
    { label: text('ui.titles.edit'), icon: icon(Pencil), href: titleHref(title.tag) },
    canPublish(title) && {
      label: text('ui.titles.publish'),
      icon: icon(Send),
      onSelect: () => void actions.publish([title], true),
    },
    canUnpublish(title) && {
      label: text('ui.titles.unpublish'),
      icon: icon(EyeOff),
      onSelect: () => void actions.publish([title], false),
    },
    canProcessAgain(title) && {
      label: text('ui.titles.tryAgain'),
      icon: icon(RotateCcw),
      onSelect: () => void actions.processAgain(title),
    },
    canCancel(title) && {
      label: text('ui.titles.cancelProcessing'),
      icon: icon(Ban),
      onSelect: () => void actions.cancel(title),
    },
    { label: text('ui.titles.copyTag'), icon: icon(Copy), onSelect: () => void actions.copyTag(title) },
  ]
  return (
    <Menu
      trigger={
        <IconButton
          label={text('ui.titles.actionsOf', { name: title.className })}
          icon={icon(Ellipsis)}
          tooltip={false}
        />
      }
      groups={[
        { actions: entries.filter(entry => entry !== false) },
        {
          actions: [
            {
              label: text('ui.titles.delete'),
              icon: icon(Trash2),
              tone: 'negative',
              onSelect: () => onDelete(title),
            },
          ],
        },
      ]}
    />
  )
}
