import { Role, type Title, TitleStatus, VideoStatus } from '@kinora/core'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { memoryStore } from '../../adapters/storage.ts'
import { DRAFTS_KEY } from '../../kernel/tab-storage.ts'
import { findSerious, holdTimers } from '../../ui/testing.tsx'
import {
  Answer,
  type Answers,
  bare,
  choices,
  completed,
  createFixture,
  renderSignedIn,
} from '../testing/testing.tsx'
import { TitleEditor } from './title-editor.tsx'

const open = async (
  title: typeof completed | undefined,
  { role, answers }: { role?: Role; answers?: Answers } = {},
  props: { onDirtyChange?: (dirty: boolean) => void; onCreated?: (tag: string) => void } = {},
) => {
  const fixture = createFixture(title, { role, answers })
  const { screen } = await renderSignedIn(
    fixture,
    <TitleEditor tag={title?.tag} listHref="#list" {...props} />,
  )
  return { fixture, screen }
}

test('where no category exists, the list says so instead of that nothing matches', async () => {
  const metadata = () => ({ ...choices, categories: [] })
  const { screen } = await open(undefined, { answers: { metadata } })
  await screen.getByRole('combobox', { name: 'Category', exact: true }).click()
  await expect.element(screen.getByText('There are no categories yet')).toBeVisible()
})

test('the switch of an inactive title reads so, under the name that it has in any state', async () => {
  const { screen } = await open({ ...completed, isActive: false })
  const active = screen.getByRole('switch', { name: 'Active', exact: true })
  await expect.element(active).not.toBeChecked()
  await expect.element(screen.getByText('Inactive', { exact: true })).toBeVisible()
  // Whatever its dates say, no site shows it (decision 0172).
  await expect.element(screen.getByText(/^On the site from/)).not.toBeInTheDocument()
  await active.click()
  await expect.element(screen.getByText('Inactive', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByText(/^On the site from/)).toBeVisible()
})

test('28.6, VIDEO-12 “Upload again” of a title that failed opens the chooser of its file', async () => {
  const failed = { status: TitleStatus.Error, videoStatus: VideoStatus.Failed, fileDigest: null }
  const { screen } = await open({ ...completed, ...failed, errorType: 'processing.unreadable' })
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  await screen.getByRole('button', { name: 'Upload again' }).click()
  expect(opened.mock.instances).toEqual([screen.container.querySelector('[type=file][accept=".mp4"]')])
  opened.mockRestore()
})

describe('decision 0060: text that isn’t saved', () => {
  test('is back after a reload, beside what others have saved meanwhile, and forgotten once it is saved', async () => {
    const tabStore = memoryStore()
    const load = async (title: Title) => {
      const fixture = createFixture(title)
      const editor = <TitleEditor tag={title.tag} />
      return { fixture, ...(await renderSignedIn(fixture, editor, {}, tabStore)) }
    }
    const first = await load(completed)
    await first.screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    window.dispatchEvent(new Event('pagehide'))
    const kept = tabStore.getItem(DRAFTS_KEY)
    await first.screen.unmount()
    expect(tabStore.getItem(DRAFTS_KEY)).toBeNull()

    tabStore.setItem(DRAFTS_KEY, kept!)
    const others = { ...completed, className: 'Renamed', instructor: 'Bo', version: 4 }
    const { screen, fixture } = await load(others)
    await expect.element(screen.getByText('Your unsaved changes are back.')).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Instructor' })).toHaveValue('Ada')
    await expect.element(screen.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Renamed')
    await screen.getByRole('button', { name: 'Keep yours: Instructor' }).click()
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    expect(fixture.sent('titles.update').map(({ input }) => input)).toMatchObject([
      { instructor: 'Ada', version: 4 },
    ])
    await expect.poll(() => tabStore.getItem(DRAFTS_KEY)).toBeNull()
  })
})

describe('TITLE-19 saving', () => {
  test('tells that something is to be saved and sends only that', async () => {
    const onDirtyChange = vi.fn()
    const { fixture, screen } = await open(completed, {}, { onDirtyChange })
    await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await expect.element(screen.getByText('Unsaved changes')).toBeVisible()
    await expect.poll(() => onDirtyChange.mock.lastCall).toEqual([true, expect.any(Function)])
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    expect(fixture.sent('titles.update').map(call => call.input)).toEqual([
      { tag: 'kn-1042', instructor: 'Ada', version: 3 },
    ])
    await expect.poll(() => onDirtyChange.mock.lastCall).toEqual([false, expect.any(Function)])
  })

  test('Ctrl+S saves', async () => {
    const { fixture, screen } = await open(completed)
    await screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.poll(() => fixture.sent('titles.update').length).toBe(1)
  })

  test('TITLE-07, TITLE-08 the register’s texts stand at the field and in a summary that takes the focus', async () => {
    const { fixture, screen } = await open(bare)
    const name = screen.getByRole('textbox', { name: 'Title', exact: true })
    await name.fill('')
    await expect.element(name).toHaveAccessibleDescription('Required Title')
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByRole('group', { name: 'Review these fields' })).toHaveFocus()
    await screen.getByRole('link', { name: 'Required Title' }).click()
    await expect.element(name).toHaveFocus()
    await name.fill('x'.repeat(41))
    await expect.element(name).toHaveAccessibleDescription('Title should not be longer than 40 characters')
    await expect.element(screen.getByText('1 too many')).toBeVisible()
    expect(fixture.sent('titles.update')).toEqual([])
  })

  test('CONST-13, SESS-20, C-31, C-41, TITLE-21 what the server refuses stands beside its field; nothing typed is lost', async () => {
    const issue = {
      path: 'channelId',
      code: 'validation.reference',
      params: { field: 'Channel', value: 'studio' },
    }
    const timers = holdTimers(1500)
    const { screen } = await open(completed, {
      answers: { update: () => new Answer(400, { status: 400, code: 'invalid', issues: [issue] }) },
    })
    await screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByRole('link', { name: 'Channel "studio" does not exist' })).toBeVisible()
    const told = screen.getByRole('alert').filter({ hasText: 'Please Check You Data' })
    await expect.element(told).toBeInTheDocument()
    expect(timers.started()).not.toEqual([])
    timers.letGo()
    await expect.element(told).not.toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Instructor' })).toHaveValue('Ada')
  })
})

