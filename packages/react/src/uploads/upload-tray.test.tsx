import { type Issue, TitleStatus, titles, toPage } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { memoryStore } from '../adapters/storage.ts'
import { type FileToUpload, useUploads } from '../index.ts'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { StoryKinora } from '../testing/stories.tsx'
import { clipOf, gatedFetch, newTitle } from '../testing/uploads.ts'
import { completed } from '../titles/testing/fixtures.ts'
import { AppShell } from '../ui/frame/app-shell.tsx'
import { StickyBar } from '../ui/frame/bars.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { useUploadTexts } from './texts.ts'
import { UploadGate } from './upload-gate.tsx'
import { Full } from './upload-tray.stories.tsx'
import { UploadProgress, UploadTray } from './upload-tray.tsx'
import { issuesOf, type UploadActs } from './use-uploads.ts'

beforeAll(async () => void (await platformUrl()))

const shellTexts = {
  ...{ skipToContent: 'Skip', openMenu: 'Menu', closeMenu: 'Close menu', collapse: 'Collapse' },
  ...{ expand: 'Expand', selectors: 'Selectors', closeSelectors: 'Close selectors' },
}

/** A tray of a provider with a title of its own; `add` hands it files as a page would. */
const open = async (options: Parameters<typeof kinoraAs>[1] = {}) => {
  const kinora = await kinoraAs('provider', options)
  const tag = await newTitle(kinora, 'Morning flow')
  const screen = await renderWith(
    kinora,
    <UploadTray titleHref={to => `#${to}`} eventHref={to => `#event-${to}`} />,
  )
  const add = (file: File, part: Partial<FileToUpload> = {}) =>
    addTo(kinora, { tag, role: 'video', file, ...part })
  return { kinora, tag, screen, add, name: (verb: string) => screen.getByRole('button', { name: verb }) }
}
const addTo = async (kinora: Awaited<ReturnType<typeof kinoraAs>>, file: FileToUpload) => {
  let adding: UploadActs['add'] | undefined
  let say: ((issue: Issue) => string) | undefined
  const Adder = () => {
    adding = useUploads().add
    say = useUploadTexts().issue
    return null
  }
  const host = await renderWith(kinora, <Adder />)
  const issues = issuesOf(await adding!([file]))
  await host.unmount()
  return issues.map(say!)
}

test('C-143 a finished upload says what its title needs; each detail leads to its field', async () => {
  const screen = await renderInRoot(Full.render())
  const leads = (name: string) =>
    screen.getByRole('link', { name, exact: true }).element().getAttribute('href')
  await expect.element(screen.getByText('File ready: add 2 details')).toBeVisible()
  expect([leads('Skill level'), leads('Channel')]).toEqual(['#Row.mp4#skill', '#Row.mp4#channelId'])
})

test('C-143 finished uploads read their titles in one request, and each says how its title stands', async () => {
  const failed = { ...completed, tag: 'Row', status: TitleStatus.Error, streamingLink: null }
  const find = vi.fn(() => toPage([{ ...completed, tag: 'Yin' }, failed], 2, { page: 1, take: -1 }))
  const items = ['Yin', 'Row'].map(tag => ({
    ...finishedUpload,
    id: `video:${tag}`,
    tag,
    fileName: `${tag}.mp4`,
  }))
  const screen = await renderInRoot(
    <StoryKinora
      answers={{ titles: { find } }}
      prepare={({ uploads }) => {
        const snapshot = { items, blocked: undefined, elsewhere: undefined }
        uploads.getSnapshot = () => snapshot
      }}
    >
      <UploadTray titleHref={tag => `#${tag}`} />
    </StoryKinora>,
  )
  await expect.element(screen.getByText(/^Failed/)).toBeVisible()
  const tones = [...document.querySelectorAll('.kn-upload-words')].map(words =>
    words.getAttribute('data-tone'),
  )
  expect(tones[1]).toBe('negative')
  expect(find).toHaveBeenCalledOnce()
})

const finishedUpload: UploadItem = {
  ...{ id: '', tag: '', role: 'video', tenantId: undefined, fileName: '', totalSize: 1, kept: true },
  state: { kind: 'complete', digest: 'd' },
  progress: {
    ...{ percent: 100, sentBytes: 1, totalBytes: 1, marker: undefined },
    ...{ groups: { done: 1, total: 1 }, speed: undefined, secondsLeft: undefined },
  },
}

