import { checkWith, limits, ViewDraft } from '@kinora/core'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftDialog } from '../kernel/draft-dialog.tsx'
import { DraftText } from '../kernel/draft-field.tsx'
import type { WriteResult } from '../kernel/use-write.ts'
import { useViewTexts } from './use-views.ts'

interface ViewDialogProps {
  title: string
  start: ViewDraft
  /** Whether it also asks if the view is shared. */
  asksToShare: boolean
  onSave: (draft: ViewDraft) => Promise<WriteResult<unknown>>
  onSaved?: () => void
  onClose: () => void
}

const check = (draft: ViewDraft) => checkWith(ViewDraft, draft)

/** What a view is called, and who sees it. */
export function ViewDialog({ title, start, asksToShare, onSave, onSaved, onClose }: ViewDialogProps) {
  const { text } = useViewTexts()
  const saved = () => {
    onClose()
    onSaved?.()
  }
  return (
    <DraftDialog<ViewDraft, unknown>
      title={title}
      values={() => start}
      check={check}
      save={onSave}
      keep={`views ${title}`}
      onSaved={saved}
      onClose={onClose}
    >
      {draft => (
        <>
          {asksToShare ? <p className="kn-field-help">{text('ui.views.saveText')}</p> : null}
          <DraftText draft={draft} name="name" max={limits.title} required input={{ autoComplete: 'off' }} />
          {asksToShare ? (
            <DraftSwitch
              draft={draft}
              name="isShared"
              label={text('field.isShared')}
              word={text('ui.views.share')}
              help={text('ui.views.shareHelp')}
            />
          ) : null}
        </>
      )}
    </DraftDialog>
  )
}
