import type { PlaybackStatus, PlaybackUpload } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { AdminContent } from './admin-content.tsx'
import { PlaybackData } from './playback-data.tsx'

const problems = (count: number): PlaybackUpload['problems'] => ({
  ...{ totalRecords: count, totalPages: Math.ceil(count / 25), page: 1 },
  data: Array.from({ length: Math.min(count, 25) }, (_, nth) => ({
    ...{ line: nth + 2, path: nth === 0 ? '' : 'titleTag', text: `Title “gone-${nth}” doesn’t exist.` },
  })),
})

/** A server with one upload that can be committed and cancelled once. */
function uploadAnswers(more: Partial<PlaybackUpload> = {}): NonNullable<StoryAnswers['playback']> {
  let upload: PlaybackUpload = {
    ...{ trackingId: 'track-1', status: 'uploaded', fileName: 'plays.json', good: 12, bad: 30 },
    ...{ repeats: null, uploadedDate: '2026-11-20T09:00:00', problems: problems(30), ...more },
  }
  const move = (status: PlaybackStatus) => () => {
    upload = { ...upload, status }
    return upload
  }
  return {
    upload: () => ({ trackingId: 'track-1' }),
    view: () => upload,
    commit: move('committed'),
    cancel: move('cancelled'),
  }
}
const open = (playback: StoryAnswers['playback']) =>
  renderInRoot(
    <StoryKinora answers={{ playback }}>
      <PlaybackData />
    </StoryKinora>,
  )
const choose = async (name: string) => {
  await expect.element(page.getByRole('button', { name: /^Choose file/ })).toBeVisible()
  await userEvent.upload(document.querySelector<HTMLInputElement>('[type=file]')!, new File(['[]'], name))
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('PLAY-01 to PLAY-04 the upload of playback data', () => {
  test('PLAY-01, PLAY-03, C-132 shows what was read and what is wrong by line; a commit is asked about and ends it (E-14)', async () => {
    const { container } = await open(uploadAnswers())
    await choose('plays.json')
    await expect.element(page.getByText('Not committed')).toBeVisible()
    await expect.element(page.getByRole('term').filter({ hasText: 'Tracking ID' })).toBeVisible()
    await expect
      .element(page.getByText('30 records have problems and won’t count. The others will.'))
      .toBeVisible()
    await expect
      .element(page.getByRole('row', { name: '2 Whole record Title “gone-0” doesn’t exist.' }))
      .toBeVisible()
    await expect.element(page.getByText('1–25 of 30')).toBeVisible()
    expect(await findSerious(container)).toEqual([])
    await button('Commit 12 records').click()
    await expect.element(page.getByRole('alertdialog').getByText(/This can’t be undone/)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Commit 12 records' }).click()
    await expect.element(page.getByText('12 records count in the numbers.')).toBeVisible()
    expect(button('Commit 12 records').elements()).toEqual([])
    expect(button('Cancel upload').elements()).toEqual([])
  })

  test('PLAY-04 a cancel drops the records; where no record is good there is nothing to commit', async () => {
    await open(uploadAnswers({ good: 0, bad: 1, problems: problems(1) }))
    await choose('plays.json')
    await expect.element(page.getByText(/No record can be counted/)).toBeVisible()
    expect(page.getByRole('button', { name: /^Commit/ }).elements()).toEqual([])
    await button('Cancel upload').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click()
    await expect.element(page.getByText(/Its records are gone/)).toBeVisible()
  })

  test('PLAY-05, VAL-18 what is no .json file isn’t sent; what the server can’t read is said in its words', async () => {
    const invalid = 'Error: Data is in invalid format. Please correct the file and try again.'
    await open({ upload: () => new Failure(400, invalid) })
    await choose('plays.csv')
    await expect.element(page.getByText('Allowed only json type.')).toBeVisible()
    await choose('plays.json')
    await expect.element(page.getByText(invalid)).toBeVisible()
    expect(page.getByText('Allowed only json type.').elements()).toEqual([])
  })
})

test('C-76, NAV-03, NAV-53 the Content tab finds an upload by its tracking id and says whether the numbers are right', async () => {
  const gone: string[] = []
  const day = {
    tenantId: 'north',
    titleTag: 'yin',
    eventId: null,
    day: '2026-11-20',
    completed: 1,
    seconds: 60.5,
  }
  const differences = [{ kept: { ...day, plays: 9 }, counted: { ...day, plays: 1 } }]
  const { container } = await renderInRoot(
    <StoryKinora answers={{ playback: { recount: () => ({ records: 10, days: 2, differences }) } }}>
      <AdminContent
        tabs={[{ id: 'content', href: '#content' }]}
        playbackHref="/p"
        onGo={href => gone.push(href)}
      />
    </StoryKinora>,
  )
  await button('Find upload').click()
  await expect.element(page.getByText('Required Tracking ID')).toBeVisible()
  await page.getByLabelText('Tracking ID').fill(' track 1 ')
  await button('Find upload').click()
  expect(gone).toEqual(['/p?upload=track+1'])
  await button('Recount').click()
  await expect
    .element(page.getByRole('row', { name: /2026-11-20 north yin 9 plays.* 1 play,/ }))
    .toBeVisible()
  expect(await findSerious(container)).toEqual([])
})
