import type { Title } from '@kinora/core'
import { ArrowLeft, Ban, Copy, Ellipsis, EyeOff, RotateCcw, Trash2 } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useLink } from '../ui/link.tsx'
import { Menu, type MenuAction } from '../ui/menu.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TitleBadge } from './title-badge.tsx'
import { useDraftValue, useEditor } from './title-editor-context.tsx'
import { toMoment } from './title-facts.tsx'
import { useLocalUpload } from './use-local-upload.ts'
import { canCancel, canProcessAgain, canUnpublish, type TitleActions } from './use-title-actions.ts'

export interface TitleEditorHeaderProps {
  listHref?: string
  actions: TitleActions
  onDelete: (title: Title) => void
}

/** The name as it is being written, where the title stands, and what else can be done with it. */
export function TitleEditorHeader({ listHref, actions, onDelete }: TitleEditorHeaderProps) {
  const { title } = useEditor()
  const { text } = useTexts()
  const name = useDraftValue('className').trim()
  const localUpload = useLocalUpload(title?.tag)
  return (
    <PageHeader
      back={<BackLink listHref={listHref} />}
      title={name || text(title === undefined ? 'ui.editor.newTitle' : 'ui.titles.untitled')}
      aside={
        title === undefined ? null : (
          <span className="kn-title-editor-badge">
            <TitleBadge title={title} localUpload={localUpload} />
          </span>
        )
      }
      text={
        title === undefined
          ? text('ui.editor.newText')
          : `${title.tag} · ${text('ui.editor.changed', { date: toMoment(title.updatedDate) })}`
      }
      actions={
        title === undefined ? null : <MoreActions title={title} actions={actions} onDelete={onDelete} />
      }
    />
  )
}

export function BackLink({ listHref }: { listHref?: string }) {
  const Link = useLink()
  const { text } = useTexts()
  if (listHref === undefined) return null
  return (
    <Link className="kn-back" href={listHref}>
      <ArrowLeft className="kn-flip" size={16} aria-hidden="true" />
      {text('ui.editor.back')}
    </Link>
  )
}

const icon = (Icon: typeof Copy) => <Icon size={16} aria-hidden="true" />

function MoreActions({
  title,
  actions,
  onDelete,
}: {
  title: Title
  actions: TitleActions
  onDelete: (title: Title) => void
}) {
  const { text } = useTexts()
  const entries: (MenuAction | false)[] = [
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
  const remove: MenuAction = {
    label: text('ui.titles.delete'),
    icon: icon(Trash2),
    tone: 'negative',
    onSelect: () => onDelete(title),
  }
  return (
    <Menu
      trigger={
        <IconButton
          variant="secondary"
          size="normal"
          label={text('ui.editor.actions')}
          icon={icon(Ellipsis)}
          tooltip={false}
        />
      }
      groups={[{ actions: entries.filter(entry => entry !== false) }, { actions: [remove] }]}
    />
  )
}
