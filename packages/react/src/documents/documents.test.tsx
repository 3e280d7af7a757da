import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Failure, never, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import * as stories from './documents.stories.tsx'
import { DocumentForm, DocumentList } from './documents.tsx'
import { documentAnswers } from './fixtures.tsx'

const openForm = (id?: string, replaced: Parameters<typeof documentAnswers>[0] = {}, on: object = {}) =>
  renderInRoot(
    <StoryKinora answers={documentAnswers(replaced)}>
      <DocumentForm id={id} listHref="#list" {...on} />
    </StoryKinora>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })
const choose = async (name: string, content: string) => {
  const input = document.querySelector<HTMLInputElement>('[data-slot="file-input"]')!
  await userEvent.upload(input, new File([content], name))
}
/** A PDF of so many bytes, made in the page: the way from the test to a browser is slow for them. */
const chooseOf = (bytes: number) => {
  const input = document.querySelector<HTMLInputElement>('[data-slot="file-input"]')!
  const transfer = new DataTransfer()
  transfer.items.add(new File(['%PDF-1.7', new Uint8Array(bytes - 8)], 'plan.pdf'))
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

describe('DOC-01, DOC-02, DOC-03, DOC-05, VAL-27, CONST-34 the form', () => {
  test('a PDF by its content, then stored with its name, its collections and its titles', async () => {
    const create = vi.fn(() => ({ documentId: 'new' }))
    const onAdded = vi.fn()
    const screen = await openForm(undefined, { create }, { onAdded })
    await button('Create document').click()
    await expect.element(screen.getByText('Required Title').first()).toBeVisible()
    await choose('plan.docx', 'x')
    await expect.element(screen.getByText(/pdf/).first()).toBeVisible()
    await choose('plan.pdf', 'no PDF at all')
    await expect.element(screen.getByText(/Data is in invalid format/).first()).toBeVisible()
    // What is missing doesn't take the place of why nothing was taken.
    await button('Create document').click()
    await expect.element(screen.getByText('Required Title').first()).toBeVisible()
    await expect.element(screen.getByText(/Data is in invalid format/).first()).toBeVisible()
    expect(screen.getByText('Required File').elements()).toEqual([])
    chooseOf(10_485_760)
    await expect.element(screen.getByText('The document must be under 10 MB.').first()).toBeVisible()
    chooseOf(10_485_759)
    await expect.element(screen.getByText('10.00 MB')).toBeVisible()
    await choose('plan.pdf', '%PDF-1.7 and more')
    await expect.element(screen.getByText('0.01 MB')).toBeVisible()
    await expect.element(field('File name')).toHaveValue('plan.pdf')
    await field('Title').fill('Plan')
    await field('Description').fill('a'.repeat(91))
    await expect.element(screen.getByText(/1 too many|over/i).first()).toBeVisible()
    await field('Description').fill('Four weeks')
    await page.getByRole('combobox', { name: 'Collections' }).click()
    await page.getByRole('option', { name: 'Mornings' }).click()
    await userEvent.keyboard('{Escape}')
    await button('Add titles').click()
    await page.getByRole('checkbox', { name: 'Choose Yin' }).click()
    await button('Add 1 class').click()
    await expect.element(button('Remove Yin')).toBeVisible()
    await button('Create document').click()
    await expect.poll(() => onAdded.mock.calls).toEqual([['new']])
  })

  test('what the server refuses stands at the file, with the mend', async () => {
    const issues = [{ path: 'file', code: 'document.encrypted' }]
    const refuse = () => new Failure(400, 'Please check the data', { issues })
    const screen = await openForm('plan', { update: refuse })
    await expect.element(screen.getByText('2 pages · 1.50 MB')).toBeVisible()
    await choose('other.pdf', '%PDF-1.7')
    await button('Save').click()
    await expect.element(screen.getByText(/asks for a password/).first()).toBeVisible()
  })
})

test('DOC-06, C-50 a download says what it does, and that it is done', async () => {
  let answer: () => { body: string; contentType: string } | Promise<never> = never
  const screen = await renderInRoot(
    <StoryKinora answers={documentAnswers({ download: () => answer() })}>
      <DocumentList rowHref={id => `#${id}`} addHref="#add" />
    </StoryKinora>,
  )
  await button('Actions for Four-week plan').click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await expect.element(screen.getByText('downloading file')).toBeVisible()
  await expect.element(screen.getByText(/^Download .*plan\.pdf/).first()).toBeVisible()
  await button('Stop').click()
  await expect.element(screen.getByText('downloading file')).not.toBeInTheDocument()
  answer = () => ({ body: '', contentType: '' })
  await button('Actions for Four-week plan').click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  await expect.element(screen.getByText('Download complete')).toBeVisible()
})

test('API-116 several are deleted at once, after a question that names them', async () => {
  const screen = await renderInRoot(stories.ListFull.render())
  await page.getByRole('checkbox', { name: 'Select Four-week plan' }).click()
  await page.getByRole('checkbox', { name: 'Select Warm-up card' }).click()
  await button('Delete 2 documents').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 documents' }).click()
  await expect.element(screen.getByText('2 documents deleted')).toBeVisible()
})

const states: [string, { render: () => ReactNode }, RegExp][] = [
  ['list, loading', stories.ListLoading, /Loading/],
  ['list, empty', stories.ListEmpty, /No documents yet/],
  ['list, failed', stories.ListFailed, /This couldn’t be loaded/],
  ['list, full', stories.ListFull, /2 documents.*Four-week plan.*1\.50 MB/],
  ['form, new', stories.FormNew, /New document.*One PDF under 10 MB/],
  ['form, stored', stories.FormStored, /Four-week plan.*2 pages.*Mornings.*Morning flow/],
  ['form, missing', stories.FormMissing, /not found/i],
]
test.each(states)('%s; axe finds nothing serious', async (_, story, words) => {
  await renderInRoot(story.render())
  await expect.poll(() => document.body.textContent).toMatch(words)
  expect(await findSerious(document.body)).toEqual([])
})
