import { type Title, TitleStatus, VideoStatus } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { findSerious } from '../ui/testing.tsx'
import { TitleEditor } from './editor/title-editor.tsx'
import { TitleList } from './list/title-list.tsx'
import { completed, createFixture, renderSignedIn } from './testing/testing.tsx'

const still: Title = {
  ...completed,
  status: TitleStatus.Encoded,
  videoStatus: VideoStatus.Processing,
  stuck: { reason: 'stuck.encoded', wayOut: 'retry', since: '2026-11-19T08:00:00' },
}
const answer = (data: Title[]) => ({ totalRecords: data.length, totalPages: 1, page: 1, data })

describe('TITLE-31, VIDEO-14 what stands still says why and has a way out', () => {
  test('on its page', async () => {
    const out = { ...still, stuck: null, status: TitleStatus.EncodingQueued }
    const fixture = createFixture(still, {
      answers: {
        retry: () => {
          fixture.state.title = out
          return out
        },
      },
    })
    const { screen } = await renderSignedIn(fixture, <TitleEditor tag={still.tag} listHref="#list" />)
    const why = screen.getByText(/Processing stopped just before it finished/)
    await expect.element(why.last()).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    // By key: what loads when the page is idle may move the button away from under a mouse.
    screen.getByRole('button', { name: 'Try again' }).last().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => fixture.sent('titles.retry').map(call => call.input))
      .toEqual([{ tag: still.tag, isTrailerFile: false }])
    await expect.poll(() => why.elements()).toEqual([])
  })

  test('in the list, for the title and its trailer', async () => {
    const stuck = { reason: 'stuck.uploading', wayOut: 'takeBack', since: '2026-11-19T08:00:00' } as const
    const row = { ...still, trailerStuck: stuck }
    const fixture = createFixture(undefined, {
      answers: { search: () => answer([row]), find: () => answer([row]), retry: () => row },
    })
    const { screen } = await renderSignedIn(fixture, <TitleList />)
    await expect
      .element(screen.getByRole('button', { name: 'Stuck: try again' }))
      .toHaveAccessibleDescription(/Processing stopped just before it finished/)
    for (const name of ['Try again', 'Trailer: Cancel upload']) {
      await screen.getByRole('button', { name: 'Actions for Morning flow' }).click()
      await screen.getByRole('menuitem', { name, exact: true }).click()
    }
    await expect
      .poll(() => fixture.sent('titles.retry').map(call => call.input.isTrailerFile))
      .toEqual([false, true])
  })
})
