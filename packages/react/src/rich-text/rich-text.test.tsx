import { checkRichText } from '@kinora/core'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hostileTexts } from '../../../core/src/kernel/testing/hostile-texts.ts'
import { memoryStore } from '../adapters/storage.ts'
import { createKinora } from '../kernel/kinora.ts'
import { renderWith } from '../testing/platform.tsx'
import { Field } from '../ui/form/field.tsx'
import { findSerious, renderInRoot } from '../ui/testing.tsx'
import { cleanPasted } from './clean-pasted.ts'
import { sanitizeRichText } from './lazy-rich-text.tsx'
import { RichText, RichTextInput } from './rich-text.tsx'

async function open(start: string) {
  const held = { value: start }
  function Form() {
    const [value, setValue] = useState(start)
    held.value = value
    return (
      <Field label="Description" group>
        <RichTextInput value={value} onChange={setValue} />
      </Field>
    )
  }
  const screen = await renderWith(createKinora({ store: memoryStore() }), <Form />)
  const box = page.getByRole('textbox', { name: 'Description' })
  await expect.element(box).toBeVisible()
  return { screen, box, held }
}

describe('ROLE-15 formatted text in a browser', () => {
  test('nothing hostile gets through, however it is written', () => {
    for (const text of hostileTexts) {
      expect(
        checkRichText(sanitizeRichText(text), 'text').filter(({ code }) => code === 'validation.url'),
        text,
      ).toEqual([])
      const box = document.createElement('div')
      box.innerHTML = sanitizeRichText(text)
      const found = [...box.querySelectorAll('*')]
      expect(
        found.filter(({ localName }) => !/^(p|br|strong|em|u|ul|ol|li|a)$/.test(localName)),
        text,
      ).toEqual([])
      const attributes = found.flatMap(element => [...element.attributes].map(({ name }) => name))
      expect(
        attributes.filter(name => name !== 'href'),
        text,
      ).toEqual([])
    }
  })

  test('readers see it formatted; plain text as it is written; links leave the page alone', async () => {
    const screen = await renderInRoot(
      <>
        <RichText text={'<p>Wake <strong>up</strong> <a href="https://studio.test/">here</a></p>'} />
        <RichText text={'1 < 2\n&amp; 3'} />
      </>,
    )
    await expect.element(screen.getByText('up', { exact: true })).toBeVisible()
    expect(screen.getByRole('link', { name: 'here' }).element()).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.container.querySelector('[data-plain]')?.textContent).toBe('1 < 2\n&amp; 3')
  })
})

describe('TITLE-41 the editor of formatted text', () => {
  test('by keyboard alone: formats, a list, a link; plain text stays plain until it is formatted', async () => {
    const { screen, box, held } = await open('Wake up')
    await box.click()
    await userEvent.keyboard('{Control>}{End}{/Control}!')
    await expect.poll(() => held.value).toBe('Wake up!')
    await userEvent.keyboard('{Shift>}{Home}{/Shift}')
    await expect.poll(() => getSelection()?.toString()).toBe('Wake up!')
    await userEvent.keyboard('{Control>}b{/Control}')
    await expect.poll(() => held.value).toBe('<p><strong>Wake up!</strong></p>')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(page.getByRole('button', { name: 'Bold', pressed: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await expect.poll(() => held.value).toBe('<ul><li><p><strong>Wake up!</strong></p></li></ul>')
    await page.getByRole('button', { name: 'Link' }).click()
    await userEvent.keyboard('javascript:x{Enter}')
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await page.getByRole('textbox', { name: 'Address of the link' }).fill('studio.test')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => held.value).toContain('<a href="https://studio.test">')
    expect(checkRichText(held.value, 'text')).toEqual([])
    expect(await findSerious(screen.container)).toEqual([])
    // Tab leaves the field, also in a list.
    await box.click()
    await userEvent.keyboard('{Tab}')
    await expect.element(box).not.toHaveFocus()
  })

  test('what is pasted keeps only what is allowed', async () => {
    const { box, held } = await open('')
    await box.click()
    const data = new DataTransfer()
    data.setData(
      'text/html',
      '<h1 style="color:red">Bring</h1><ol start="3"><li onclick="x()">a <b>mat</b></li></ol><script>x()</script>',
    )
    box
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    await expect
      .poll(() => held.value)
      .toBe('<p><strong>Bring</strong></p><ol><li><p>a <strong>mat</strong></p></li></ol>')
  })

  const word = (text: string, level: number, sign: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
  test.each([
    [
      'Google Docs',
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;">Plain </span><span style="font-weight:700;">bold</span><span style="font-style:italic;font-weight:400"> italic</span></p></b>`,
      '<p>Plain <strong>bold</strong><em> italic</em></p>',
    ],
    [
      'a list of Word',
      `<p class=MsoNormal><b>Kopf<o:p></o:p></b></p>${word('Erstens', 1, '·')}${word('Innen', 2, 'o')}${word('Zweitens', 1, '·')}<p>Ende</p>${word('Eins', 1, '1.')}`,
      '<p><strong>Kopf</strong></p><ul><li><p>Erstens</p><ul><li><p>Innen</p></li></ul></li><li><p>Zweitens</p></li></ul><p>Ende</p><ol><li><p>Eins</p></li></ol>',
    ],
    [
      'bold and italics of Word',
      "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Kopf</b> x <i style='mso-bidi-font-style:normal'>y</i></p>",
      '<p><strong>Kopf</strong> x <em>y</em></p>',
    ],
    [
      'cells of Sheets',
      '<google-sheets-html-origin><style>td{color:red}</style><table><tr><th>Day</th><th>Class</th></tr><tr><td>Mon</td><td style="font-weight:bold">Yoga</td></tr></table>',
      '<p>Day, Class</p><p>Mon, Yoga</p>',
    ],
    [
      'a table that lays out a mail',
      '<table><tr><td>Hello</td><td></td><td><table><tr><td>Mon</td><td>Yoga</td></tr></table></td></tr><tr><td><a href="https://a.example/">Book</a></td><td><ul><li>One</li></ul></td></tr></table>',
      '<p>Hello</p><p>Mon, Yoga</p><p><a href="https://a.example/">Book</a></p><ul><li>One</li></ul>',
    ],
    [
      'headings',
      '<h1>One</h1><h2>Two</h2><div><p>Three</p></div>',
      '<p><strong>One</strong></p><p><strong>Two</strong></p><p>Three</p>',
    ],
  ])('%s: pasted as it looks', (_, html, cleaned) => {
    const tidy = cleanPasted(html).replace(/\s*\n\s*/g, '')
    expect(tidy).toBe(cleaned)
    expect(checkRichText(tidy, 'text')).toEqual([])
  })
})
