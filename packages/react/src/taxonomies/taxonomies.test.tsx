import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import type { RootProps } from '../ui/frame/root.tsx'
import { findSeriousInLooks, renderInRoot } from '../ui/testing.tsx'
import { labelAnswers, outdated, storyLabels } from './fixtures.tsx'
import * as forms from './taxonomy-form.stories.tsx'
import { TaxonomyForm, type TaxonomyFormProps } from './taxonomy-form.tsx'
import * as lists from './taxonomy-list.stories.tsx'
import { TaxonomyList } from './taxonomy-list.tsx'

const open = (
  props: Partial<TaxonomyFormProps> = {},
  answers: StoryAnswers = labelAnswers(),
  root?: RootProps,
) =>
  renderInRoot(
    <StoryKinora answers={answers}>
      <TaxonomyForm kind="label" listHref="#list" {...props} />
    </StoryKinora>,
    root,
  )
type Screen = Awaited<ReturnType<typeof open>>
const english = (screen: Screen) => screen.getByRole('textbox', { name: 'English (United Kingdom)' })
const save = (screen: Screen) => screen.getByRole('button', { name: 'Save', exact: true })

describe('META-07 a new entry', () => {
  test('is stored, said so, and its id goes to the host', async () => {
    const onAdded = vi.fn()
    const onDirtyChange = vi.fn()
    const screen = await open({ onAdded, onDirtyChange })
    await english(screen).fill('Sunset')
    await expect.poll(() => onDirtyChange.mock.lastCall).toEqual([true, expect.any(Function)])
    await screen.getByRole('button', { name: 'Create label' }).click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['l-new']])
    await expect.element(screen.getByText('Item saved')).toBeVisible()
    await expect.poll(() => onDirtyChange.mock.lastCall).toEqual([false, expect.any(Function)])
  })

  test('the tenant’s list is read again', async () => {
    const list = vi.fn(labelAnswers().labels!.list!)
    const screen = await renderInRoot(
      <StoryKinora answers={labelAnswers(undefined, { list })}>
        <TaxonomyList kind="label" />
        <TaxonomyForm kind="label" listHref="#list" />
      </StoryKinora>,
    )
    await expect.element(screen.getByText('Sunrise')).toBeVisible()
    const before = list.mock.calls.length
    await english(screen).fill('Sunset')
    await screen.getByRole('button', { name: 'Create label' }).click()
    await expect.poll(() => list.mock.calls.length).toBeGreaterThan(before)
    expect(list.mock.calls.at(-1)![0]).toMatchObject({ tenantId: 'north' })
  })

  test('META-02 without a name in the default language: the summary takes the focus and leads to the field', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'Create label' }).click()
    const summary = screen.getByRole('group', { name: /^Not saved/ })
    await expect.element(summary).toHaveFocus()
    // Read out with the focus, and not again with each field that is put right.
    await expect.element(summary).toHaveAccessibleDescription('Required Name')
    expect(summary.element().closest('[role=alert], [role=status], [aria-live]')).toBeNull()
    await screen.getByRole('link', { name: 'Required Name' }).click()
    await expect.element(english(screen)).toHaveFocus()
    await expect.element(english(screen)).toHaveAccessibleDescription('Required Name')
  })
})

