import { type BatchRow, en } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { Failure, StoryKinora } from '../testing/stories.tsx'
import { renderInRoot } from '../ui/testing.tsx'
import { BatchBadge } from './batch-list.tsx'
import { BatchView } from './batch-view.tsx'
import { storyBatch } from './fixtures.ts'

describe('C-42 a batch that was cancelled', () => {
  test('says once why, though the file store is still out of reach', async () => {
    const problem = en['bulk.storageDirectory']
    const cancelled = storyBatch({ status: 'Cancelled', fileStoreStatus: 'Error', problem })
    const results = () => ({ totalRecords: 0, totalPages: 1, page: 1, data: [] })
    const screen = await renderInRoot(
      <StoryKinora answers={{ batches: { fetch: () => cancelled, results } }}>
        <BatchView batchId="b-1" />
      </StoryKinora>,
    )
    await expect.element(screen.getByRole('alert').getByText(problem, { exact: false })).toBeVisible()
    expect(screen.container.textContent.split(problem)).toHaveLength(2)
  })
})

describe('BULK-02 a batch with a refused row', () => {
  test('is complete, but not green', async () => {
    const complete = (bad: number) =>
      storyBatch({ batchId: `b-${bad}`, status: 'Complete', rows: { total: 3, done: 3 - bad, bad } })
    const row = { externalId: '', title: 'Row', tag: '', digest: '', problem: '', next: '' } as const
    const rows: BatchRow[] = [
      { ...row, row: 2, externalId: 'good', state: 'saved' },
      { ...row, row: 3, externalId: 'bad', state: 'refused', problem: 'No such category' },
    ]
    const results = (_: unknown, { problems }: Readonly<Record<string, string>>) => {
      const data = rows.filter(({ problem }) => problems !== 'true' || problem !== '')
      return { totalRecords: data.length, totalPages: 1, page: 1, data }
    }
    const screen = await renderInRoot(
      <StoryKinora answers={{ batches: { fetch: () => complete(1), results } }}>
        <BatchBadge batch={complete(0)} />
        <BatchView batchId="b-1" />
      </StoryKinora>,
    )
    await expect.element(screen.getByText('good', { exact: true })).toBeVisible()
    await screen.getByRole('switch', { name: 'Only rows with problems' }).click()
    await expect.element(screen.getByText('good', { exact: true })).not.toBeInTheDocument()
    await expect.element(screen.getByText('No such category')).toBeVisible()
    await expect.element(screen.getByText('Complete, 1 failed')).toBeVisible()
    const tones = [...screen.container.querySelectorAll('.kn-badge')]
      .slice(0, 2)
      .map(badge => badge.getAttribute('data-tone'))
    expect(tones).toEqual(['positive', 'warning'])
  })
})

const renderBatch = (failure: Failure) =>
  renderInRoot(
    <StoryKinora answers={{ batches: { fetch: () => storyBatch(), process: () => failure } }}>
      <BatchView batchId="b-1" />
    </StoryKinora>,
  )

describe('a batch that cannot be shown', () => {
  test.each([
    [404, en['title.notFound']],
    [500, en['ui.failedToLoad']],
  ])('%s: %s', async (status, words) => {
    const screen = await renderInRoot(
      <StoryKinora answers={{ batches: { fetch: () => new Failure(status) } }}>
        <BatchView batchId="b-1" />
      </StoryKinora>,
    )
    await expect.element(screen.getByRole('heading', { level: 1, name: words })).toBeVisible()
  })
})

describe('BULK-05 a platform that processes no batches', () => {
  test('a 501 sets a process error that stays; the batch is as it was', async () => {
    const screen = await renderBatch(new Failure(501))
    await screen.getByRole('button', { name: 'Process' }).click()
    const alert = screen.getByRole('alert')
    await expect.element(alert.getByText('Processing couldn’t start')).toBeVisible()
    expect(alert.element().textContent).toContain('Something went wrong')
    await expect.element(screen.getByText('New', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Process' })).toBeEnabled()
  })
})

describe('BULK-03, BULK-11 process and stop', () => {
  test('say that processing goes on, and that it was stopped', async () => {
    let batch = storyBatch()
    const set = (status: 'Processing' | 'Stop') => () => {
      batch = storyBatch({ status })
      return { status: 200 }
    }
    const results = () => ({ totalRecords: 0, totalPages: 1, page: 1, data: [] })
    const answers = { fetch: () => batch, results, process: set('Processing'), stop: set('Stop') }
    const screen = await renderInRoot(
      <StoryKinora answers={{ batches: answers }}>
        <BatchView batchId="b-1" />
      </StoryKinora>,
    )
    await screen.getByRole('button', { name: 'Process' }).click()
    await expect.element(screen.getByText('Bulk upload processing')).toBeVisible()
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(screen.getByText('Bulk upload stopped')).toBeVisible()
  })
})

describe('BULK-04 another batch is being processed', () => {
  test('a 409 is said in a message, not kept as an error of this batch', async () => {
    const screen = await renderBatch(new Failure(409, en['upload.another']))
    await screen.getByRole('button', { name: 'Process' }).click()
    await expect.element(screen.getByText(en['upload.another'])).toBeVisible()
    expect(screen.container.textContent).not.toContain('Processing couldn’t start')
  })
})
