import type { Title } from '@kinora/core'
import { Ellipsis } from 'lucide-react'
import { useIdle } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { BackLink, PageHeader } from '../../ui/frame/page-header.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LazyMount } from '../../ui/lazy-mount.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { useVideoUpload } from '../files/use-video-upload.ts'
import { type TitleMenuOptions, titleMenuGroups } from '../list/title-menu-actions.tsx'
import type { TitleActions } from '../list/use-title-actions.ts'
import { TitleBadge } from '../title-badge.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'

const FavouriteToggle = lazyPart(async () => ({
  default: (await import('../../favourites/favourite-toggle.tsx')).FavouriteToggle,
}))

export interface TitleEditorHeaderProps {
  listHref?: string
  actions: TitleActions
  onTakeOff: TitleMenuOptions['onTakeOff']
  onHistory: () => void
}

/** The name as it is being written, where the title stands, and what else can be done with it. */
export function TitleEditorHeader({ listHref, actions, onTakeOff, onHistory }: TitleEditorHeaderProps) {
  const { moment } = useDates()
  const { title } = useEditor()
  const isIdle = useIdle()
  const { text } = useTitleEditorTexts()
  const name = useDraftValue('className').trim()
  const upload = useVideoUpload(title?.tag)
  return (
    <PageHeader
      back={<BackLink href={listHref}>{text('ui.editor.back')}</BackLink>}
      title={name || text(title === undefined ? 'ui.editor.newTitle' : 'ui.titles.untitled')}
      aside={
        title === undefined ? null : (
          <span className="kn-title-editor-badge">
            <TitleBadge title={title} upload={upload} />
          </span>
        )
      }
      text={
        title === undefined
          ? text('ui.editor.newText')
          : `${title.tag} · ${text('ui.editor.changed', { date: moment(title.updatedDate) })}`
      }
      actions={
        title === undefined ? null : (
          <>
            <LazyMount when={isIdle}>
              <FavouriteToggle title={title} />
            </LazyMount>
            <MoreActions {...{ title, actions, onTakeOff, onHistory }} />
          </>
        )
      }
    />
  )
}

interface MoreActionsProps {
  title: Title
  actions: TitleActions
  onTakeOff: TitleMenuOptions['onTakeOff']
  onHistory: () => void
}

function MoreActions({ title, actions, onTakeOff, onHistory }: MoreActionsProps) {
  const texts = useTitleEditorTexts()
  return (
    <Menu
      trigger={
        <IconButton
          variant="secondary"
          size="normal"
          label={texts.text('ui.editor.actions')}
          icon={<Ellipsis size={16} aria-hidden="true" />}
          tooltip={false}
        />
      }
      groups={titleMenuGroups(title, {
        ...{ actions, texts, onTakeOff },
        onHistory: { label: texts.text('ui.editor.history'), onSelect: onHistory },
      })}
    />
  )
}