describe('META-08 an update', () => {
  test('says saved, and there is nothing left to save', async () => {
    const screen = await open({ id: 'l-1' })
    await expect.element(save(screen)).toBeDisabled()
    await english(screen).fill('Dawn')
    await expect.element(screen.getByText('Unsaved changes')).toBeVisible()
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(screen.getByText('saved', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^Saved at/)).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: /Dawn/ })).toBeVisible()
    await expect.element(save(screen)).toBeDisabled()
    await english(screen).fill('Dusk')
    await save(screen).click()
    await expect.element(screen.getByRole('heading', { name: /Dusk/ })).toBeVisible()
  })

  test('an outdated one shows both versions; nothing is lost, and one of them is chosen', async () => {
    let isSaved = false
    let readAfter = 0
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    const saved = { name: { 'en-GB': 'Daybreak', 'ar-SA': 'شروق' }, isActive: false, version: 2 }
    const answers = labelAnswers(undefined, {
      update() {
        isSaved = true
        return outdated()
      },
      list() {
        const data = storyLabels.map(label =>
          isSaved && label.labelId === 'l-1' ? { ...label, ...saved } : label,
        )
        const found = { totalRecords: data.length, totalPages: 1, page: 1, data }
        // A write has everything read again first.
        return isSaved && ++readAfter === 2 ? (held.then(() => found) as Promise<never>) : found
      },
    })
    const screen = await open({ id: 'l-1' }, answers)
    await english(screen).fill('Dawn')
    await save(screen).click()
    const panel = screen.getByRole('region', { name: 'Someone else has changed this' })
    // While what is stored now is still read, the save goes on: what is chosen then couldn’t be saved.
    await expect.poll(() => readAfter).toBe(2)
    await expect.element(panel).not.toBeInTheDocument()
    letGo()
    // On the tenant's clock, as every moment of its data (decision 0049).
    for (const words of ['Dawn', 'Daybreak', 'Saved by Ada Okafor, 20 Nov 2026 10:00'])
      await expect.element(panel.getByText(words)).toBeVisible()
    await expect.element(english(screen)).toHaveValue('Dawn')
    await expect.element(screen.getByRole('switch', { name: /Active/ })).not.toBeChecked()
    await panel.getByRole('button', { name: 'Use theirs: English (United Kingdom)' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(english(screen)).toHaveValue('Daybreak')
  })

  test('what the server refuses stands beside its field', async () => {
    const issues = [{ path: 'name.de-DE', code: 'validation.tooLong', params: { field: 'Name', max: 5 } }]
    const refuse = () => new Failure(400, undefined, { code: 'invalid', issues })
    const screen = await open({ id: 'l-1' }, labelAnswers(undefined, { update: refuse }))
    await screen.getByRole('textbox', { name: 'German' }).fill('Sonnenaufgang')
    await save(screen).click()
    await expect
      .element(screen.getByRole('textbox', { name: 'German' }))
      .toHaveAccessibleDescription('Name should not be longer than 5 characters')
    await expect.element(screen.getByRole('textbox', { name: 'German' })).toHaveValue('Sonnenaufgang')
  })
})

describe('I18N-06 languages', () => {
  test('each is written in its own direction', async () => {
    const screen = await open({ id: 'l-1' })
    const arabic = screen.getByRole('textbox', { name: 'Arabic' })
    await expect.element(arabic).toHaveAttribute('dir', 'rtl')
    await expect.element(arabic).toHaveAttribute('lang', 'ar-SA')
  })

  test('META-12, I18N-05 a tenant without any: the text, and nothing can be done', async () => {
    const screen = await open({}, labelAnswers([]))
    const words = 'No language found for this Tenant. Please contact your administrator to add languages.'
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('switch')).toBeDisabled()
    await expect.element(screen.getByRole('button', { name: 'Create label' })).not.toBeInTheDocument()
  })

  test('a link to a field behind a closed tab opens it', async () => {
    const many = ['de-DE', 'en-GB', 'ar-SA', 'fr-FR', 'sv-SE']
    const screen = await open({}, labelAnswers(many))
    await screen.getByRole('tab', { name: /French/ }).click()
    await expect.element(screen.getByRole('textbox', { name: 'French' })).toBeVisible()
    await screen.getByRole('button', { name: 'Create label' }).click()
    await screen.getByRole('link', { name: 'Required Name' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'German' })).toHaveFocus()
  })
})

