import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ensureVisible } from '../ensure-visible.ts'
import {
  Badge,
  Button,
  ConfirmDialog,
  Dialog,
  FileDrop,
  IconButton,
  Menu,
  NavTabs,
  Tabs,
  Toast,
  ToastProvider,
  useToasts,
} from '../index.ts'
import { holdTimers, renderInRoot } from '../testing.tsx'

describe('NFR overlays by keyboard', () => {
  test('a confirmation starts on the way back, names the loss, and gives the focus back', async () => {
    function Subject() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>Delete titles</Button>
          <ConfirmDialog
            open={open}
            onClose={() => setOpen(false)}
            onConfirm={() => setOpen(false)}
            title="Delete 3 titles?"
            losses={['Unpublishes 41 titles in 3 collections']}
            confirmLabel="Delete 3 titles"
            cancelLabel="Keep them"
            closeLabel="Close"
          />
        </>
      )
    }
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('button', { name: 'Delete titles' }).click()
    await expect.element(screen.getByRole('alertdialog', { name: 'Delete 3 titles?' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Keep them' })).toHaveFocus()
    const buttons = screen.getByRole('alertdialog').getByRole('button').elements()
    expect(buttons.map(button => button.ariaLabel ?? button.textContent)).toEqual([
      ...['Close', 'Keep them', 'Delete 3 titles'],
    ])
    await expect.element(screen.getByText('Unpublishes 41 titles in 3 collections')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Delete titles' })).toHaveFocus()
  })

  test('a dialog begins where the work begins: in its body, else at its actions, else as a whole', async () => {
    function Subject() {
      const [shown, show] = useState<ReactNode>(null)
      const [actions, act] = useState<ReactNode>(null)
      const [open, setOpen] = useState(false)
      const begin = (body: ReactNode, foot: ReactNode) => {
        show(body)
        act(foot)
        setOpen(true)
      }
      return (
        <>
          <Button onClick={() => begin(<input aria-label="Name" />, <Button>Save</Button>)}>Fields</Button>
          <Button onClick={() => begin(<p>Words</p>, <Button>Save</Button>)}>Acts</Button>
          <Button onClick={() => begin(<p>Words</p>, null)}>Words</Button>
          <Dialog
            open={open}
            onClose={() => setOpen(false)}
            title="Work"
            closeLabel="Close"
            actions={actions}
          >
            {shown}
          </Dialog>
        </>
      )
    }
    const screen = await renderInRoot(<Subject />)
    const opened = async (name: string) => screen.getByRole('button', { name, exact: true }).click()
    await opened('Fields')
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await opened('Acts')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await opened('Words')
    await expect.element(screen.getByRole('dialog', { name: 'Work' })).toHaveFocus()
  })

  test('a menu opens, moves, acts and closes', async () => {
    const edit = vi.fn()
    const screen = await renderInRoot(
      <Menu
        trigger={<IconButton label="Actions" icon={<span />} />}
        groups={[{ actions: [{ label: 'Copy' }, { label: 'Edit', onSelect: edit }] }]}
      />,
    )
    await screen.getByRole('button', { name: 'Actions' }).click()
    await expect.element(screen.getByRole('menu')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
    expect(edit).toHaveBeenCalledOnce()
  })

  test('tabs follow the arrows', async () => {
    function Subject() {
      const [tab, setTab] = useState('en')
      const items = ['en', 'ar'].map(id => ({ id, label: id, panel: `panel ${id}` }))
      return <Tabs label="Languages" selected={tab} onSelect={setTab} items={items} />
    }
    const screen = await renderInRoot(<Subject />)
    await screen.getByRole('tab', { name: 'en' }).click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByText('panel ar')).toBeVisible()
  })

  test.each(['ltr', 'rtl'] as const)(
    'a row of tabs that is too narrow shows the current one, %s',
    async dir => {
      const items = ['General', 'Web and mobile', 'App', 'Publishing'].map(label => ({
        id: label,
        label,
        href: `#${label}`,
      }))
      const screen = await renderInRoot(
        <div style={{ inlineSize: 160 }}>
          <NavTabs label="Tenant" items={items} current="Publishing" />
        </div>,
        { dir },
      )
      const isWithin = () => {
        const row = screen.getByRole('navigation').element().getBoundingClientRect()
        const tab = screen.getByRole('link', { name: 'Publishing' }).element().getBoundingClientRect()
        return tab.left >= row.left - 1 && tab.right <= row.right + 1
      }
      await expect.poll(isWithin).toBe(true)
    },
  )

  test('the reason of a badge is its description and shows on focus', async () => {
    const screen = await renderInRoot(
      <Badge tone="negative" reason="The file is cut off.">
        Error
      </Badge>,
    )
    await expect
      .element(screen.getByRole('button', { name: 'Error' }))
      .toHaveAccessibleDescription('The file is cut off.')
    await userEvent.tab()
    await expect.element(screen.getByRole('tooltip')).toHaveTextContent('The file is cut off.')
  })

  test('a loading button keeps the focus and ignores presses', async () => {
    const press = vi.fn()
    const screen = await renderInRoot(
      <Button loading onClick={press}>
        Save
      </Button>,
    )
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    expect(press).not.toHaveBeenCalled()
  })
})

describe('ERR-15, ERR-16 toasts', () => {
  const toast = (rest: object) => (
    <Toast text="Saved" duration={150} dismissLabel="Dismiss" onDismiss={() => undefined} {...rest} />
  )

  test('leaves after its time, waits under the focus, and stays when sticky', async () => {
    const gone = vi.fn()
    const held = vi.fn()
    const sticky = vi.fn()
    const timers = holdTimers(150, 2000)
    const screen = await renderInRoot(
      <div style={{ marginBlockStart: 500 }}>
        {toast({ text: 'Gone', onDismiss: gone })}
        {toast({ text: 'Held', onDismiss: held, dismissLabel: 'Dismiss held', duration: 2000 })}
        {toast({ text: 'Sticky', onDismiss: sticky, sticky: true })}
      </div>,
    )
    screen.getByRole('button', { name: 'Dismiss held' }).element().focus()
    expect(timers.started()).toEqual(expect.arrayContaining([150, 2000]))
    await expect.poll(timers.held).toEqual([150])
    timers.letGo()
    expect(gone).toHaveBeenCalledOnce()
    expect(held).not.toHaveBeenCalled()
    expect(sticky).not.toHaveBeenCalled()
  })

  test('WCAG 2.2.1 stays until it is dismissed where the host lets messages stay', async () => {
    const gone = vi.fn()
    const timers = holdTimers(150)
    const screen = await renderInRoot(toast({ onDismiss: gone }), { messages: 'stay' })
    expect(timers.started()).toEqual([])
    await screen.getByRole('button', { name: 'Dismiss' }).click()
    expect(gone).toHaveBeenCalledOnce()
  })

  test('dismissed by key, it gives the focus back', async () => {
    const gone = vi.fn()
    const screen = await renderInRoot(
      <>
        <Button>Here</Button>
        {toast({ sticky: true, onDismiss: gone })}
      </>,
    )
    for (const key of ['{Enter}', '{Escape}']) {
      screen.getByRole('button', { name: 'Here' }).element().focus()
      await userEvent.tab()
      await expect.element(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus()
      await userEvent.keyboard(key)
      await expect.element(screen.getByRole('button', { name: 'Here' })).toHaveFocus()
    }
    expect(gone).toHaveBeenCalledTimes(2)
  })

  test('a failure is an alert, everything else is left to the live region', async () => {
    const screen = await renderInRoot(
      <>
        {toast({ tone: 'negative', text: 'Failed' })}
        {toast({ tone: 'positive' })}
      </>,
    )
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed')
    await expect.element(screen.getByText('Saved')).toBeVisible()
    await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
  })

  test('WCAG 2.4.11 what has the focus isn’t under a message', async () => {
    function Subject() {
      const { show } = useToasts()
      return (
        <div style={{ paddingBlock: 2000 }}>
          <Button onClick={() => show({ text: 'Saved', sticky: true })}>Save</Button>
        </div>
      )
    }
    const screen = await renderInRoot(
      <ToastProvider label="Messages" dismissLabel="Dismiss" duration={() => 1000}>
        <Subject />
      </ToastProvider>,
    )
    const save = screen.getByRole('button', { name: 'Save' }).element() as HTMLElement
    save.click()
    const message = () => screen.container.ownerDocument.querySelector('.kn-toast')?.getBoundingClientRect()
    await expect.poll(message).toBeDefined()
    scrollBy(0, save.getBoundingClientRect().top - message()!.top)
    save.style.marginInlineStart = `${message()!.left}px`
    const isFree = () => {
      const [at, over] = [save.getBoundingClientRect(), message()!]
      return at.top >= over.bottom || at.bottom <= over.top
    }
    save.focus({ preventScroll: true })
    expect(isFree()).toBe(true)
    // Where the page can't be scrolled on, the message goes to its other side.
    save.blur()
    Object.assign(save.style, { position: 'fixed', insetBlockStart: `${message()!.top}px` })
    expect(isFree()).toBe(false)
    save.focus({ preventScroll: true })
    expect(isFree()).toBe(true)
    // Moving on to the message itself leaves it there; the next one begins on its own side.
    const region = screen.getByRole('region', { name: 'Messages' }).element()
    expect(region.hasAttribute('data-aside')).toBe(true)
    await userEvent.keyboard('{Tab}')
    expect(region.hasAttribute('data-aside')).toBe(true)
    await screen.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(screen.getByText('Saved')).not.toBeInTheDocument()
    expect(region.hasAttribute('data-aside')).toBe(false)
    scrollTo(0, 0)
  })

  test('WCAG 2.4.11 a bar at the foot that is taller than half the page doesn’t send a field off it', async () => {
    const screen = await renderInRoot(
      <div style={{ paddingBlock: 2000 }}>
        <Button>Field</Button>
        <div className="kn-sticky-bar" style={{ position: 'fixed', inset: '40vh 0 0' }} />
      </div>,
    )
    const field = screen.getByRole('button', { name: 'Field' }).element()
    field.scrollIntoView({ block: 'end' })
    ensureVisible(field)
    const { top, bottom } = field.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(innerHeight * 0.4)
    scrollTo(0, 0)
  })
})

describe('UPLOAD file drop', () => {
  test('takes files by drop and by paste', async () => {
    const take = vi.fn()
    const screen = await renderInRoot(<FileDrop title="Drop" buttonLabel="Choose" onFiles={take} multiple />)
    const zone = screen.container.querySelector('.kn-drop')!
    const carried = new DataTransfer()
    carried.items.add(new File(['a'], 'flow.mp4', { type: 'video/mp4' }))
    zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }))
    zone.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: carried }))
    await expect.poll(() => take.mock.calls.length).toBe(2)
    expect(take.mock.calls[0]?.[0][0].name).toBe('flow.mp4')
  })
})