describe('TITLE-37 a new title', () => {
  test('a name is enough', async () => {
    const onCreated = vi.fn()
    const { fixture, screen } = await open(undefined, {}, { onCreated })
    await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('Evening stretch')
    await screen.getByRole('button', { name: 'Create title' }).click()
    await expect.poll(() => onCreated.mock.calls).toEqual([['kn-new']])
    expect(fixture.sent('titles.create')[0]?.input).toMatchObject({ className: 'Evening stretch' })
  })

  test('without a host’s page the editor goes on with the title', async () => {
    const { screen } = await open(undefined)
    await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('Evening stretch')
    await screen.getByRole('button', { name: 'Create title' }).click()
    await expect.element(screen.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^kn-new · changed/)).toBeVisible()
  })

  test('only an administrator sees the provider, and must choose one', async () => {
    const { screen } = await open(undefined, { role: Role.Admin })
    await screen.getByRole('textbox', { name: 'Title', exact: true }).fill('A')
    await screen.getByRole('button', { name: 'Create title' }).click()
    await expect.element(screen.getByRole('link', { name: 'Required provider' })).toBeVisible()
  })

  test('others don’t', async () => {
    const { screen } = await open(undefined, { role: Role.Tenant })
    await expect.element(screen.getByRole('combobox', { name: 'Channel' })).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'Provider' })).not.toBeInTheDocument()
  })
})

test('CONST-18, TITLE-09, TITLE-10, C-47 each step of skill and intensity is said in words', async () => {
  const { screen } = await open(completed)
  const steps = (name: string) => {
    const radios = screen.getByRole('radiogroup', { name }).getByRole('radio').elements()
    return radios.map(radio => radio.getAttribute('aria-label'))
  }
  await expect
    .poll(() => steps('Intensity'))
    .toEqual([
      ...['1, Very Slight', '2, Slight', '3, Light', '4, Moderate', '5, Somewhat Hard', '6, Hard'],
      ...['7, Harder', '8, Very Hard', '9, Very Very Hard', '10, Maximum effort'],
    ])
  const [low, middle, high] = ['Beginner', 'Intermediate', 'Advanced']
  expect(steps('Skill level')).toEqual([
    ...[`1, ${low}`, `2, ${low}`, `3, ${low}`, `4, ${low}`, `5, ${middle}`, `6, ${middle}`, `7, ${middle}`],
    ...[`8, ${high}`, `9, ${high}`, `10, ${high}`],
  ])
})