test('META-06 a list that can’t be read any more is empty, and says why', async () => {
  let isBroken = false
  const list = labelAnswers().labels!.list!
  const answers = labelAnswers(undefined, {
    list: (...asked) => (isBroken ? new Failure(500) : list(...asked)),
  })
  const screen = await renderInRoot(
    <StoryKinora answers={answers}>
      <TaxonomyList kind="label" />
    </StoryKinora>,
  )
  await expect.element(screen.getByText('Sunrise')).toBeVisible()
  isBroken = true
  await screen.getByRole('searchbox').fill('sun')
  await expect.element(screen.getByText('This couldn’t be loaded')).toBeVisible()
  await expect.element(screen.getByText('Something went wrong')).toBeVisible()
  await expect.element(screen.getByText('Sunrise')).not.toBeInTheDocument()
})

test('API-41 a label is deleted after saying how many titles lose it', async () => {
  const onDeleted = vi.fn()
  const screen = await open({ id: 'l-1', onDeleted })
  await screen.getByRole('button', { name: 'Delete label' }).click()
  await expect.element(screen.getByText('Removes it from 12 titles')).toBeVisible()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete label' }).click()
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1)
})

test.each([
  ['a near language', ['en-GB', 'de-DE']],
  ['none of the tenant’s languages', ['sv-SE', 'nb-NO']],
])('a platform entry can’t be changed, and is named in %s', async (_, codes) => {
  const screen = await open({ id: 'l-3' }, labelAnswers(codes))
  await expect.element(screen.getByText(/belongs to the platform/)).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: /^Beginner/ })).toBeVisible()
  const fields = screen.getByRole('textbox').elements() as HTMLInputElement[]
  expect(fields.map(field => [field.value, field.matches(':disabled')])).toEqual([
    ['Beginner', true],
    ['Einsteiger', true],
  ])
  await expect.element(screen.getByRole('button', { name: 'Delete label' })).not.toBeInTheDocument()
})

describe('META-04 what loads, loads for itself', () => {
  test('the list shows while its languages are still read, and the form while it is being saved', async () => {
    const list = await renderInRoot(
      <StoryKinora answers={{ ...labelAnswers(), tenants: { config: never } }}>
        <TaxonomyList kind="label" />
      </StoryKinora>,
    )
    await expect.poll(() => list.container.textContent).toMatch(/Inactive/)
    await list.unmount()
    const form = await open({ id: 'l-1' }, labelAnswers(undefined, { update: never }))
    await english(form).fill('Dawn')
    await save(form).click()
    await expect.element(english(form)).toHaveValue('Dawn')
    await expect.element(form.getByRole('button', { name: /^Sav/ })).toHaveAttribute('aria-busy', 'true')
  })

  test('META-14 what is active has the green badge, what is not the red one', async () => {
    const { container } = await renderInRoot(<lists.Full.render />)
    const toneOf = (word: string) =>
      [...container.querySelectorAll<HTMLElement>('[data-tone]')].find(
        ({ textContent }) => textContent === word,
      )?.dataset.tone
    await expect.poll(() => [toneOf('Active'), toneOf('Inactive')]).toEqual(['positive', 'negative'])
  })
})

const stories: [string, { render?: unknown }, RegExp][] = [
  ['form, loading', forms.Loading, /Loading/],
  ['form, empty', forms.Empty, /New label/],
  ['form, partial', forms.Partial, /Winter.*Inactive/],
  ['form, failed', forms.Failed, /This couldn’t be loaded/],
  ['form, full', forms.Full, /Sunrise.*Active/],
  ['form, not found', forms.Missing, /Record not found/],
  ['form, many languages', forms.ManyLanguages, /Side by side/],
  ['META-06 list, failed', lists.Failed, /This couldn’t be loaded/],
  ['list, loading', lists.Loading, /Loading/],
  ['list, empty', lists.Empty, /No labels yet/],
  ['META-14 list, full', lists.Full, /Sunrise.*Active.*Winter.*Inactive.*Platform/],
]

describe('the states of labels', () => {
  test.each(stories)(
    '%s; nothing serious in light, dark, right to left and narrow',
    async (_, story, words) => {
      const screen = await renderInRoot((story.render as () => React.ReactNode)())
      await expect.poll(() => screen.container.textContent).toMatch(words)
      expect(await findSeriousInLooks(screen)).toEqual([])
    },
  )
})
