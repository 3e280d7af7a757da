import { KinoraError, type MessageKey } from '@kinora/core'
import type { QueueSnapshot, UploadItem } from '@kinora/core/uploads'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import '../styles/index.css'
import { StoryKinora } from '../testing/stories.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { UploadGate } from './upload-gate.tsx'
import { UploadTray } from './upload-tray.tsx'

const from = { at: 'chunk', position: { nextChunk: 2, total: 10, sentBytes: 10 } } as const
const paused = { kind: 'paused', reason: 'user', from } as const
const uploading = { kind: 'uploading', ...from.position, faults: 0 } as const

const item = (fileName: string, state: UploadItem['state'], sentBytes = 10): UploadItem => ({
  ...{ id: `video:${fileName}`, tag: fileName, role: 'video', tenantId: undefined, fileName, state },
  ...{ totalSize: 100, kept: true },
  progress: {
    ...{ percent: sentBytes, sentBytes, totalBytes: 100, marker: undefined, speed: undefined },
    ...{ groups: { done: 0, total: 3 }, secondsLeft: undefined },
  },
})

/** A queue that stands as it is told to. */
function createQueue(first: Partial<QueueSnapshot>) {
  const listeners = new Set<() => void>()
  const resumed: string[] = []
  let snapshot: QueueSnapshot = { items: [], blocked: undefined, elsewhere: undefined, ...first }
  const become = (next: Partial<QueueSnapshot>) => {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
  return {
    become,
    resumed,
    /** Why another file isn't taken. */
    refusal: 'upload.otherFile' as MessageKey,
    prepare({ uploads }: { uploads: object }) {
      Object.assign(uploads, {
        getSnapshot: () => snapshot,
        subscribe(listener: () => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        pause: () => undefined,
        resume: async (id: string) => void resumed.push(id),
        remove: async (id: string) => become({ items: snapshot.items.filter(other => other.id !== id) }),
        reupload: async () => [{ path: 'file', code: this.refusal }],
      })
    },
  }
}

describe('SESS-15 while another tab uploads', () => {
  test('the page is out of sight, and what was typed there is there again afterwards', async () => {
    const queue = createQueue({})
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <UploadGate>
          <PageHeader title="New title" />
          <input aria-label="Description" />
        </UploadGate>
      </StoryKinora>,
    )
    const field = screen.getByRole('textbox', { name: 'Description' })
    await field.fill('not saved yet')
    queue.become({ blocked: 'session.otherTab', elsewhere: { open: 1, percent: 12 } })
    const heading = screen.getByRole('heading', { level: 1 })
    await expect.element(heading).toMatchTextContent(/going on in another Tab/)
    await expect.element(field).not.toBeInTheDocument()
    queue.become({ blocked: undefined })
    await expect.element(field).toHaveValue('not saved yet')
    await expect.element(heading).toHaveTextContent('New title')
  })
})

describe('UPLOAD-13 the tray', () => {
  const chooseAnother = async (screen: Awaited<ReturnType<typeof render>>) => {
    const input = screen.container.querySelector<HTMLInputElement>('input[type=file]')!
    await userEvent.upload(input, new File(['another'], 'a.mp4', { type: 'video/mp4' }))
  }

  test.each<UploadItem['state']>([
    { kind: 'failed', error: new KinoraError('offline'), phase: 'upload' },
    { kind: 'cancelled', reason: 'user' },
  ])('one that is $kind is taken up again, or its file is chosen anew', async state => {
    const queue = createQueue({ items: [item('a.mp4', state)] })
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <UploadTray />
      </StoryKinora>,
    )
    await screen.getByRole('button', { name: 'Retry a.mp4' }).click()
    await expect.poll(() => queue.resumed).toEqual(['video:a.mp4'])
    await expect.element(screen.getByRole('button', { name: 'Choose the file for a.mp4' })).toBeVisible()
    await chooseAnother(screen)
    await expect
      .element(screen.getByText('This is a different file from the one you started with.', { exact: false }))
      .toBeVisible()
  })

  test.each([
    ['upload.oneBroken', 'You can upload only one broken file at once.'],
    ['upload.another', 'Another upload is going on.'],
  ] as const)('UPLOAD-18, C-07 a broken one that can’t be mended now says why: %s', async (code, words) => {
    const queue = createQueue({ items: [item('a.mp4', { kind: 'broken' })] })
    queue.refusal = code
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <UploadTray />
      </StoryKinora>,
    )
    await expect.element(screen.getByRole('button', { name: 'Choose the file for a.mp4' })).toBeVisible()
    await chooseAnother(screen)
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  test('the focus stays on the button whose meaning changes', async () => {
    const queue = createQueue({ items: [item('a.mp4', uploading)] })
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <UploadTray />
      </StoryKinora>,
    )
    const pause = screen.getByRole('button', { name: /^Pause/ })
    await pause.click()
    queue.become({ items: [item('a.mp4', paused)] })
    await expect.element(screen.getByRole('button', { name: /^Resume/ })).toHaveFocus()
  })

  test('a long name leaves the buttons where they are', async () => {
    const queue = createQueue({ items: [item(`${'Morning_Yoga_Flow_'.repeat(12)}.mp4`, uploading)] })
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <UploadTray />
      </StoryKinora>,
    )
    const pause = screen.getByRole('button', { name: /^Pause/ })
    await expect.element(pause).toBeVisible()
    const tray = screen.getByRole('region', { name: 'Uploads' }).element().getBoundingClientRect()
    expect(pause.element().getBoundingClientRect().right).toBeLessThan(tray.right)
  })

  test('the percent is that of the file whose turn it is; a cancelled one is not “done”', async () => {
    const complete = { kind: 'complete', digest: 'd' } as const
    const queue = createQueue({ items: [item('a.mp4', complete, 100), item('b.mp4', uploading, 0)] })
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <UploadTray />
      </StoryKinora>,
    )
    await expect.element(screen.getByText('1 in progress, current file 0%').first()).toBeVisible()
    queue.become({ items: [item('a.mp4', { kind: 'cancelled', reason: 'user' })] })
    await expect.element(screen.getByText('Upload cancelled')).toBeVisible()
    await expect.element(screen.getByText('All uploads complete').first()).not.toBeInTheDocument()
  })

  test('how far all are is announced at quarters; the focus stays where a row is removed', async () => {
    const over = { kind: 'cancelled', reason: 'user' } as const
    const queue = createQueue({ items: [item('a.mp4', over, 0), item('b.mp4', uploading, 31)] })
    const screen = await render(
      <StoryKinora prepare={kinora => queue.prepare(kinora)}>
        <button type="button">Host</button>
        <UploadTray />
      </StoryKinora>,
    )
    await expect.element(screen.getByText('1 in progress, current file 31%')).toBeVisible()
    await expect
      .poll(() => screen.container.querySelector('.kn-tray-head [aria-live]')?.textContent)
      .toBe('1 in progress, current file 25%')
    const removeOf = (name: string) => screen.getByRole('button', { name: `Remove ${name} from this list` })
    screen.getByRole('button', { name: 'Host' }).element().focus()
    removeOf('a.mp4').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: /^Collapse/ })).toHaveFocus()
    queue.become({ items: [item('b.mp4', over, 0)] })
    await expect.element(removeOf('b.mp4')).toBeVisible()
    removeOf('b.mp4').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Host' })).toHaveFocus()
  })
})