describe('ROLE-15, TITLE-41 a formatted description', () => {
  test.each([
    [Role.Tenant, true, true],
    [Role.Tenant, false, false],
    [Role.Provider, true, false],
    [Role.Admin, true, false],
  ])('role %i, with the setting %s: can be written %s', async (role, isRichTextAllowed, formats) => {
    const metadata = () => ({ ...choices, isRichTextAllowed })
    const { screen } = await open(completed, { role, answers: { metadata } })
    await expect.element(screen.getByRole('combobox', { name: 'Channel' })).toMatchTextContent(/Studio/)
    const format = screen.getByRole('button', { name: 'Add formatting' })
    await expect.poll(() => format.elements().length).toBe(formats ? 1 : 0)
    if (!formats) return
    await format.click()
    await expect.element(screen.getByRole('button', { name: 'Bold' })).toBeVisible()
  })

  test('who may not format sees and keeps it, and may replace it with plain text', async () => {
    const formatted = { ...completed, classDescription: '<p>Wake <strong>up</strong></p>' }
    const { fixture, screen } = await open(formatted, { role: Role.Provider })
    const shown = screen.getByRole('group', { name: 'Description' })
    await expect.element(shown.getByText('up', { exact: true })).toBeVisible()
    await screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await screen.getByRole('button', { name: 'Replace with plain text' }).click()
    const plain = screen.getByRole('textbox', { name: 'Description' })
    await expect.element(plain).toHaveValue('Wake up')
    await expect.element(plain).toHaveFocus()
    await screen.getByRole('button', { name: 'Keep the formatted text' }).click()
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    expect(fixture.sent('titles.update')[0]?.input).toEqual({ tag: 'kn-1042', instructor: 'Ada', version: 3 })
  })
})

