import type { TitleJob } from '@kinora/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useInvalidate } from '../../kernel/use-read.ts'
import { StoryKinora } from '../../testing/stories.tsx'
import { Button } from '../../ui/button.tsx'
import { renderInRoot } from '../../ui/testing.tsx'
import { TitleJobPanel } from './title-job-panel.tsx'

const ended = (jobId: string): TitleJob => ({
  ...{ jobId, act: 'delete', undoes: null, status: 'Done', problem: [], edit: null },
  counts: { total: 2, done: 2, same: 0, refused: 0, changed: 0, undone: 0, waiting: 0 },
  ...{ isUndoable: true, by: 'Ada', isMine: true },
  ...{ createdDate: '2026-11-20T09:00:00Z', endedDate: '2026-11-20T09:00:01Z' },
})

/** Has everything about jobs read again, as a write does. */
function Again() {
  const invalidate = useInvalidate()
  return <Button onClick={() => void invalidate(['title-jobs'])}>Again</Button>
}

const open = (view: () => TitleJob) => {
  const list = () => ({ data: [view()], totalRecords: 1, totalPages: 1, page: 1 })
  return renderInRoot(
    <StoryKinora answers={{ 'title-jobs': { list, view } }}>
      <Again />
      <TitleJobPanel titleHref={tag => `#${tag}`} />
    </StoryKinora>,
  )
}

describe('TITLE-27, TITLE-36, ERR-18 the end of a bulk change', () => {
  test('is told and takes the focus though no look has seen it at work; an old one is left alone', async () => {
    let job = ended('old')
    const screen = await open(() => job)
    const again = screen.getByRole('button', { name: 'Again' })
    await again.click()
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
    job = ended('new')
    await again.click()
    await expect.element(screen.getByRole('status')).toHaveFocus()
    await expect.element(screen.getByRole('status').getByText('deleted', { exact: true })).toBeVisible()
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
    // A message may be gone before a busy machine looks for it.
    const said: (string | null)[] = []
    const region = screen.container.ownerDocument.querySelector('.kn-toasts')!
    const watch = new MutationObserver(() => said.push(region.textContent))
    watch.observe(region, { childList: true })
    onTestFinished(() => watch.disconnect())
    job = { ...ended('third'), act: 'publish' }
    await again.click()
    await expect.poll(() => said).toContain('published')
  })
})
