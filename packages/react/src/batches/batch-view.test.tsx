import { describe, expect, test } from 'vitest'
import { Failure, StoryKinora } from '../testing/stories.tsx'
import { renderInRoot } from '../ui/testing.tsx'
import { BatchView } from './batch-view.tsx'
import { storyBatch } from './fixtures.ts'

describe('BULK-05 a platform that processes no batches', () => {
  test('a 501 sets a process error that stays; the batch is as it was', async () => {
    const screen = await renderInRoot(
      <StoryKinora answers={{ batches: { fetch: () => storyBatch(), process: () => new Failure(501) } }}>
        <BatchView batchId="b-1" />
      </StoryKinora>,
    )
    await screen.getByRole('button', { name: 'Process' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('It could not be started')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
    await expect.element(screen.getByText('New', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Process' })).toBeEnabled()
  })
})

describe('BULK-04 another batch is being processed', () => {
  test('a 409 is said in a message, not kept as an error of this batch', async () => {
    const screen = await renderInRoot(
      <StoryKinora answers={{ batches: { fetch: () => storyBatch(), process: () => new Failure(409) } }}>
        <BatchView batchId="b-1" />
      </StoryKinora>,
    )
    await screen.getByRole('button', { name: 'Process' }).click()
    await expect
      .element(screen.getByText('This has been changed or taken by someone else.', { exact: false }))
      .toBeVisible()
    expect(screen.container.textContent).not.toContain('It could not be started')
  })
})
