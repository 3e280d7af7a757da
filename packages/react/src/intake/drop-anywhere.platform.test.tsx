import { titles } from '@kinora/core'
import { afterAll, describe, expect, test } from 'vitest'
import { closeKinoras, kinoraAs, renderWith } from '../testing/platform.tsx'
import { clipOf } from '../testing/uploads.ts'
// What is loaded with the first file is here before: the test waits for what is done with it alone.
import '@kinora/core/media'
import '../adapters/browser-queue.ts'
import '../adapters/upload-files.ts'
import { DropAnywhere } from './drop-anywhere.tsx'
import { IntakeProvider } from './intake-context.tsx'
import { IntakeSheet } from './intake-sheet.tsx'
import './intake-worker.tsx'

afterAll(closeKinoras)

/** Files as they are held over an element, then dropped on it. */
function drop(element: Element, files: readonly File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  for (const type of ['dragenter', 'dragover', 'drop'])
    element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
}

describe('28.1, decision 0119: files dropped anywhere', () => {
  test('become drafts in the sheet, which begin as was chosen, with their uploads queued; what is no media is said', async () => {
    const kinora = await kinoraAs('provider')
    const state = kinora.session.getSnapshot()
    const userId = state.kind === 'loggedIn' ? state.user.userId : ''
    const chosen = { begin: { kind: 'preset', name: 'Mornings' } }
    const presets = [{ name: 'Mornings', values: { skill: 3, instructor: 'Nina Vogt' } }]
    kinora.store.setItem(`kinora.sheet.defaults ${userId} `, JSON.stringify({ ...chosen, presets }))
    let opened = 0
    const screen = await renderWith(
      kinora,
      <IntakeProvider>
        <DropAnywhere
          enabled
          onDropped={() => {
            opened += 1
          }}
        >
          <p>Any page</p>
          <IntakeSheet />
        </DropAnywhere>
      </IntakeProvider>,
    )
    drop(screen.getByText('Any page').element(), [
      await clipOf(1, 'Sunrise_flow.mp4'),
      new File(['x'], 'notes.mp4', { type: 'video/mp4' }),
      new File(['x'], 'readme.txt', { type: 'text/plain' }),
    ])
    // Each file is done with, whichever way: one that was refused says why before anything else is waited for.
    await expect.element(screen.getByText('notes.mp4:')).toBeVisible()
    expect(screen.container.textContent).not.toContain('Sunrise_flow.mp4:')
    expect(opened).toBe(1)
    await expect.element(screen.getByRole('rowheader', { name: /^Sunrise flow/ })).toBeVisible()
    expect(screen.container.textContent).not.toContain('readme.txt')
    const kept = JSON.parse(kinora.store.getItem(`kinora.sheet.intake ${userId} `)!) as { tags: string[] }
    const { data } = await kinora.session.send(titles.find, { titleTags: kept.tags })
    expect(data).toMatchObject([{ className: 'Sunrise flow', skill: 3, instructor: 'Nina Vogt' }])
    // 28.6: it is out as soon as it is published.
    expect(Date.parse(`${data[0]!.scheduleDate}Z`)).toBeLessThanOrEqual(Date.now())
    expect(kinora.uploads.getSnapshot().items.map(({ tag }) => tag)).toEqual(kept.tags)
  })

  test('EMBED-02 begin with nothing of what the host fixes, but with what it gives', async () => {
    const kinora = await kinoraAs('provider')
    const state = kinora.session.getSnapshot()
    const userId = state.kind === 'loggedIn' ? state.user.userId : ''
    const last = { skill: 3, intensity: 5, instructor: 'Nina Vogt' }
    kinora.store.setItem(
      `kinora.sheet.defaults ${userId} `,
      JSON.stringify({ begin: { kind: 'last' }, last }),
    )
    const screen = await renderWith(
      kinora,
      <IntakeSheet
        fields={{ instructor: 'hidden', skill: 'readOnly', scheduleDate: 'hidden' }}
        defaults={{ instructor: 'Our studio' }}
      />,
    )
    drop(screen.container.querySelector('.kn-drop')!, [await clipOf(1, 'Evening_flow.mp4')])
    await expect.element(screen.getByRole('rowheader', { name: /^Evening flow/ })).toBeVisible()
    const kept = JSON.parse(kinora.store.getItem(`kinora.sheet.intake ${userId} `)!) as { tags: string[] }
    const { data } = await kinora.session.send(titles.find, { titleTags: kept.tags.slice(-1) })
    expect(data).toMatchObject([
      { instructor: 'Our studio', skill: null, intensity: 5, scheduleDate: null, className: 'Evening flow' },
    ])
  })
})
