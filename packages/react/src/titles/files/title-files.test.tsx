import { TitleStatus, VideoStatus } from '@kinora/core'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findSerious } from '../../ui/testing.tsx'
import { TitleEditor } from '../editor/title-editor.tsx'
import { UploadPanel } from '../list/upload-panel.tsx'
import { Answer, type Answers, bare, completed, createFixture, renderSignedIn } from '../testing/testing.tsx'
import { drop, film, image } from '../testing/testing-files.ts'

const open = async (title: typeof completed | undefined, answers: Answers = {}, timeZone?: string) => {
  const fixture = createFixture(title, { answers, ...(timeZone && { timeZone }) })
  await renderSignedIn(fixture, <TitleEditor tag={title?.tag} />)
  await expect.element(page.getByRole('form', { name: 'Title' })).toBeVisible()
  return fixture
}

test('UPLOAD-20 several files while the server can’t be reached: said once, and tried again together', async () => {
  let isGone = true
  const create: Answers['create'] = ({ className }) =>
    isGone ? new Answer(502) : { tag: `kn-${className}`, created: true }
  const fixture = createFixture(undefined, { answers: { create } })
  await renderSignedIn(fixture, <UploadPanel open onClose={() => undefined} metadata={undefined} />)
  const one = await film(320, 180)
  await expect.element(page.getByRole('button', { name: /^Choose files/ })).toBeVisible()
  drop(
    'Choose files',
    ['a', 'b', 'c'].map(name => new File([one], `${name}.mp4`)),
  )
  await expect.element(page.getByText('Can’t reach the server')).toBeVisible()
  await expect
    .element(page.getByText('3 files are not uploaded: a.mp4, b.mp4, c.mp4', { exact: false }))
    .toBeVisible()
  expect(page.getByText('Connection error', { exact: false }).elements()).toEqual([])
  isGone = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Can’t reach the server')).not.toBeInTheDocument()
  const names = () => fixture.sent('titles.create').map(({ input }) => input.className)
  await expect.poll(() => names().slice(-3)).toEqual(['a', 'b', 'c'])
})

describe('TITLE-37 a file for a new title', () => {
  test('UPLOAD-26, VAL-13 a 4:3 film is refused before a title or a byte is sent', async () => {
    const fixture = await open(undefined)
    drop('Choose a video', [await film(320, 240)])
    await expect
      .element(page.getByText('Upload a video that has an aspect ratio of 16:9, eg 1920 x 1080.'))
      .toBeVisible()
    expect(fixture.sent('titles.create')).toEqual([])
  })

  test('VAL-14 a picture called .mp4 is refused', async () => {
    const fixture = await open(undefined)
    drop('Choose a video', [await image(160, 90, 'image/png', 'film.mp4')])
    await expect.element(page.getByText('Allowed only mp4 type. This is a PNG picture.')).toBeVisible()
    expect(fixture.sent('titles.create')).toEqual([])
  })

  test('VAL-12 six files at once are refused', async () => {
    await open(undefined)
    const one = await image(160, 90)
    drop('Choose a video', [one, one, one, one, one, one])
    await expect.element(page.getByText('Cannot upload more than 5 files.')).toBeVisible()
  })

  test('a good film makes the title, named after the file, and then uploads', async () => {
    const fixture = await open(undefined)
    drop('Choose a video', [await film(320, 180)])
    await expect.poll(() => fixture.sent('titles.create')[0]?.input.className).toBe('Morning Flow')
    await expect.poll(() => fixture.calls.some(call => call.id.startsWith('uploads.'))).toBe(true)
    expect(fixture.calls.find(call => call.id.startsWith('uploads.'))?.input.tag).toBe('kn-new')
  })
})

