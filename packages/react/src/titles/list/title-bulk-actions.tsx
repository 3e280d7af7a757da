import type { TitleAct } from '@kinora/core'
import { Button } from '../../ui/button.tsx'
import { useTitleTexts } from '../texts.ts'

const acts = [
  { act: 'edit', label: 'ui.titles.editMany' },
  { act: 'publish', label: 'ui.titles.publish' },
  { act: 'unpublish', label: 'ui.titles.unpublish' },
  { act: 'delete', label: 'ui.titles.delete' },
] as const

/** What can be done to the selected titles; which of them it fits is shown before it is done. */
export function TitleBulkActions({ onAct }: { onAct: (act: TitleAct) => void }) {
  const { text } = useTitleTexts()
  return acts.map(({ act, label }) => (
    <Button
      key={act}
      size="compact"
      variant={act === 'delete' ? 'danger' : undefined}
      onClick={() => onAct(act)}
    >
      {text(label)}
    </Button>
  ))
}