describe('the upload tray', () => {
  test('is not there without uploads', async () => {
    const { screen } = await open()
    await expect.element(screen.getByRole('region', { name: 'Uploads' })).not.toBeInTheDocument()
  })

  test('UPLOAD-01 UPLOAD-13 pause keeps what was sent, resume goes on to the end', async () => {
    const line = gatedFetch(2)
    const { kinora, tag, screen, add, name } = await open({ fetch: line.fetch })
    expect(await add(await clipOf(9))).toEqual([])
    const tray = screen.getByRole('region', { name: 'Uploads' })
    await expect.element(tray.getByText(/^\d+% of 9\.\d\d MB/)).toBeVisible()
    await expect.element(tray).toMatchTextContent(/1 in progress/)
    expect(await findSerious(screen.container)).toEqual([])
    await name('Pause Morning flow.mp4').click()
    await expect.element(tray.getByText(/^Paused at \d+%/)).toBeVisible()
    line.open()
    await name('Resume Morning flow.mp4').click()
    await expect.poll(() => kinora.uploads.getSnapshot().items[0]?.state.kind).toMatch(/processing|complete/)
    await expect.element(tray).not.toMatchTextContent('Paused')
    const { data } = await kinora.session.send(titles.find, { titleTags: [tag] })
    expect(data[0]).toMatchObject({ fileName: 'Morning flow.mp4', fileDigest: expect.any(String) })
  })

  test('UPLOAD-20 UPLOAD-21 cancel says so; the row can be removed', async () => {
    const { screen, add, name } = await open({ fetch: gatedFetch(2).fetch })
    await add(await clipOf(9))
    await name('Cancel Morning flow.mp4').click()
    await expect.element(screen.getByText('Upload cancelled')).toBeVisible()
    await expect.element(name('Retry Morning flow.mp4')).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await name('Remove Morning flow.mp4 from this list').click()
    await expect.element(screen.getByRole('region', { name: 'Uploads' })).not.toBeInTheDocument()
  })

  test('UPLOAD-09 offline waits for the network and goes on by itself', async () => {
    const line = gatedFetch(2)
    const { screen, add, kinora } = await open({ fetch: line.fetch })
    await add(await clipOf(9))
    await expect.element(screen.getByText(/^\d+% of/)).toBeVisible()
    window.dispatchEvent(new Event('offline'))
    await expect.element(screen.getByText('Waiting for the network')).toBeVisible()
    line.open()
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => kinora.uploads.getSnapshot().items[0]?.state.kind).toMatch(/processing|complete/)
  })

  test('EVENT-32 leads to the title or the event, folds to a line, opens again, and gives way to the focus', async () => {
    const { screen, add, name } = await open({ fetch: gatedFetch(1).fetch })
    await add(await clipOf(1))
    const row = screen.getByRole('link', { name: 'Open the title of Morning flow.mp4' })
    await expect.element(row).toHaveAttribute('href', expect.stringMatching(/^#/))
    await add(await clipOf(1, 'ride.mp4'), { tag: 'ride', role: 'event' })
    const ofEvent = screen.getByRole('link', { name: 'Open the event of ride.mp4' })
    await expect.element(ofEvent).toHaveAttribute('href', '#event-ride')
    name('Collapse uploads').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(row).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(row).toBeVisible()
    // WCAG 2.4.11: what takes the focus by key isn't hidden by it.
    const under = document.createElement('button')
    const { left, top } = row.element().getBoundingClientRect()
    under.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: 40px; height: 24px`
    document.body.append(under)
    under.focus()
    await expect.element(row).not.toBeInTheDocument()
    under.remove()
  })
})

describe('UPLOAD-10 the uploads in a header', () => {
  test('cover nothing until they are asked for, and go with Escape or the button', async () => {
    const { kinora, add, screen } = await open({ fetch: gatedFetch(1).fetch })
    await add(await clipOf(1))
    await screen.unmount()
    const header = await renderWith(kinora, <UploadProgress titleHref={tag => `#${tag}`} />)
    const button = header.getByRole('button', { name: /^Uploads: 1 in progress, current file \d+%$/ })
    const region = header.getByRole('region', { name: 'Uploads' })
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    await expect.element(region).not.toBeInTheDocument()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(region.getByRole('link', { name: 'Open the title of Morning flow.mp4' }))
      .toBeVisible()
    expect(await findSerious(header.container)).toEqual([])
    await userEvent.keyboard('{Tab}{Escape}')
    await expect.element(region).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
    await button.click()
    await expect.element(region).toBeVisible()
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await expect.element(region).toBeVisible()
    await button.click()
    await expect.element(region).not.toBeInTheDocument()
  })

  test.each([
    [1440, 900],
    [768, 1024],
    [360, 640],
  ])(
    '28.5 open at %d × %d they take room from the page: no bar, last row or focused field lies beneath',
    async (width, height) => {
      await page.viewport(width, height)
      onTestFinished(() => page.viewport(1280, 720))
      const { kinora, add, screen } = await open({ fetch: gatedFetch(1).fetch })
      await add(await clipOf(1))
      await screen.unmount()
      const shell = await renderWith(
        kinora,
        <AppShell
          brand={() => 'Kinora'}
          nav={() => null}
          header={{ end: <UploadProgress titleHref={tag => `#${tag}`} /> }}
          texts={shellTexts}
        >
          {Array.from({ length: 40 }, (_, nth) => nth + 1).map(nth => (
            <label key={nth}>
              Row {nth} <input />
            </label>
          ))}
          <StickyBar label="Save" actions={<button type="button">Save</button>} />
        </AppShell>,
      )
      await shell.getByRole('button', { name: /^Uploads: / }).click()
      const region = shell.getByRole('region', { name: 'Uploads' }).element()
      const isClear = (element: Element) => {
        const [at, over] = [element.getBoundingClientRect(), region.getBoundingClientRect()]
        return at.right <= over.left || at.bottom <= over.top || at.top >= over.bottom
      }
      await expect.poll(() => isClear(shell.getByRole('button', { name: 'Save' }).element())).toBe(true)
      for (const nth of [1, 20, 40]) {
        const field = shell.getByRole('textbox', { name: `Row ${nth}`, exact: true }).element() as HTMLElement
        field.focus()
        expect(isClear(field)).toBe(true)
      }
      scrollTo({ top: document.documentElement.scrollHeight })
      await expect.poll(() => isClear(shell.getByText('Row 40').element())).toBe(true)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    },
  )
})

describe('UPLOAD-26 files that are refused before the first byte', () => {
  test.each<[string, () => Promise<File>, RegExp]>([
    [
      'a PNG called .mp4',
      async () => new File([Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)], 'a.mp4'),
      /^Allowed only mp4 type\.$/,
    ],
    ['an empty file', async () => new File([], 'a.mp4'), /^Error: Data is in invalid format/],
    ['a forbidden name', () => clipOf(1, 'a?<>|.mp4'), /^File name should not contain special characters$/],
    [
      'a name of 256 characters',
      () => clipOf(1, `${'a'.repeat(252)}.mp4`),
      /^File name should not contain above 255 characters$/,
    ],
  ])('%s', async (_, file, words) => {
    const { kinora, add } = await open()
    const texts = await add(await file())
    expect(texts.join(' ')).toMatch(words)
    expect(kinora.uploads.getSnapshot().items).toEqual([])
  })
})