test('VAL-10 files of one name are refused each on its own, and go each on its own', async () => {
  const fixture = createFixture(undefined)
  await renderSignedIn(fixture, <UploadPanel open onClose={() => undefined} metadata={undefined} />)
  const one = await film(320, 180)
  await expect.element(page.getByRole('button', { name: /^Choose files/ })).toBeVisible()
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  drop('Choose files', [new File([one], 'a#1.mp4'), new File([one, 'x'], 'a#1.mp4')])
  const offers = page.getByRole('button', { name: /^Upload as/ })
  await expect.poll(() => offers.elements().length).toBe(2)
  await offers.first().click()
  await expect.poll(() => offers.elements().length).toBe(1)
  expect(said.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
  said.mockRestore()
})

test('VAL-10 of several files with names that aren’t allowed one is taken under another; the others still can be', async () => {
  const fixture = createFixture(undefined)
  await renderSignedIn(fixture, <UploadPanel open onClose={() => undefined} metadata={undefined} />)
  const one = await film(320, 180)
  await expect.element(page.getByRole('button', { name: /^Choose files/ })).toBeVisible()
  drop(
    'Choose files',
    ['a', 'b', 'c'].map(name => new File([one], `${name}#1.mp4`)),
  )
  const offers = page.getByRole('button', { name: /^Upload as/ })
  await expect.poll(() => offers.elements().length).toBe(3)
  await page.getByRole('button', { name: /b 1\.mp4/ }).click()
  await expect.poll(() => fixture.sent('titles.create').map(({ input }) => input.className)).toEqual(['b 1'])
  await expect.element(page.getByText('b 1.mp4')).toBeVisible()
  await expect.element(offers.nth(1)).toHaveTextContent('Upload as c 1.mp4')
  expect(offers.elements().length).toBe(2)
})

describe('UPLOAD-04, UPLOAD-25 a file that another machine began to upload', () => {
  const begun = { ...bare, status: TitleStatus.Uploading, videoStatus: VideoStatus.Uploading }
  const standing = () => ({
    ...{
      identifier: 'a'.repeat(64),
      fileName: 'Morning_Flow.mp4',
      totalSize: 20_971_520,
      digest: 'b'.repeat(64),
    },
    ...{ totalNumberOfChunks: 5, nextChunk: 3, complete: false },
  })

  test('the page says how far it is there; another file is refused and nothing is sent', async () => {
    const fixture = await open(begun, { standing })
    await expect
      .element(page.getByText('Started on another device, 40% sent. Choose the same file to continue'))
      .toBeVisible()
    drop('Choose the same file', [await film(320, 180)])
    await expect
      .element(
        page.getByText('This is a different file from the one you started with.', { exact: false }).first(),
      )
      .toBeVisible()
    expect(fixture.sent('uploads.video')).toEqual([])
  })

  test('starting again with another file is a choice of its own', async () => {
    await open(begun, { standing })
    await page.getByRole('button', { name: 'Start over with another file' }).click()
    await expect.element(page.getByRole('button', { name: /^Choose a video/ })).toBeVisible()
  })
})

describe('TITLE-12, TITLE-13 the cover', () => {
  test('an own JPG of 16:9 is stored and waits to be saved', async () => {
    const fixture = await open(bare)
    drop('Choose an image', [await image(640, 360)])
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => fixture.sent('titles.update')[0]?.input)
      .toEqual({ tag: 'kn-2000', version: 3, imageLink: '/images/own.jpg', thumbnailType: 'custom' })
  })

  test.each([
    ['VAL-23', () => image(400, 300), 'The dimension of image must be 1920 x 1080, not 400 x 300'],
    ['VAL-25', () => image(640, 360, 'image/png'), 'Please select a valid jpg/jpeg format file for upload.'],
  ])('%s a wrong one is refused before it is sent', async (_, make, words) => {
    const fixture = await open(bare)
    drop('Choose an image', [await make()])
    await expect.element(page.getByText(words)).toBeVisible()
    expect(fixture.sent('images.upload')).toEqual([])
  })

  test('taken from the video it is stored at once; other changes stay', async () => {
    const fixture = await open({ ...completed, thumbnailType: 'custom' })
    await page.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await page.getByText('From the video').click()
    await expect
      .poll(() => fixture.sent('titles.updateThumbnailType')[0]?.input)
      .toEqual({ tag: 'kn-1042', thumbnailType: 'auto' })
    await expect.element(page.getByRole('textbox', { name: 'Instructor' })).toHaveValue('Ada')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => fixture.sent('titles.update')[0]?.input)
      .toEqual({ tag: 'kn-1042', version: 3, instructor: 'Ada' })
  })

  test('TITLE-13 any frame of its strip becomes the cover', async () => {
    const strip = [1.5, 62].map(second => ({ second, imageLink: `/streams/t/${second * 1000}.jpg` }))
    const fixture = await open({ ...completed, thumbnailType: 'auto' }, { frames: () => ({ frames: strip }) })
    await page.getByRole('button', { name: 'Choose a frame myself' }).click()
    const frame = page.getByRole('button', { name: 'Frame at 1:02' })
    await frame.click()
    await expect.element(frame).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(() => fixture.sent('titles.updateThumbnailType')[0]?.input)
      .toEqual({ tag: 'kn-1042', thumbnailType: 'auto', second: 62 })
    expect(await findSerious(page.getByRole('list', { name: 'Frames of the video' }).element())).toEqual([])
  })
})

test('28.1 while the file is processed its place says so, and offers no drop', async () => {
  await open({ ...completed, status: TitleStatus.EncodingQueued, fileName: null })
  await expect.element(page.getByText('The file is being processed')).toBeVisible()
  await expect.element(page.getByText(/Drop the video here/)).not.toBeInTheDocument()
})

describe('VIDEO-08 the trailer', () => {
  const remove = () => page.getByRole('button', { name: 'Remove the trailer' })
  test('a completed one can be removed, after a question', async () => {
    const fixture = await open({ ...completed, trailerLinkWeb: '/media/web', trailerLinkMobile: '/media/m' })
    await remove().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the trailer' }).click()
    await expect.poll(() => fixture.sent('titles.removeTrailer')[0]?.input).toEqual({ Titletag: 'kn-1042' })
    await expect.element(page.getByText('Trailer removed')).toBeVisible()
    await expect.element(remove()).not.toBeInTheDocument()
  })

  test('one that is being processed can’t', async () => {
    await open({ ...completed, trailerStatus: TitleStatus.EncodingQueued })
    await expect.element(page.getByText('The trailer is processing')).toBeVisible()
    await expect.element(remove()).not.toBeInTheDocument()
  })
})

