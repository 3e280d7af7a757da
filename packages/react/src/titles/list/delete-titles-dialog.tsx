import { type Title, TitleStatus } from '@kinora/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useTitleTexts } from '../texts.ts'

export interface DeleteTitlesDialogProps {
  titles: readonly Title[]
  /** Whether any were deleted. */
  onConfirm: (titles: readonly Title[]) => Promise<boolean>
  onDone: (deleted: boolean) => void
}

/** Names what is lost before titles are deleted (TITLE-26). */
export function DeleteTitlesDialog({ titles, onConfirm, onDone }: DeleteTitlesDialogProps) {
  const { text } = useTitleTexts()
  const [busy, setBusy] = useState(false)
  const live = titles.filter(title => title.status === TitleStatus.Published)
  const sites = new Set(live.flatMap(title => title.tenants)).size
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
            ]
      }
      confirmLabel={text('ui.titles.deleteConfirm')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
    />
  )
}