describe('SESS-07, SESS-08 somebody else signs in on this browser', () => {
  test('what the one before had begun is broken, said once', async () => {
    const [name, store] = ['handed on', memoryStore()]
    const first = await open({ name, store, fetch: gatedFetch(1).fetch })
    await first.add(await clipOf(9))
    await expect.element(first.screen.getByText(/^\d+% of/)).toBeVisible()
    await first.screen.unmount()
    await first.kinora.uploads.dispose()
    store.setItem('uid', 'somebody else')
    const next = await kinoraAs('provider', { name, store })
    await expect
      .poll(() => next.uploads.getSnapshot().items.map(({ state }) => state.kind))
      .toEqual(['broken'])
    expect(store.getItem('clearLocalStorage')).toBeNull()
    await next.uploads.dispose()
  })
})

describe('SESS-15 another tab uploads', () => {
  test('this one shows only that', async () => {
    const { kinora, add } = await open({ name: 'shared', fetch: gatedFetch(1).fetch })
    await add(await clipOf(1))
    const other = await open({ name: 'shared' })
    await other.add(await clipOf(1))
    const screen = await renderWith(other.kinora, <UploadGate>the page</UploadGate>)
    await expect
      .element(screen.getByText('Content Upload is going on in another Tab. Please Close this tab.'))
      .toBeVisible()
    await expect.element(screen.getByText('the page')).not.toBeInTheDocument()
    await kinora.uploads.dispose()
    await other.kinora.uploads.dispose()
  })
})
