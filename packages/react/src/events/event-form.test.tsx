import type { UploadItem } from '@kinora/core/uploads'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { completed } from '../titles/testing/fixtures.ts'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { EventForm } from './event-form.tsx'
import { eventAnswers } from './fixtures.tsx'

const open = (more: StoryAnswers = {}) =>
  renderInRoot(
    <StoryKinora answers={eventAnswers(more)}>
      <EventForm />
    </StoryKinora>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the form of an event', () => {
  test('TITLE-07, EVENT-18 each field that an active event needs is named in its words', async () => {
    await open()
    await page.getByRole('switch', { name: 'Active' }).click()
    await button('Create event').click()
    const needed = ['Title', 'Description', 'Duration', 'Cover', 'Category', 'Sub Category', 'Skill Level']
    for (const field of [...needed, 'Video Language', 'Equipment', 'Intensity'])
      await expect.element(page.getByRole('link', { name: `Required ${field}`, exact: true })).toBeVisible()
    await page.getByRole('radio', { name: 'Live', exact: true }).click()
    await page.getByRole('radio', { name: 'External' }).click()
    await button('Create event').click()
    await expect.element(page.getByRole('link', { name: 'Required Streaming Link' })).toBeVisible()
  })

  test('TITLE-40, C-46 a length is picked from 1 to 120 minutes, or typed', async () => {
    const create = vi.fn(() => ({ event_Id: 'new', eventKey: null }))
    const { container } = await open({ events: { create } })
    const minutes = page.getByLabelText(/^Duration/)
    await expect.element(minutes).toBeVisible()
    const { list } = minutes.element() as HTMLInputElement
    expect([...list!.options].map(({ value }) => Number(value))).toEqual([
      ...[1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
      ...[65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120],
    ])
    await minutes.fill('37')
    await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
    await page.getByRole('checkbox', { name: 'Monday' }).click()
    expect(await findSerious(container)).toEqual([])
    await button('Create event').click()
    await expect
      .poll(() => create.mock.calls[0]?.[0 as never])
      .toMatchObject({ title: 'Hills', durationSecond: 2220 })
  })

  test('UPLOAD-23 the upload of an event that is deleted stops with it', async () => {
    const upload: UploadItem = {
      ...{ id: 'event:strength', tag: 'strength', role: 'event', tenantId: 'pulse', fileName: 'a.mp4' },
      ...{ totalSize: 100, kept: true, state: { kind: 'waiting', replace: false } },
      progress: {
        ...{ percent: 0, sentBytes: 0, totalBytes: 100, marker: undefined, speed: undefined },
        ...{ groups: { done: 0, total: 1 }, secondsLeft: undefined },
      },
    }
    const snapshot = { items: [upload], blocked: undefined, elsewhere: undefined }
    const remove = vi.fn(async () => undefined)
    await renderInRoot(
      <StoryKinora
        answers={eventAnswers({ events: { remove: () => [] } })}
        prepare={({ uploads }) => void Object.assign(uploads, { getSnapshot: () => snapshot, remove })}
      >
        <EventForm id="strength" />
      </StoryKinora>,
    )
    await button('Delete event').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }).click()
    await expect.poll(() => remove.mock.calls).toEqual([['event:strength']])
  })

  test('TITLE-33, EVENT-33, C-32 a class that can’t be played is refused, and another one can be chosen', async () => {
    const classChooser = () => ({ data: [completed], totalRecords: 1, totalPages: 1, page: 1 })
    let streamingLink: () => Failure | { streamingLink: string } = () => new Failure(404, 'no')
    await open({ titles: { classChooser, streamingLink: () => streamingLink() } })
    await button('Choose a class').click()
    const card = page.getByRole('radio', { name: 'Choose Morning flow' })
    await card.click({ force: true })
    await button('Choose class').click()
    await expect
      .element(page.getByText('There is an issue with this class. Please choose another one.'))
      .toBeVisible()
    await expect.element(card).toBeVisible()
    streamingLink = () => ({ streamingLink: '/streams/x' })
    await button('Choose class').click()
    await expect.element(button('Choose another class')).toBeVisible()
  })
})
