import { type ReactElement, useRef, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ErrorBoundary } from '../kernel/error-boundary.tsx'
import { StoryKinora } from '../testing/stories.tsx'
import { Button } from './button.tsx'
import { CancelWhileLoading, LazyMount } from './lazy-mount.tsx'
import { LazyBoundary, lazyPart } from './lazy-part.tsx'
import { Menu } from './overlay/menu.tsx'
import { renderInRoot } from './testing.tsx'

/** Something that comes when `come` says so. */
const { menu, created } = vi.hoisted(() => {
  function create<T>() {
    let come: (value: T) => void = () => undefined
    const coming = new Promise<T>(resolve => {
      come = resolve
    })
    return { coming, come: (value: T) => come(value) }
  }
  return { menu: create<undefined>(), created: create }
})
vi.mock('./overlay/lazy-menu.tsx', async original => {
  await menu.coming
  return original()
})

const Part = () => <p>Here</p>
const show = (load: () => Promise<{ default: typeof Part }>) => {
  const Lazy = lazyPart(load)
  return renderInRoot(
    <StoryKinora>
      <ErrorBoundary>
        <p>Around it</p>
        <LazyBoundary>
          <Lazy />
        </LazyBoundary>
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

// It counts React’s tasks, which `npm test -- --late` makes late ones of another kind.
test.skipIf('setImmediate' in window)(
  'what has come is shown at once, without React’s pause after the fallback',
  async () => {
    const script = created<{ default: typeof Part }>()
    const Lazy = lazyPart(() => script.coming)
    const screen = await renderInRoot(
      <LazyBoundary fallback={<p>On its way</p>}>
        <Lazy />
      </LazyBoundary>,
    )
    await expect.element(screen.getByText('On its way')).toBeVisible()
    script.come({ default: Part })
    // React renders in tasks of its own; a pause would be a timer.
    for (let task = 0; task < 200 && screen.getByText('Here').query() === null; task += 1) {
      await new Promise<void>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(undefined)
      })
    }
    expect(screen.getByText('Here').query()).not.toBeNull()
  },
)

describe('NFR what somebody has turned away from while it was on its way doesn’t open', () => {
  test.each(['{Escape}', '{Tab}', 'elsewhere'])('a part: %s', async way => {
    const script = created<{ default: (props: { open: boolean }) => ReactElement }>()
    const Lazy = lazyPart(() => script.coming)
    function Subject() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <Button>Elsewhere</Button>
          <LazyMount when={open} onCancel={() => setOpen(false)}>
            <Lazy open={open} />
          </LazyMount>
        </>
      )
    }
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('button', { name: 'Open' }).click()
    if (way === 'elsewhere') await screen.getByRole('button', { name: 'Elsewhere' }).click()
    else await userEvent.keyboard(way)
    script.come({ default: ({ open }: { open: boolean }) => <p>{open ? 'Opened' : 'Closed'}</p> })
    await expect.element(screen.getByText('Closed')).toBeVisible()
  })

  test.each([
    ['{Escape}', 'A'],
    ['{Tab}', 'B'],
    ['elsewhere', 'B'],
  ])('the focus goes back where it was, or stays where a press took it: %s', async (way, focused) => {
    function Subject() {
      const [open, setOpen] = useState(true)
      const from = useRef<HTMLInputElement>(null)
      return (
        <>
          <input aria-label="A" ref={from} />
          <input aria-label="B" />
          {open ? <CancelWhileLoading finalFocus={from} onCancel={() => setOpen(false)} /> : null}
        </>
      )
    }
    const screen = await renderInRoot(<Subject />)
    ;(document.activeElement as HTMLElement | null)?.blur()
    if (way === 'elsewhere') await screen.getByRole('textbox', { name: 'B' }).click()
    else await userEvent.keyboard(way)
    await expect.element(screen.getByRole('textbox', { name: focused })).toHaveFocus()
  })

  test('what holds work goes with Escape alone', async () => {
    const cancel = vi.fn()
    const screen = await renderInRoot(
      <>
        <Button>Elsewhere</Button>
        <CancelWhileLoading holdsWork onCancel={cancel} />
      </>,
    )
    await userEvent.keyboard('{Tab}')
    await screen.getByRole('button', { name: 'Elsewhere' }).click()
    expect(cancel).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('a menu: Escape leaves it closed, with the focus where it was', async () => {
    const groups = vi.fn(() => [{ actions: [{ label: 'Edit' }] }])
    const screen = await renderInRoot(<Menu trigger={<Button>Actions</Button>} groups={groups} />)
    const button = screen.getByRole('button', { name: 'Actions' })
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    menu.come(undefined)
    // It asks for its actions as it mounts, and a frame later it would be there.
    await expect.poll(() => groups.mock.calls.length).toBeGreaterThan(0)
    await new Promise(requestAnimationFrame)
    expect(screen.getByRole('menu').query()).toBeNull()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  })
})
