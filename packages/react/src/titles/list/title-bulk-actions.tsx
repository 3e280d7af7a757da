import { Button } from '../../ui/button.tsx'
import { useTitleTexts } from '../texts.ts'
import type { ChosenTitle } from './run-bulk.ts'
import { canPublish, canUnpublish } from './use-title-actions.ts'

export interface TitleBulkActionsProps {
  chosen: readonly ChosenTitle[]
  onPublish: (titles: readonly ChosenTitle[], value: boolean) => void
  onDelete: () => void
}

/** What can be done to the selected titles. */
export function TitleBulkActions({ chosen, onPublish, onDelete }: TitleBulkActionsProps) {
  const { text } = useTitleTexts()
  const publishing = [
    { label: text('ui.titles.publish'), value: true, titles: chosen.filter(canPublish) },
    { label: text('ui.titles.unpublish'), value: false, titles: chosen.filter(canUnpublish) },
  ]
  return (
    <>
      {publishing.map(({ label, value, titles }) => (
        // Out of action it stays in reach: a disabled button would drop the focus.
        <Button
          key={label}
          size="compact"
          aria-disabled={titles.length === 0 || undefined}
          onClick={() => titles.length > 0 && onPublish(titles, value)}
        >
          {label} {titles.length || ''}
        </Button>
      ))}
      <Button size="compact" variant="danger" onClick={onDelete}>
        {text('ui.titles.delete')}
      </Button>
    </>
  )
}
