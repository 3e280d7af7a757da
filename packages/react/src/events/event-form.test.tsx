import type { UploadItem } from '@kinora/core/uploads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, StoryKinora } from '../testing/stories.tsx'
import { completed } from '../titles/testing/fixtures.ts'
import { renderInRoot } from '../ui/testing.tsx'
import { EventForm } from './event-form.tsx'
import { ahead, eventAnswers, storyEvents } from './fixtures.tsx'

// A class on one of these weekdays would be too near at some hours of it (EVENT-12).
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-11-25T00:30Z') }))
afterEach(() => void vi.useRealTimers())

type Answers = Parameters<typeof eventAnswers>[0]
const openForm = (id?: string, more: Answers = {}, on: object = {}) =>
  renderInRoot(
    <StoryKinora answers={eventAnswers(more)}>
      <EventForm id={id} {...on} />
    </StoryKinora>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name, exact: true })

describe('TITLE-07 EVENT-18 EVENT-22 C-109 what is missing to be active', () => {
  test('is said in one sentence and field by field', async () => {
    await openForm()
    await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
    await page.getByRole('checkbox', { name: 'Wednesday' }).click()
    const active = page.getByRole('switch', { name: 'Active State', exact: true })
    const words = () => active.element().closest('.kn-choice')?.querySelector('[aria-hidden]')?.textContent
    expect(words()).toBe('Inactive')
    await active.click()
    expect(words()).toBeUndefined()
    await button('Create event').click()
    for (const said of [
      ...['Please complete the details of the event before you activate it.', 'Required Description'],
      ...['Required Duration', 'Required Cover', 'Required Category', 'Required Sub Category'],
      ...['Required Skill Level', 'Required Video Language', 'Required Equipment', 'Required Intensity'],
      'Required Class. Choose the class that plays at its time.',
    ])
      await expect.element(page.getByRole('link', { name: said, exact: true })).toBeVisible()
    expect(document.body.textContent).not.toContain('Required Streaming Link')
  })

  test('EVENT-06 EVENT-17 of an external live one a link too; it has no class and isn’t published by itself', async () => {
    await openForm()
    expect(document.body.textContent).not.toContain('Source')
    await radio('Live').click()
    await expect.element(page.getByRole('switch', { name: 'Publish automatically' })).toBeVisible()
    await expect.element(button('Choose a class')).toBeVisible()
    await radio('External').click()
    await expect.element(button('Choose a class')).not.toBeInTheDocument()
    await expect.element(page.getByRole('switch', { name: 'Publish automatically' })).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
    await page.getByRole('switch', { name: 'Active State' }).click()
    await button('Create event').click()
    await expect.element(page.getByRole('link', { name: 'Required Streaming Link' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Streaming Link' }).fill('https://live.example/1')
    await expect.element(page.getByRole('link', { name: 'Required Streaming Link' })).not.toBeInTheDocument()
  })
})

describe('C-138 something to play', () => {
  const without = {
    ...storyEvents[0]!,
    eventId: 'old',
    active: true,
    state: 'Active',
    isPlayable: false,
  } as const
  const view = () => without

  test('a simulated one without class or video names both ways, at the field', async () => {
    await openForm('strength')
    await page.getByRole('switch', { name: 'Active State', exact: true }).click()
    await button('Save').click()
    const said = 'Required Class. Choose one, or upload a video and wait until it is processed.'
    await expect.element(page.getByRole('link', { name: said, exact: true })).toBeVisible()
    // Beside the link of the summary, at its field.
    await expect.element(page.getByText(said, { exact: true }).nth(1)).toBeVisible()
  })

  test('one that was active before is marked, and can be saved as it is', async () => {
    const update = vi.fn(() => without)
    await openForm('old', { events: { view, update } })
    await expect.element(page.getByText('Nothing to play').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
    await button('Save').click()
    await expect.poll(() => update.mock.calls.length).toBe(1)
  })
})

describe('LIVE-05 0141 what is on air', () => {
  test('the page of an event says that it runs, who watches, and until when', async () => {
    const event = { ...storyEvents[1]!, isPlayable: true }
    const next = ahead(event)
    const state = { ...next, air: 'onAir' as const, current: next.next, viewers: 3 }
    await openForm('live', { events: { view: () => event }, live: { view: () => state } })
    await expect.element(page.getByText('On air', { exact: true })).toBeVisible()
    await expect.element(page.getByText('3 watching')).toBeVisible()
    // Announced is what is on air, not each viewer.
    const announced = page.getByRole('status').filter({ hasText: 'On air' })
    await expect.element(announced).not.toHaveTextContent('watching')
    await expect.element(page.getByText(/^Friday live, until .*13:00/)).toBeVisible()
  })
})

test('EVENT-05 an hour that is none is named at its field, and the summary leads there', async () => {
  await openForm()
  await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
  await page.getByRole('checkbox', { name: 'Wednesday' }).click()
  const hour = page.getByRole('textbox', { name: 'Starts at' })
  await hour.fill('25:00')
  await button('Create event').click()
  const link = page.getByRole('link', { name: 'Starts at must be a time like 18:30' })
  await expect.element(hour).toHaveAttribute('aria-invalid', 'true')
  await link.click()
  await expect.element(hour).toHaveFocus()
  await expect.element(hour).toHaveAccessibleDescription('Starts at must be a time like 18:30')
  await hour.fill('7pm')
  await expect.element(hour).not.toHaveAttribute('aria-invalid', 'true')
})

describe('EVENT-19 to EVENT-21 what another type deletes', () => {
  test.each([
    [
      'EVENT-19',
      'live',
      'Simulated live',
      ['The stream key is deleted', 'The details of the class are deleted'],
    ],
    [
      'EVENT-20',
      'strength',
      'Scheduled class',
      ['The uploaded video is deleted', 'The details of the class are deleted'],
    ],
    ['EVENT-21', 'ride', 'Live', ['The details of the class are deleted']],
  ])('%s', async (_, id, to, losses) => {
    await openForm(id)
    await radio(to).click()
    const dialog = page.getByRole('alertdialog')
    for (const loss of losses) await expect.element(dialog.getByText(loss, { exact: true })).toBeVisible()
    expect(dialog.element().querySelectorAll('li')).toHaveLength(losses.length)
    await dialog.getByRole('button', { name: 'Change type' }).click()
    await expect.element(radio(to)).toBeChecked()
  })
})

describe('EVENT-29 EVENT-30 the class of an event', () => {
  const choose = async (name: string) => {
    await button('Choose a class').click()
    await page.getByRole('radio', { name: `Choose ${name}` }).click()
    await button('Choose class').click()
  }
  const classes = [{ ...completed, tag: 'climb', className: 'Climb', instructor: 'Mia' }]
  const classChooser = () => ({ data: classes, totalRecords: 1, totalPages: 1, page: 1 })

  test('EVENT-07 is chosen among those of the site, and fills what is still empty', async () => {
    const asked = vi.fn(classChooser)
    const streamingLink = () => ({ streamingLink: '/streams/x', tracks: [] }) as never
    await openForm(undefined, { titles: { classChooser: asked, streamingLink } })
    await choose('Climb')
    await expect.element(button('Choose another class')).toBeVisible()
    await expect.element(page.getByText('Climb', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Instructor' })).toHaveValue('Mia')
    expect(asked.mock.calls.at(0)?.at(0)).toMatchObject({
      contentType: 'video',
      tenantId: 'pulse',
      take: 9999,
    })
  })

  test('TITLE-33 EVENT-33 C-32 one that can’t be played is refused, and none is attached', async () => {
    const streamingLink = () => new Failure(404)
    await openForm(undefined, { titles: { classChooser, streamingLink } })
    await choose('Climb')
    await expect
      .element(page.getByText('There is an issue with this class. Please choose another one.'))
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Choose a class')).toBeVisible()
  })
})

test('EVENT-32 the video of a simulated event: a file of another kind or with too long a name is refused', async () => {
  await openForm('strength')
  await expect.element(page.getByText(/A name of at most 40 characters/)).toBeVisible()
  const pick = async (name: string) => {
    const input = document.querySelector<HTMLInputElement>('[type=file][accept=".mp4"]')!
    await userEvent.upload(input, new File(['x'], name, { type: 'video/mp4' }))
  }
  await pick(`${'a'.repeat(37)}.mp4`)
  await expect.element(page.getByText(/^File name should not contain above 40 characters/)).toBeVisible()
  await pick('class.mov')
  await expect.element(page.getByText(/^Allowed only mp4 type\./)).toBeVisible()
})

test('EVENT-09 EVENT-10 C-31 once it is stored the form is idle, and a while later a live one is the form of the event', async () => {
  const onAdded = vi.fn()
  const create = vi.fn(() => ({ eventId: 'new', eventKey: 'key-of-new' }))
  await openForm(undefined, { events: { create } }, { onAdded })
  await radio('Live').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Friday live')
  await button('Create event').click()
  await expect.element(page.getByRole('textbox', { name: 'Stream key' })).toHaveValue('key-of-new')
  await expect.element(button('Save')).not.toHaveAttribute('aria-busy')
  await expect.poll(() => onAdded.mock.calls).toEqual([['new']])
  expect(create).toHaveBeenCalledOnce()
})

test('EVENT-31 where all of it fails it says so, and the event stays', async () => {
  const remove = vi.fn()
  remove.mockReturnValueOnce(new Failure(400, 'Delete failed')).mockReturnValueOnce(new Failure(500))
  const onDeleted = vi.fn()
  await openForm('strength', { events: { remove } }, { onDeleted })
  await button('Delete event').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await expect.element(page.getByText('Delete failed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await expect.element(page.getByText('Something went wrong')).toBeVisible()
  expect(onDeleted).not.toHaveBeenCalled()
})

test('CONST-17 TITLE-40 C-46 a length is picked from 1 to 120 minutes, or typed', async () => {
  const create = vi.fn(() => ({ eventId: 'new', eventKey: null }))
  await openForm(undefined, { events: { create } })
  const minutes = page.getByLabelText(/^Duration/)
  await expect.element(minutes).toBeVisible()
  const { list } = minutes.element() as HTMLInputElement
  expect([...list!.options].map(({ value }) => Number(value))).toEqual([
    ...[1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
    ...[65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120],
  ])
  // A comma is a point, no number is told as such, and a wheel changes nothing.
  await minutes.fill('4,5')
  minutes.element().dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true }))
  await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
  await expect.element(minutes).toHaveValue('4.5')
  await minutes.fill('4 to 5')
  await button('Create event').click()
  await expect.element(minutes).toHaveAttribute('aria-invalid', 'true')
  await expect.element(minutes).toHaveValue('4 to 5')
  expect(create).not.toHaveBeenCalled()
  await minutes.fill('37')
  await page.getByRole('textbox', { name: 'Title' }).fill('Hills')
  await page.getByRole('checkbox', { name: 'Monday' }).click()
  await button('Create event').click()
  await expect
    .poll(() => create.mock.calls[0]?.[0 as never])
    .toMatchObject({ title: 'Hills', durationSecond: 2220 })
})

const uploadOf = (state: UploadItem['state'], percent = 0): UploadItem => ({
  ...{ id: 'event:strength', tag: 'strength', role: 'event', tenantId: 'pulse', fileName: 'a.mp4' },
  ...{ totalSize: 100, kept: true, state },
  progress: {
    ...{ percent, sentBytes: percent, totalBytes: 100, marker: undefined, speed: undefined },
    ...{ groups: { done: 0, total: 1 }, secondsLeft: undefined },
  },
})

function openWith(upload: UploadItem, answers: Answers = {}, remove = vi.fn(async () => undefined)) {
  const snapshot = { items: [upload], blocked: undefined, elsewhere: undefined }
  return renderInRoot(
    <StoryKinora
      answers={eventAnswers(answers)}
      prepare={({ uploads }) => void Object.assign(uploads, { getSnapshot: () => snapshot, remove })}
    >
      <EventForm id="strength" />
    </StoryKinora>,
  )
}

test('UPLOAD-11 C-61 the real percentage stands beside the bar of the upload of an event', async () => {
  await openWith(uploadOf({ kind: 'uploading', nextChunk: 4, total: 9, sentBytes: 37, faults: 0 }, 37.9))
  await expect.element(page.getByText('37 %', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('progressbar', { name: 'a.mp4' }))
    .toHaveAttribute('aria-valuenow', '38')
})

test('UPLOAD-23 the upload of an event that is deleted stops with it', async () => {
  const remove = vi.fn(async () => undefined)
  await openWith(
    uploadOf({ kind: 'waiting', replace: false }),
    { events: { remove: () => [{ id: 'strength', status: 200 }] } },
    remove,
  )
  await button('Delete event').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete event' }).click()
  await expect.poll(() => remove.mock.calls).toEqual([['event:strength']])
})

test.each([
  ['failed', 'processing.timeout', 'digest', 'Processing took too long. Try again.', true],
  ['refused', 'validation.aspectRatio', null, 'Upload a video that has an aspect ratio of 16:9', false],
  ['failed and gone', 'processing.failed', null, 'the file is no longer stored. Upload it again.', false],
] as const)(
  'VIDEO-14 a video that %s says why, and is tried again only where the platform has it',
  async (_, errorType, fileDigest, said, isOffered) => {
    const stored = { fileName: 'a.mp4', processing: null, isPlayable: false }
    const file = { ...stored, status: 5, videoStatus: 7, errorType, fileDigest }
    await openForm('strength', { events: { watch: () => ({ file }) } })
    await expect.element(page.getByText(said, { exact: false })).toBeVisible()
    expect(button('Try again').elements()).toHaveLength(isOffered ? 1 : 0)
  },
)

test('VIDEO-02 one of which processing was cancelled says so, and starts again', async () => {
  const stored = { fileDigest: 'digest', processing: null, isPlayable: false }
  const cancelled = { ...stored, status: 6, videoStatus: 8, errorType: null }
  const encodeVideo = vi.fn(() => ({ status: 1 }))
  const watch = () => ({ file: { ...cancelled, fileName: 'a.mp4' } })
  await openForm('strength', { events: { watch, encodeVideo } })
  await expect.element(page.getByText('Upload cancelled', { exact: false })).toBeVisible()
  await button('Try again').click()
  await expect.poll(() => encodeVideo.mock.calls.length).toBe(1)
})
