import type { Title } from '@kinora/core'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { BulkResult } from '../../ui/list/result-panel.tsx'
import { useTitleTexts } from '../texts.ts'
import type { TitleActions, TitleFailure } from './use-title-actions.ts'

/** Acts on several titles and what came of the last one: a line for each title that failed, and undo for the others. */
export function useTitleBulk(actions: TitleActions, titleHref: (tag: string) => string) {
  const { text } = useTitleTexts()
  const [result, setResult] = useState<BulkResult | null>(null)
  const toLines = (failures: readonly TitleFailure[]) =>
    failures.map(({ title, reason }) => ({
      id: title.tag,
      name: title.className || text('ui.titles.untitled'),
      href: titleHref(title.tag),
      reason,
    }))
  const publish = async (titles: readonly Title[], value: boolean): Promise<void> => {
    const failures = await actions.publish(titles, value)
    const done = titles.filter(title => failures.every(failure => failure.title !== title))
    if (titles.length === 1) return
    const words = value ? 'ui.titles.publishedCount' : 'ui.titles.unpublishedCount'
    setResult({
      title: text(words, { s: done.length, f: failures.length }),
      failed: toLines(failures),
      undo:
        done.length === 0 ? undefined : (
          <Button size="compact" onClick={() => void publish(done, !value)}>
            {text('ui.titles.undo')}
          </Button>
        ),
    })
  }
  const remove = async (titles: readonly Title[]): Promise<boolean> => {
    const failures = await actions.remove(titles)
    if (failures === undefined) return false
    if (failures.length > 0)
      setResult({
        title: text('title.deleteMixed', { s: titles.length - failures.length, f: failures.length }),
        failed: toLines(failures),
      })
    return true
  }
  return { result, close: () => setResult(null), publish, remove }
}
