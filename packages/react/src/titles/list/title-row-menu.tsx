import type { Title } from '@kinora/core'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { EllipsisIcon } from '../../ui/table/row-icons.tsx'
import type { TitleTexts } from '../texts.ts'
import { type TitleMenuOptions, titleMenuGroups } from './title-menu-actions.tsx'
import type { TitleActions } from './use-title-actions.ts'

export interface TitleRowMenuProps {
  title: Title
  /** Of the list: rows that ask for themselves cost it a subscription each. */
  texts: TitleTexts
  actions: TitleActions
  titleHref: (tag: string) => string
  onTakeOff: TitleMenuOptions['onTakeOff']
}

/** The menu at the end of a title's row. */
export function TitleRowMenu({ title, texts, actions, titleHref, onTakeOff }: TitleRowMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          label={texts.text('ui.titles.actionsOf', { name: title.className })}
          icon={<EllipsisIcon size={16} />}
          tooltip={false}
        />
      }
      groups={() => titleMenuGroups(title, { actions, texts, titleHref, onTakeOff })}
    />
  )
}
