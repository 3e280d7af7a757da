import type { Translation } from '@kinora/core'
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import type { Kinora } from '../kernel/kinora.ts'
import { DRAFTS_KEY } from '../kernel/tab-storage.ts'
import { Failure, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { TextList } from './text-list.tsx'

/** Keys are what this screen shows; on any other they are texts that aren’t loaded. */
afterEach(cleanup)

const stored = (key: string, text: Translation['text'], original: Translation['original']): Translation => ({
  ...{ key, text, original, version: 1, updatedDate: '2026-11-20T09:00:00', updatedBy: 'Ada Okafor' },
})

/** A server that keeps the texts it is told. */
function keeping(): { answers: StoryAnswers; texts: Map<string, Translation> } {
  const texts = new Map([['error.429', stored('error.429', 'Slow down', 'x')]])
  const answers: StoryAnswers = {
    translations: {
      list: () => ({ data: [...texts.values()] }),
      set: ({ text, ...rest }) => {
        const key = rest.key ?? 'ui.account.logout'
        const row = stored(key, text, 'Log out')
        texts.set(key, row)
        return row
      },
      import: ({ texts: given }) => {
        for (const { key, text } of given) texts.set(key, stored(key, text, 'x'))
        return { changed: given.length, unchanged: 0 }
      },
    },
  }
  return { answers, texts }
}
const open = (answers: StoryAnswers, prepare: (kinora: Kinora) => void = () => undefined) =>
  renderInRoot(
    <StoryKinora answers={answers} prepare={prepare}>
      <TextList backHref="#admin" />
    </StoryKinora>,
  )
const search = (words: string) => page.getByRole('searchbox', { name: 'Search keys and texts' }).fill(words)
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('I18N-03 the editor of texts', () => {
  test('finds a text by its words, refuses one that drops a value, and saves one that fits', async () => {
    const { answers, texts } = keeping()
    const { container } = await open(answers)
    await search('log out')
    await button('Edit ui.account.logout').click()
    const field = page.getByRole('textbox', { name: 'Replacement' })
    await expect.element(field).toHaveFocus()
    await field.fill('Bye {{name}}')
    await expect.element(page.getByText('This text gets no value for {{name}}. Remove it.')).toBeVisible()
    await field.fill('Leave')
    await expect.element(page.getByText(/Léávé/)).toBeVisible()
    await button('Save text').click()
    await expect.element(page.getByText('Text saved')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /ui\.account\.logout.*Log out.*Leave/ })).toBeVisible()
    expect(texts.get('ui.account.logout')?.text).toBe('Leave')
    expect(await findSerious(container)).toEqual([])
  })

  test('a text by number has a field for each form; what says the same as the original replaces nothing', async () => {
    const { answers, texts } = keeping()
    await open(answers)
    await search('ui.titles.count')
    await button('Edit ui.titles.count').click()
    const other = page.getByRole('textbox', { name: 'Replacement for any other number' })
    await other.fill('Many')
    await expect.element(page.getByText('This text must keep {{count}}.')).toBeVisible()
    await other.fill('{{count}} titles')
    await button('Save text').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(texts.has('ui.titles.count')).toBe(false)
  })

  test('replaced ones alone; one that no longer fits says why it isn’t shown', async () => {
    await open(keeping().answers)
    await page.getByRole('checkbox', { name: 'Replaced only' }).click()
    await expect
      .element(page.getByRole('row', { name: /error\.429.*Not shown: This text must keep \{\{seconds\}\}/ }))
      .toBeVisible()
    await expect.element(page.getByText('1 text', { exact: true })).toBeVisible()
  })

  test('an import shows its plan first; a text that can’t be taken stops it', async () => {
    const { answers, texts } = keeping()
    await open(answers)
    const choose = async (content: object) => {
      await expect.element(button('Import')).toBeEnabled()
      const file = new File([JSON.stringify(content)], 'texts.json')
      await userEvent.upload(document.querySelector<HTMLInputElement>('[data-slot=file-input]')!, file)
    }
    await choose({ 'ui.close': 'Shut', 'no.such': 'x' })
    await expect.element(page.getByText('No text has the key “no.such”.')).toBeVisible()
    await button('Cancel').click()
    await choose({ 'ui.close': 'Shut' })
    await expect.element(page.getByRole('row', { name: 'ui.close Close Shut' })).toBeVisible()
    await button('Import 1 text').click()
    await expect.element(page.getByText('1 text imported')).toBeVisible()
    expect(texts.get('ui.close')?.text).toBe('Shut')
  })

  test('28.5 a text that wasn’t saved is back after a reload; what Cancel leaves is forgotten', async () => {
    const { answers } = keeping()
    let tab: Kinora['tabStore'] | undefined
    const first = await open(answers, ({ tabStore }) => {
      tab = tabStore
    })
    const edit = async () => {
      await search('log out')
      await button('Edit ui.account.logout').click()
    }
    const field = page.getByRole('textbox', { name: 'Replacement' })
    await edit()
    await field.fill('Leave')
    await expect.poll(() => tab!.getItem(DRAFTS_KEY)).toContain('Leave')
    const kept = tab!.getItem(DRAFTS_KEY)!
    await first.unmount()
    await open(answers, ({ tabStore }) => {
      tab = tabStore
      tabStore.setItem(DRAFTS_KEY, kept)
    })
    await edit()
    await expect.element(field).toHaveValue('Leave')
    await button('Cancel').click()
    await edit()
    await expect.element(field).toHaveValue('Log out')
    expect(tab!.getItem(DRAFTS_KEY)).toBeNull()
  })

  test('28.5 of two who change one text, the second is shown both', async () => {
    const { answers, texts } = keeping()
    const set = () => new Failure(409, 'Outdated', { code: 'outdated' })
    await open({ translations: { ...answers.translations, set } })
    await search('error.429')
    await button('Edit error.429').click()
    await page.getByRole('textbox', { name: 'Replacement' }).fill('Mine {{seconds}}')
    texts.set('error.429', { ...stored('error.429', 'Theirs {{seconds}}', 'x'), version: 2 })
    await button('Save text').click()
    await expect.element(page.getByText('Someone else has changed this')).toBeVisible()
    await expect.element(page.getByText('Theirs {{seconds}}').first()).toBeVisible()
    await button('Use theirs: Replacement').click()
    await expect.element(page.getByRole('textbox', { name: 'Replacement' })).toHaveValue('Theirs {{seconds}}')
  })

  test('what the server refuses is said in the dialog', async () => {
    const { answers } = keeping()
    const set = () => new Failure(403, 'Not yours.')
    await open({ translations: { ...answers.translations, set } })
    await search('log out')
    await button('Edit ui.account.logout').click()
    await page.getByRole('textbox', { name: 'Replacement' }).fill('Leave')
    await button('Save text').click()
    await expect.element(page.getByRole('dialog').getByText('Not yours.')).toBeVisible()
  })
})
