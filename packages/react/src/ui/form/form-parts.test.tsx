import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { findSeriousInLooks, renderInRoot } from '../testing.tsx'
import { Field } from './field.tsx'
import * as stories from './form-parts.stories.tsx'
import { SampleImage, SampleLanguages, SampleUnsavedChanges } from './form-parts.stories.tsx'
import { FormSummary } from './form-summary.tsx'
import { TextInput } from './text-input.tsx'

const states: [string, { render(): React.ReactNode }, RegExp][] = [
  ['image, empty', stories.ImageEmpty, /Drop an image.*1920 x 564.*Choose an image/],
  ['image, loading', stories.ImageLoading, /Uploading the image…/],
  ['image, full', stories.ImageFull, /Drop another image.*Remove the image/],
  ['image, failed', stories.ImageFailed, /Image should be 1920 x 564/],
  ['image, out of reach', stories.ImageUnusable, /Remove the image/],
  ['languages, empty', stories.LanguagesEmpty, /English.*Default · Missing.*Arabic.*Missing/],
  ['languages, partial', stories.LanguagesPartial, /Default · Filled.*Missing/],
  ['languages, full', stories.LanguagesFull, /Default · Filled.*Arabic.*Filled.*German.*Filled/],
  ['languages, failed', stories.LanguagesFailed, /Default · Has an error.*Required Name/],
  ['languages, many', stories.LanguagesMany, /EnglishFilled.*SwedishMissing.*Side by side/],
  ['leave', stories.Leave, /Unsaved changes.*Stay.*Save and leave/],
  ['leave, nothing to save', stories.LeaveNothingToSave, /Unsaved changes.*Leave without saving/],
]

test.each(states)('%s; nothing serious in light, dark, right to left and narrow', async (_, story, words) => {
  const screen = await renderInRoot(<div style={{ padding: 16 }}>{story.render()}</div>)
  await expect.poll(() => document.body.textContent).toMatch(words)
  expect(await findSeriousInLooks(screen)).toEqual([])
})

describe('image', () => {
  test('one that is pasted shows; taken away, its place is empty', async () => {
    const screen = await renderInRoot(<SampleImage />)
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], 'banner.png', { type: 'image/png' }))
    const zone = screen.container.querySelector('.kn-drop')!
    zone.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))
    await expect.element(screen.getByText('Drop another image to replace this one')).toBeVisible()
    screen.getByRole('button', { name: 'Remove the image Banner' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('Drop an image here or paste it')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Choose an image Banner' })).toHaveFocus()
  })

  test('while it is stored nothing else can be chosen', async () => {
    const screen = await renderInRoot(<SampleImage busy />)
    await expect
      .element(screen.getByRole('button', { name: 'Choose an image Banner' }))
      .toHaveAttribute('aria-disabled', 'true')
  })
})

describe('I18N-06 languages', () => {
  test('each input has its language and direction', async () => {
    const screen = await renderInRoot(<SampleLanguages count={3} />)
    const arabic = screen.getByRole('textbox', { name: 'Arabic' })
    await expect.element(arabic).toHaveAttribute('lang', 'ar-SA')
    await expect.element(arabic).toHaveAttribute('dir', 'rtl')
    await arabic.fill('شروق')
    await expect.element(screen.getByText('Filled', { exact: true })).toBeVisible()
  })

  test('more than four are tabs, moved by arrows; side by side shows the default beside the chosen one', async () => {
    const screen = await renderInRoot(<SampleLanguages count={5} />)
    screen
      .getByRole('tab', { name: /English/ })
      .element()
      .focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('textbox', { name: 'Arabic' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'English' })).not.toBeInTheDocument()
    screen.getByRole('switch', { name: 'Side by side' }).element().focus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByRole('textbox', { name: 'English' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Arabic' })).toBeVisible()
  })

  test('a link to a field behind a closed tab opens it', async () => {
    const screen = await renderInRoot(<SampleLanguages count={5} />)
    document.getElementById('name-fr-FR')!.focus()
    await expect.element(screen.getByRole('textbox', { name: 'French' })).toHaveFocus()
  })
})

describe('leaving a form that has changes', () => {
  test.each([
    ['saved', true, 'Saved and left'],
    ['refused', false, 'Not saved'],
  ])('save and leave: %s', async (_, saved, words) => {
    let answer: (saved: boolean) => void = () => undefined
    const save = () => new Promise<boolean>(resolve => (answer = resolve))
    const screen = await renderInRoot(<SampleUnsavedChanges save={save} />)
    await expect.element(screen.getByRole('button', { name: 'Stay' })).toHaveFocus()
    await screen.getByRole('button', { name: 'Save and leave' }).click()
    await expect.element(screen.getByRole('button', { name: 'Leave without saving' })).toBeDisabled()
    answer(saved)
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('Escape stays; the focus goes back to where the person was', async () => {
    const screen = await renderInRoot(<SampleUnsavedChanges start={false} />)
    const opener = screen.getByRole('button', { name: 'Leave', exact: true })
    await opener.click()
    await expect.element(screen.getByRole('button', { name: 'Stay' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByText('Stayed')).toBeVisible()
    await expect.element(opener).toHaveFocus()
  })

  test('with nothing to save there is no way to save', async () => {
    const screen = await renderInRoot(<SampleUnsavedChanges />)
    await expect.element(screen.getByRole('button', { name: 'Save and leave' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.element(screen.getByText('Left', { exact: true })).toBeVisible()
  })
})

describe('the summary of what is wrong', () => {
  test('takes the focus and names the fields as they follow each other on the page', async () => {
    const problems = [
      { id: 'end', text: 'Required End' },
      { text: 'Please Check You Data' },
      { id: 'name', text: 'Required Name' },
      { id: 'start', text: 'Required Start' },
    ]
    const form = (attempt: number) => (
      <>
        <FormSummary title="Not saved" problems={problems} attempt={attempt} />
        {['name', 'start', 'end'].map(id => (
          <Field key={id} id={id} label={id}>
            <TextInput />
          </Field>
        ))}
      </>
    )
    const screen = await renderInRoot(form(0))
    await screen.rerender(form(1))
    await expect.element(screen.getByRole('group', { name: 'Not saved' })).toHaveFocus()
    const links = screen.getByRole('link').elements()
    expect(links.map(link => link.textContent)).toEqual(['Required Name', 'Required Start', 'Required End'])
    await screen.getByRole('link', { name: 'Required Start' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'start' })).toHaveFocus()
  })
})
