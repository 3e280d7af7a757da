import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../kernel/error-boundary.tsx'
import { StoryKinora } from '../testing/stories.tsx'
import { lazyPart } from './lazy-part.ts'
import { renderInRoot } from './testing.tsx'

const Part = () => <p>Here</p>
const show = (load: () => Promise<{ default: typeof Part }>) => {
  const Lazy = lazyPart(load)
  return renderInRoot(
    <StoryKinora>
      <ErrorBoundary>
        <p>Around it</p>
        <Suspense>
          <Lazy />
        </Suspense>
      </ErrorBoundary>
    </StoryKinora>,
  )
}

test('a script that can’t be fetched is asked for again, and what is around it stays', async () => {
  const load = vi.fn(async () => ({ default: Part }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const screen = await show(load)
  await expect.element(screen.getByText('Around it')).toBeVisible()
  await expect.element(screen.getByText('Here')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('the error of a script itself is shown', async () => {
  const screen = await show(() => Promise.reject(new Error('broken')))
  await expect.element(screen.getByText('Something went wrong')).toBeVisible()
})