describe('ERR-16, TITLE-33, C-32 playing', () => {
  test.each([404, 400])('a missing link (%i) says whom to ask, and stays', async status => {
    const fixture = await open(completed, { streamingLink: () => new Answer(status, { message: 'no' }) })
    await page.getByRole('button', { name: /^Play Morning flow/ }).click()
    await expect.element(page.getByText('Kindly contact to administrator')).toBeVisible()
    expect(fixture.sent('titles.streamingLink')[0]?.input).toEqual({ tenant: 'north', tag: 'kn-1042' })
  })

  test('an answer without a link says the same', async () => {
    await open(completed, { streamingLink: () => ({ streamingLink: '' }) })
    await page.getByRole('button', { name: /^Play Morning flow/ }).click()
    await expect.element(page.getByText('Kindly contact to administrator')).toBeVisible()
  })
})

const released = () => page.getByLabelText('Release date', { exact: false })

describe('VAL-09, VAL-27 what the form shows', () => {
  test('the size of the stored file in MB, its SHA-256 short', async () => {
    await open(completed)
    await expect.element(page.getByText('700.00 MB')).toBeVisible()
    await expect.element(page.getByText('81d3e000…7ab2')).toBeVisible()
    await expect.element(released()).toHaveAccessibleDescription('Time zone: Asia/Kathmandu, GMT+05:45')
  })

  test('C-97 the release date is entered on the clock of the acting tenant', async () => {
    const fixture = await open(completed)
    await expect.element(released()).toHaveValue('01 Dec 2026 14:45')
    await expect.element(released()).not.toHaveAttribute('readonly')
    await released().fill('2026-12-02T09:30')
    await userEvent.keyboard('{Tab}')
    await expect.element(released()).toHaveValue('02 Dec 2026 09:30')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => fixture.sent('titles.update')[0]?.input)
      .toMatchObject({ scheduleDate: '2026-12-02T03:45:00' })
  })

  test('C-97 a release date is typed over letter by letter; what is no date is named at its field and loses nothing', async () => {
    const fixture = await open(completed)
    await expect.element(released()).not.toHaveAttribute('readonly')
    const type = async (text: string) => {
      ;(released().element() as HTMLInputElement).select()
      await userEvent.keyboard(`${text}{Tab}`)
    }
    await type('2 dec 2027 2:45 pm')
    await expect.element(released()).toHaveValue('02 Dec 2027 14:45')
    await type('3 Dec 2027')
    await expect.element(released()).toHaveValue('03 Dec 2027 00:00')
    await type('2027-12-04T09:30:00Z')
    await expect.element(released()).toHaveValue('04 Dec 2027 15:15')
    await type('30 Feb 2027 10:00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(released()).toHaveAccessibleDescription(/must be a date like/)
    await expect.element(released()).toHaveValue('30 Feb 2027 10:00')
    expect(fixture.sent('titles.update')).toEqual([])
  })

  test('C-97 of an hour that comes twice the second can be chosen', async () => {
    await open({ ...completed, scheduleDate: '2026-10-25T00:30:00' }, {}, 'Europe/Berlin')
    const second = page.getByRole('checkbox', { name: /^This time comes twice/ })
    await expect.element(second).not.toBeChecked()
    await second.click()
    await expect.element(released()).toHaveValue('25 Oct 2026 02:30')
    await expect.element(released()).toHaveAccessibleDescription(/GMT\+01:00/)
    await released().fill('2026-10-25T03:00')
    await expect.element(second).not.toBeInTheDocument()
  })

  test.each([
    ['Equipment', { equipmentIds: ['mat', 'block', 'strap'] }, 'Band'],
    ['Focus areas', { focusAreaIds: ['arms', 'back', 'legs'] }, 'Core'],
    ['Labels', { labelIds: ['short', 'quiet', 'live'] }, 'New'],
  ])('C-87, TITLE-39 a fourth choice of %s can’t be made', async (name, chosen, fourth) => {
    await open({ ...completed, ...chosen })
    await page.getByRole('combobox', { name }).click()
    await expect.element(page.getByText('Only 3 options can be selected')).toBeVisible()
    await expect.element(page.getByRole('option', { name: fourth })).toBeDisabled()
  })

  test('name and description are written in the video’s language', async () => {
    await open({ ...completed, classLanguageCode: 'ar-SA' })
    const name = page.getByRole('textbox', { name: 'Title', exact: true })
    await expect.element(name).toHaveAttribute('dir', 'rtl')
    await expect.element(name).toHaveAttribute('lang', 'ar-SA')
  })
})
