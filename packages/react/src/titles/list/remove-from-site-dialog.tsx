import { isRemoved, type Title, type TitleLosses, TitleStatus, titleJobs, toLossWords } from '@kinora/core'
import { useState } from 'react'
import { useRead } from '../../kernel/use-read.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useTitleJobTexts } from '../jobs/job-words.ts'
import type { TitleActions } from './use-title-actions.ts'

/** What takes a title off its sites. */
export type RemoveFromSiteAct = 'delete' | 'unpublish'

export interface RemoveFromSiteDialogProps {
  /** Undefined while nothing is asked. */
  asked: { title: Title; act: RemoveFromSiteAct } | undefined
  actions: Pick<TitleActions, 'remove' | 'publish'>
  /** Whether it is deleted now. */
  onDone: (deleted: boolean) => void
}

/** Names what is lost before a title is deleted or unpublished (TITLE-26), the collections and events that show it among it (C-103). */
export function RemoveFromSiteDialog({ asked, actions, onDone }: RemoveFromSiteDialogProps) {
  const { text } = useTitleJobTexts()
  const [busy, setBusy] = useState(false)
  const { title, act } = asked ?? { title: undefined, act: 'delete' as const }
  const isLive = title?.status === TitleStatus.Published
  const leaving = useRead(
    titleJobs.preview,
    { act, tags: title === undefined ? [] : [title.tag], take: 1 },
    { enabled: isLive },
  )
  const confirm = async () => {
    if (title === undefined) return
    setBusy(true)
    const removed = act === 'delete' ? await actions.remove([title]) : undefined
    if (removed === undefined) await actions.publish(title, false)
    setBusy(false)
    onDone(removed?.kind === 'done' && removed.output.every(isRemoved))
  }
  const name = title?.className ?? ''
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onClose={() => onDone(false)}
      onConfirm={() => void confirm()}
      busy={busy || (isLive && leaving.isPending)}
      title={text(act === 'delete' ? 'ui.deleteNamed' : 'ui.titles.unpublishOne', { name })}
      text={
        act === 'delete' ? text('ui.titles.deleteText', { count: 1 }) : text('ui.titles.unpublishOneText')
      }
      losses={isLive ? toLossWords(act, leaving.data ?? untilKnown(title), text) : []}
      confirmLabel={text(act === 'delete' ? 'ui.titles.delete' : 'ui.titles.unpublish')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
    />
  )
}

/** What the title itself says, before the server has told the rest. */
const untilKnown = ({ tenants }: Title): TitleLosses => ({
  counts: { live: 1, sites: new Set(tenants).size, collections: 0, events: 0 },
  collections: [],
  events: [],
})
