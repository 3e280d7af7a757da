import { canProcessAgain, needsNewFile, type Title } from '@kinora/core'
import {
  Ban,
  Clock3,
  ClockAlert,
  Copy,
  EyeOff,
  History,
  Pencil,
  RotateCcw,
  Send,
  Trash2,
  Upload,
} from 'lucide-react'
import type { MenuAction, MenuGroup } from '../../ui/overlay/menu.tsx'
import type { TitleTexts } from '../texts.ts'
import type { RemoveFromSiteAct } from './remove-from-site-dialog.tsx'
import {
  canAskWhenReady,
  canCancel,
  canPublish,
  canUnpublish,
  type TitleActions,
} from './use-title-actions.ts'

export interface TitleMenuOptions {
  actions: TitleActions
  texts: TitleTexts
  /** Asks first what is lost. */
  onRemoveFromSite: (asked: { title: Title; act: RemoveFromSiteAct }) => void
  /** It stands in a list: it also publishes from here, which a page of the title's own does itself. */
  isInList?: boolean
  /** Given, the menu also leads to the title's page. */
  titleHref?: ((tag: string) => string) | undefined
  /** Given, the host opens the page in its place. */
  onOpen?: ((title: Title) => void) | undefined
  /** Given, the menu also shows what people did to the title. */
  onHistory?: { label: string; onSelect: () => void }
}

const icon = (Icon: typeof Copy) => <Icon size={16} aria-hidden="true" />

/** What can be done to one title now; acts that its status does not allow are left out. */
export function titleMenuGroups(
  title: Title,
  {
    actions,
    texts: { text },
    onRemoveFromSite,
    isInList = false,
    titleHref,
    onOpen,
    onHistory,
  }: TitleMenuOptions,
): MenuGroup[] {
  const { may } = actions
  const entries: (MenuAction | false | undefined)[] = [
    titleHref && {
      label: text('ui.edit'),
      icon: icon(Pencil),
      ...(onOpen ? { onSelect: () => onOpen(title) } : { href: titleHref(title.tag) }),
    },
    isInList &&
      may('publish') &&
      canPublish(title) && {
        label: text('ui.publish'),
        icon: icon(Send),
        onSelect: () => void actions.publish(title, true),
      },
    isInList &&
      may('publish') &&
      canAskWhenReady(title) && {
        label: text('ui.titles.publishWhenReady'),
        icon: icon(Clock3),
        onSelect: () => void actions.publishWhenReady(title),
      },
    may('publish') &&
      title.whenReady?.state === 'asked' && {
        label: text('ui.titles.notWhenReady'),
        icon: icon(ClockAlert),
        onSelect: () => void actions.publishWhenReady(title, false),
      },
    may('publish') &&
      canUnpublish(title) && {
        label: text('ui.titles.unpublish'),
        icon: icon(EyeOff),
        onSelect: () => onRemoveFromSite({ title, act: 'unpublish' }),
      },
    may('upload') &&
      title.stuck !== null &&
      title.stuck.wayOut !== 'upload' && {
        label: text(`ui.titles.wayOut.${title.stuck.wayOut}`),
        icon: icon(RotateCcw),
        onSelect: () => void actions.retry(title),
      },
    may('upload') &&
      title.trailerStuck !== null && {
        label: text('ui.titles.trailerWayOut', {
          act: text(`ui.titles.wayOut.${title.trailerStuck.wayOut}`),
        }),
        icon: icon(RotateCcw),
        onSelect: () => void actions.retry(title, true),
      },
    may('upload') &&
      canProcessAgain(title) && {
        label: text('ui.retry'),
        icon: icon(RotateCcw),
        onSelect: () => void actions.processAgain(title),
      },
    titleHref !== undefined &&
      may('upload') &&
      needsNewFile(title) && {
        label: text('ui.titles.wayOut.upload'),
        icon: icon(Upload),
        ...(onOpen ? { onSelect: () => onOpen(title) } : { href: `${titleHref(title.tag)}#file` }),
      },
    may('upload') &&
      canCancel(title) && {
        label: text('ui.titles.cancelProcessing'),
        icon: icon(Ban),
        onSelect: () => void actions.cancel(title),
      },
    onHistory && { ...onHistory, icon: icon(History) },
    { label: text('ui.titles.copyTag'), icon: icon(Copy), onSelect: () => void actions.copyTag(title.tag) },
  ]
  const remove: MenuAction = {
    label: text('ui.titles.delete'),
    icon: icon(Trash2),
    tone: 'negative',
    onSelect: () => onRemoveFromSite({ title, act: 'delete' }),
  }
  const others = { actions: entries.filter((entry): entry is MenuAction => Boolean(entry)) }
  return may('delete') ? [others, { actions: [remove] }] : [others]
}
