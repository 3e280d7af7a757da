import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useTitleTexts } from '../texts.ts'
import type { ChosenTitle } from './run-bulk.ts'

export interface UnpublishTitlesDialogProps {
  titles: readonly ChosenTitle[]
  onConfirm: (titles: readonly ChosenTitle[]) => void
  onClose: () => void
}

/** Names what customers lose before titles are unpublished. */
export function UnpublishTitlesDialog({ titles, onConfirm, onClose }: UnpublishTitlesDialogProps) {
  const { text } = useTitleTexts()
  const count = titles.length
  const sites = new Set(titles.flatMap(title => title.tenants)).size
  return (
    <ConfirmDialog
      open={count > 0}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm(titles)
      }}
      title={text('ui.titles.unpublishTitle', { count })}
      text={text('ui.titles.unpublishText')}
      losses={
        sites === 0
          ? []
          : [text('ui.titles.unpublishLoss', { count, sites: text('ui.titles.sites', { count: sites }) })]
      }
      confirmLabel={text('ui.titles.unpublish')}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
    />
  )
}
