import type { useInvalidate } from '../../kernel/use-read.ts'
import { Button } from '../../ui/button.tsx'
import type { BulkResult } from '../../ui/list/result-panel.tsx'
import type { useToasts } from '../../ui/overlay/toast-region.tsx'
import type { SelectionWork } from '../../ui/table/selection-bar.tsx'
import type { TitleTexts } from '../texts.ts'
import { type BulkOutcome, type BulkRun, type ChosenTitle, runBulk } from './run-bulk.ts'
import type { TitleActions } from './use-title-actions.ts'

export interface BulkContext {
  actions: TitleActions
  titleHref: (tag: string) => string
  text: TitleTexts['text']
  toasts: ReturnType<typeof useToasts>
  invalidate: ReturnType<typeof useInvalidate>
  setResult: (result: BulkResult) => void
  setWork: (work: SelectionWork | undefined) => void
  /** Ends what runs. */
  controller: { current: AbortController }
  /** The page is gone: what came of it is said in a toast. */
  isGone: { readonly current: boolean }
}

/** Titles that are published at a time. */
const AT_ONCE = 4
/** Titles in one call that deletes: few enough to show progress, and to stop. */
const DELETED_AT_ONCE = 100
/** Shorter runs are over before anybody could read how far they are. */
const SHOWN_FROM = 20

const words = {
  publish: { under: 'ui.titles.publishing', done: 'ui.titles.publishedCount' },
  unpublish: { under: 'ui.titles.unpublishing', done: 'ui.titles.unpublishedCount' },
  remove: { under: 'ui.titles.deleting', done: 'title.deleteMixed' },
} as const
type Act = keyof typeof words

/** Acts on several titles, each a run of its own; loaded with the first. */
export function createBulkActs(context: BulkContext) {
  const { actions, titleHref, text, toasts, invalidate, setResult, setWork, controller, isGone } = context
  const run = async (
    act: Act,
    titles: readonly ChosenTitle[],
    how: Pick<BulkRun, 'size' | 'concurrency' | 'work'>,
  ): Promise<BulkOutcome> => {
    controller.current = new AbortController()
    const total = titles.length
    const onProgress = (done: number) => {
      if (total < SHOWN_FROM) return
      const label = text(words[act].under, { done, total })
      const onStop = () => controller.current.abort()
      setWork({ label, value: done / total, stopLabel: text('ui.list.stop'), onStop })
    }
    onProgress(0)
    const outcome = await runBulk(titles, { ...how, signal: controller.current.signal, onProgress })
    setWork(undefined)
    await invalidate(['titles'])
    return outcome
  }
  const titleOf = (act: Act, { done, failures, left }: BulkOutcome): string => {
    const counts = text(words[act].done, { s: done.length, f: failures.length })
    return left === 0 ? counts : text('ui.titles.stopped', { result: counts, count: left })
  }
  const tell = (act: Act, outcome: BulkOutcome, undo?: BulkResult['undo']) => {
    const title = titleOf(act, outcome)
    if (isGone.current) return toasts.show({ text: title, sticky: true })
    setResult({
      title,
      failed: outcome.failures.map(({ title, reason }) => ({
        id: title.tag,
        name: title.className || text('ui.titles.untitled'),
        href: titleHref(title.tag),
        reason,
      })),
      undo,
    })
  }
  const publish = async (titles: readonly ChosenTitle[], value: boolean): Promise<void> => {
    const act = value ? 'publish' : 'unpublish'
    const work: BulkRun['work'] = ([title]) => actions.publishOne(title!, value)
    const outcome = await run(act, titles, { size: 1, concurrency: AT_ONCE, work })
    actions.tellPublished(titles, value, outcome)
    if (titles.length === 1) return
    const { done } = outcome
    const undo = (
      <Button size="compact" onClick={() => void publish(done, !value)}>
        {text('ui.titles.undo')}
      </Button>
    )
    tell(act, outcome, done.length === 0 ? undefined : undo)
  }
  const remove = async (titles: readonly ChosenTitle[]): Promise<boolean> => {
    const isShort = titles.length <= DELETED_AT_ONCE
    if (isShort) {
      const failures = await actions.remove(titles)
      if (failures === undefined) return false
      const done = titles.filter(title => failures.every(failure => failure.title !== title))
      if (failures.length > 0) tell('remove', { done, failures, left: 0 })
      return true
    }
    const work = actions.removeGroup
    void run('remove', titles, { size: DELETED_AT_ONCE, concurrency: 1, work }).then(outcome =>
      tell('remove', outcome),
    )
    return true
  }
  return { publish, remove }
}
