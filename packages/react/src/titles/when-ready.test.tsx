import { type Title, TitleStatus, VideoStatus } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { TitleEditor } from './editor/title-editor.tsx'
import { TitleList } from './list/title-list.tsx'
import { completed, createFixture, renderSignedIn } from './testing/testing.tsx'

const encoding: Title = {
  ...completed,
  status: TitleStatus.EncodingQueued,
  videoStatus: VideoStatus.Processing,
  processing: { step: 'encode', fraction: 0.4 },
}

/** A platform that keeps the wish of its one title. */
function platformOf(title: Title) {
  const fixture: ReturnType<typeof createFixture> = createFixture(title, {
    answers: {
      publish: ({ publish }) => {
        const whenReady = publish === false ? null : ({ state: 'asked', by: 'Mia Larsen' } as const)
        fixture.state.title = { ...fixture.state.title!, whenReady }
        return fixture.state.title
      },
      search: () => ({ totalRecords: 1, totalPages: 1, page: 1, data: [fixture.state.title!] }),
    },
  })
  return fixture
}

describe('28.1, decision 0119: publish when ready', () => {
  test('the editor asks for it while the file is processed, says so, and takes it back', async () => {
    const fixture = platformOf(encoding)
    const { screen } = await renderSignedIn(fixture, <TitleEditor tag={encoding.tag} />)
    await screen.getByRole('button', { name: 'Publish when ready' }).click()
    await screen.getByRole('button', { name: 'Don’t publish when ready' }).click()
    await expect.element(screen.getByRole('button', { name: 'Publish when ready' })).toBeVisible()
    expect(fixture.sent('titles.publish').map(({ input }) => [input.publish, input.whenReady])).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('the editor says why it could not be done', async () => {
    const issues = [{ path: 'skill', code: 'required.skill' as const }]
    const fixture = platformOf({ ...completed, skill: null, whenReady: { state: 'refused', issues } })
    const { screen } = await renderSignedIn(fixture, <TitleEditor tag={completed.tag} />)
    await expect
      .element(screen.getByText('Couldn’t publish when ready: Required Skill Level').last())
      .toBeVisible()
  })

  test('the list asks for it from a row’s menu, and tells it with the state', async () => {
    const fixture = platformOf(encoding)
    const { screen } = await renderSignedIn(fixture, <TitleList />)
    await screen.getByRole('button', { name: 'Actions for Morning flow' }).click()
    await screen.getByRole('menuitem', { name: 'Publish when ready' }).click()
    await expect.element(screen.getByText(/· Publishes when ready/).last()).toBeVisible()
    await screen.getByRole('checkbox', { name: 'Select Morning flow' }).click()
    await expect.element(screen.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  })
})
