import type { TitleJob } from '@kinora/core'
import { describe, expect, test } from 'vitest'
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

describe('TITLE-27 the end of a bulk change', () => {
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
  })

  test('TITLE-36 of one that published all says “published”', async () => {
    const done: TitleJob = { ...ended('new'), act: 'publish' }
    let job: TitleJob = { ...done, status: 'Running' }
    const screen = await open(() => job)
    await expect.element(screen.getByRole('progressbar')).toBeVisible()
    job = done
    await expect.element(screen.getByText('published', { exact: true })).toBeVisible()
  })
})