describe('TITLE-20 publishing', () => {
  test('TITLE-19 saves first, then publishes', async () => {
    const { fixture, screen } = await open(completed)
    await screen.getByRole('textbox', { name: 'Instructor' }).fill('Ada')
    await screen.getByRole('button', { name: 'Save and publish' }).click()
    await expect.element(screen.getByText('Title published')).toBeVisible()
    const writes = fixture.calls.map(call => call.id).filter(id => /update|publish/.test(id))
    expect(writes).toEqual(['titles.update', 'titles.publish'])
    await expect.element(screen.getByRole('button', { name: 'Publish', exact: true })).not.toBeInTheDocument()
  })

  test('TITLE-05 what is missing stands on the page, nothing is sent', async () => {
    const { fixture, screen } = await open(bare)
    await screen.getByRole('button', { name: 'Publish', exact: true }).click()
    const summary = screen.getByRole('group', { name: 'Not ready to publish' })
    await expect.element(summary).toHaveFocus()
    for (const words of ['Add a video', 'Required Description', 'Required Channel', 'Required Release Date'])
      await expect.element(summary.getByRole('link', { name: words })).toBeVisible()
    expect(fixture.sent('titles.publish')).toEqual([])
    await summary.getByRole('link', { name: 'Required Skill Level' }).click()
    await expect.element(screen.getByRole('radiogroup', { name: 'Skill level' })).toHaveFocus()
  })

  test('C-06, TITLE-03, TITLE-06 the three states; what is missing leads to its field', async () => {
    const { screen } = await open({ ...completed, skill: null, scheduleDate: null })
    const states = screen.getByRole('list', { name: 'Completeness' })
    await states.getByRole('link', { name: 'Ready to publish: 2 missing' }).click()
    await expect.element(screen.getByRole('radiogroup', { name: 'Skill level' })).toHaveFocus()
    await states.getByRole('link', { name: 'Complete for sites: 1 missing' }).click()
    await expect.element(screen.getByLabelText('Release date')).toHaveFocus()
    await screen
      .getByRole('radiogroup', { name: 'Skill level' })
      .getByRole('radio', { name: /^3/ })
      .click({ force: true })
    await expect.element(states.getByText('Complete: yes')).toBeVisible()
    await expect.element(states.getByRole('link', { name: 'Ready to publish: 1 missing' })).toBeVisible()
  })

  test('C-136 what a row from before the rule names of others isn’t ready, says so at its field, and is nothing any more once changed', async () => {
    const foreignNames = [
      { field: 'classCategoryId' as const, id: completed.classCategoryId! },
      { field: 'labelIds' as const, id: choices.labels[0]!.id },
    ]
    const labelIds = [choices.labels[0]!.id]
    const { fixture, screen } = await open({ ...completed, labelIds, foreignNames })
    const states = screen.getByRole('list', { name: 'Completeness' })
    await expect.element(states.getByRole('link', { name: 'Ready to publish: 2 missing' })).toBeVisible()
    for (const field of ['category', 'label'])
      await expect
        .element(
          screen
            .getByRole('link', { name: new RegExp(`The title’s ${field} belongs to another tenant`) })
            .first(),
        )
        .toBeVisible()
    await screen.getByRole('button', { name: 'Publish', exact: true }).click()
    const summary = screen.getByRole('group', { name: 'Not ready to publish' })
    await expect.element(summary.getByRole('link', { name: /The title’s category belongs/ })).toBeVisible()
    expect(fixture.sent('titles.publish')).toEqual([])
  })

  test.each([
    ['TITLE-22', new Answer(409, { status: 601, message: 'club' }), 'Please Check You Data'],
    ['TITLE-23', new Answer(400, { status: 400, message: 'No such channel' }), 'No such channel'],
    ['TITLE-23 without words', new Answer(400, { status: 400 }), 'Please Check You Data'],
    ['TITLE-24', new Answer(500, { status: 500, message: 'secret' }), 'Please Check You Data'],
    ['TITLE-25', new Answer(403, { status: 403, message: 'no' }), 'Something went wrong'],
  ])('%s', async (_, answer, words) => {
    const { screen } = await open(completed, { answers: { publish: () => answer } })
    await screen.getByRole('button', { name: 'Publish', exact: true }).click()
    const summary = screen.getByRole('group', { name: 'The title couldn’t be published' })
    await expect.element(summary.getByText(words, { exact: true })).toBeVisible()
  })

  test('C-103, TITLE-36, ERR-18 a published title can be taken back; what collections and events lose is named first', async () => {
    const counts = {
      ...{ total: 1, change: 1, same: 0, refused: 0, publishes: 0 },
      ...{ live: 1, sites: 2, collections: 1, events: 2 },
    }
    const names = { collections: ['Mornings'], events: ['Lunch ride', 'Night ride'] }
    const preview = () => ({ ...names, counts, data: [], totalRecords: 1, totalPages: 1, page: 1 })
    const published = { ...completed, status: TitleStatus.Published }
    const { fixture, screen } = await open(published, { answers: { preview } })
    await screen.getByRole('button', { name: 'More actions' }).click()
    await screen.getByRole('menuitem', { name: 'Unpublish' }).click()
    const dialog = screen.getByRole('alertdialog', { name: /Unpublish “Morning flow/ })
    await expect.element(dialog.getByText('1 title leaves 2 sites')).toBeVisible()
    await expect.element(dialog.getByText('1 collection loses classes: Mornings')).toBeVisible()
    await expect.element(dialog.getByText('2 events lose their class: Lunch ride, Night ride')).toBeVisible()
    expect(fixture.sent('titles.publish')).toEqual([])
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await expect
      .poll(() => fixture.sent('titles.publish')[0]?.input)
      .toEqual({ tag: 'kn-1042', publish: false })
    await expect.element(screen.getByText('updated', { exact: true })).toBeVisible()
  })

  test('TITLE-36, ERR-18, UPLOAD-21 what is processed elsewhere can be cancelled here, and that is said', async () => {
    const busy = { ...completed, status: TitleStatus.EncodingQueued, videoStatus: VideoStatus.Processing }
    const { fixture, screen } = await open(busy, { answers: { cancelContent: () => ({ status: 6 }) } })
    await screen.getByRole('button', { name: 'More actions' }).click()
    await screen.getByRole('menuitem', { name: 'Cancel processing' }).click()
    await expect.element(screen.getByText('File canceled', { exact: true })).toBeVisible()
    expect(fixture.sent('titles.cancelContent')[0]?.input).toEqual({ titleTag: 'kn-1042' })
  })
})

describe('the five states', () => {
  test('TITLE-18 a tag that nobody knows', async () => {
    const fixture = createFixture(undefined)
    const { screen } = await renderSignedIn(fixture, <TitleEditor tag="gone" />)
    await expect.element(screen.getByText('Record not found')).toBeVisible()
  })

  test('a failure can be retried', async () => {
    let broken = true
    const page = { totalRecords: 1, totalPages: 1, page: 1, data: [completed] }
    const { screen } = await open(completed, {
      answers: { find: () => (broken ? new Answer(403) : page) },
    })
    await expect.element(screen.getByText('This couldn’t be loaded')).toBeVisible()
    broken = false
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: /Morning flow/ })).toBeVisible()
  })

  test('after a delete the editor says so', async () => {
    const { screen } = await open(completed)
    await screen.getByRole('button', { name: 'More actions' }).click()
    await screen.getByRole('menuitem', { name: 'Delete' }).click()
    await screen.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(screen.getByText('This title is deleted')).toBeVisible()
  })

  test.each([
    ['new', undefined],
    ['bare', bare],
    ['full', completed],
  ] as const)('axe finds nothing serious: %s', async (_, title) => {
    const { screen } = await open(title)
    await expect.element(screen.getByRole('form', { name: 'Title' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
  })
})
