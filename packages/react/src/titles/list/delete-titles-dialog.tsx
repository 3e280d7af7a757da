import { type Title, TitleStatus, titleJobs } from '@kinora/core'
import { useState } from 'react'
import { useRead } from '../../kernel/use-read.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toCollectionLoss } from '../jobs/collection-loss.ts'
import { useTitleJobTexts } from '../jobs/texts.ts'

export interface DeleteTitlesDialogProps {
  titles: readonly Title[]
  /** Whether any were deleted. */
  onConfirm: (titles: readonly Title[]) => Promise<boolean>
  onDone: (deleted: boolean) => void
}

/** Names what is lost before titles are deleted (TITLE-26), the collections that show them among it (C-103). */
export function DeleteTitlesDialog({ titles, onConfirm, onDone }: DeleteTitlesDialogProps) {
  const { text } = useTitleJobTexts()
  const [busy, setBusy] = useState(false)
  const live = titles.filter(title => title.status === TitleStatus.Published)
  const sites = new Set(live.flatMap(title => title.tenants)).size
  const leaving = useRead(
    titleJobs.preview,
    { act: 'delete', tags: live.map(({ tag }) => tag), take: 1 },
    { enabled: live.length > 0 },
  )
  const { counts, collections: names = [] } = leaving.data ?? {}
  const confirm = async () => {
    setBusy(true)
    const deleted = await onConfirm(titles)
    setBusy(false)
    onDone(deleted)
  }
  return (
    <ConfirmDialog
      open={titles.length > 0}
      onClose={() => onDone(false)}
      onConfirm={() => void confirm()}
      busy={busy}
      title={text('ui.titles.deleteOne', { name: titles[0]?.className ?? '' })}
      text={text('ui.titles.deleteText', { count: titles.length })}
      losses={
        live.length === 0
          ? []
          : [
              text('ui.titles.deleteLoss', {
                count: live.length,
                sites: text('ui.titles.sites', { count: sites }),
              }),
              ...toCollectionLoss({ collections: counts?.collections ?? 0, names }, text),
            ]
      }
      confirmLabel={text('ui.titles.deleteConfirm')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
    />
  )
}
