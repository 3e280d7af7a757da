import { titles } from '@kinora/core'
import { createKinora, type Kinora, KinoraRoot, TitleEditor, type TitleEditorProps } from '@kinora/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { newTitle } from '../../src/testing/uploads.ts'
import { axeRules, findSerious } from '../../src/ui/testing.tsx'
import OwnTitleForm from './compound.tsx'
import PlainTitleForm from './hook.tsx'
import TitleEditorExample from './ready-made.tsx'
import { serverOf, states } from './states.ts'

const show = async (name: keyof typeof states) => {
  const kinora = createKinora(serverOf(states[name]))
  const inLook = (theme: 'light' | 'dark') => (
    <TitleEditorExample kinora={kinora} tag={states[name]?.tag} root={{ theme }} />
  )
  const screen = await render(inLook('light'))
  await expect.element(screen.getByRole('form', { name: 'Title' })).toBeVisible()
  return { ...screen, darken: () => screen.rerender(inLook('dark')) }
}
const names = Object.keys(states) as (keyof typeof states)[]

describe('every state of the title editor', () => {
  test.each(names)('%s: axe finds nothing serious in light and dark', async name => {
    const { container, darken } = await show(name)
    expect(await findSerious(container)).toEqual([])
    await darken()
    expect(await findSerious(container, axeRules.dark)).toEqual([])
  })
})

describe('TITLE-31, VIDEO-12 where a title stands', () => {
  test('the steps tell their progress', async () => {
    const screen = await show('underWay')
    await expect.element(screen.getByText('Encoding, 42%').last()).toBeVisible()
    await expect
      .element(screen.getByRole('list', { name: 'Progress' }))
      .toHaveTextContent('Upload doneNormalize doneEncode in progress 42%Ready waiting')
  })

  test('a failure says why and offers the way on', async () => {
    const screen = await show('failed')
    await expect
      .element(
        screen.getByText('The file couldn’t be read as a video and may be damaged. Upload it again.').last(),
      )
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe('EMBED-02 the title editor in three depths', () => {
  let kinora: Kinora
  beforeAll(async () => {
    await platformUrl()
    kinora = await kinoraAs('provider')
  })
  const stored = async (tag: string) =>
    (await kinora.session.send(titles.find, { titleTags: [tag] })).data[0]!
  const field = (name: string) => page.getByRole('textbox', { name })

  test('ready-made: what is hidden is not there, what is read-only says so, a place is left empty', async () => {
    const tag = await newTitle(kinora, 'Ready-made')
    const { container } = await render(<TitleEditorExample kinora={kinora} tag={tag} />)
    await expect.element(field('Title')).toHaveValue('Ready-made')
    expect(container.querySelector('[data-kn-part=title-editor]')?.getAttribute('data-state')).toBe('ready')
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toBeDisabled()
    await expect
      .element(page.getByRole('combobox', { name: 'Channel' }))
      .toHaveAccessibleDescription(/Read only/)
    expect(page.getByRole('group', { name: 'Trailer' }).query()).toBeNull()
    expect(page.getByRole('textbox', { name: /link/i }).query()).toBeNull()
    expect(await findSerious(container)).toEqual([])
  })

  test('compound: a form of one’s own saves what it shows, and nothing else', async () => {
    const tag = await newTitle(kinora, 'Compound')
    const { container } = await render(<OwnTitleForm kinora={kinora} tag={tag} />)
    await expect.element(field('Title')).toHaveAttribute('readonly')
    await expect.element(field('Title')).toHaveAccessibleDescription(/Read only/)
    await field('Description').fill('Slow and steady')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(page.getByText('Stored: Slow and steady')).toBeVisible()
    expect(await stored(tag)).toMatchObject({ className: 'Compound', classDescription: 'Slow and steady' })
    // A hidden field that publishing needs is named, and leads nowhere.
    const checklist = page.getByRole('listitem').filter({ hasText: /^Channel/ })
    await expect.element(checklist).toBeVisible()
    expect(checklist.getByRole('link').query()).toBeNull()
    await page.getByRole('button', { name: /^Publish/ }).click()
    const summary = page.getByRole('group', { name: /publish/i }).filter({ hasText: /channel/i })
    await expect.element(summary).toBeVisible()
    expect(summary.getByRole('link', { name: /channel/i }).query()).toBeNull()
    expect(await findSerious(container)).toEqual([])
  })

  test('hook: a form without our markup saves, and says why it can’t be published', async () => {
    const tag = await newTitle(kinora, 'Hook')
    await render(<PlainTitleForm kinora={kinora} tag={tag} />)
    await field('Name').fill('Hook, renamed')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await stored(tag)).className).toBe('Hook, renamed')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect.element(page.getByText('The file isn’t ready: noFile')).toBeVisible()
  })

  const open = (props: TitleEditorProps) =>
    render(
      <KinoraRoot kinora={kinora}>
        <TitleEditor {...props} />
      </KinoraRoot>,
    )

  test('a new title starts with what the host gives, hidden fields too', async () => {
    let made = ''
    await open({
      fields: { className: 'hidden', classDescription: 'hidden', instructor: 'readOnly' },
      defaults: { className: 'Given', instructor: 'Ana' },
      onCreated: tag => {
        made = tag
      },
    })
    await expect.element(field('Instructor')).toHaveValue('Ana')
    expect(field('Title').query()).toBeNull()
    await page.getByRole('button', { name: 'Create title' }).click()
    await expect.poll(() => made).not.toBe('')
    expect(await stored(made)).toMatchObject({ className: 'Given', instructor: 'Ana', classDescription: '' })
  })

  test('a required field that is hidden and not given: what the server wants is said in words', async () => {
    await open({ fields: { className: 'hidden' } })
    await page.getByRole('button', { name: 'Create title' }).click()
    const summary = page.getByRole('group', { name: 'Review these fields' })
    await expect.element(summary).toMatchTextContent('Required Title')
    expect(summary.getByRole('link').query()).toBeNull()
  })

  test('a card whose fields are all hidden goes; a class, a slot and an element are the host’s', async () => {
    const tag = await newTitle(kinora, 'Slots')
    let element: HTMLElement | null = null
    const about = ['className', 'classDescription', 'classLanguageCode', 'instructor', 'keywords'] as const
    await open({
      tag,
      heading: null,
      className: 'ours',
      classNames: { foot: 'our-foot' },
      rootRef: found => {
        element = found
      },
      fields: Object.fromEntries(about.map(name => [name, 'hidden'])),
      slots: { header: ours => <header data-testid="head">{ours}</header>, file: <p>No files here</p> },
    })
    await expect.element(page.getByText('No files here')).toBeVisible()
    expect(page.getByRole('group', { name: 'About', exact: true }).query()).toBeNull()
    expect(page.getByRole('heading', { level: 1 }).query()).toBeNull()
    expect(element).toHaveClass('ours')
    expect(element!.querySelector('.our-foot button')).not.toBeNull()
    await expect.element(page.getByTestId('head')).toBeVisible()
  })
})
