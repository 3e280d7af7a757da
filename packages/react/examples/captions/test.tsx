import { captions } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import type { Kinora } from '../../src/kernel/kinora.ts'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { newTitle } from '../../src/testing/uploads.ts'
import { findSerious } from '../../src/ui/testing.tsx'
import CompoundCaptions from './compound.tsx'
import HookCaptions from './hook.tsx'
import ReadyMadeCaptions from './ready-made.tsx'

beforeAll(async () => void (await platformUrl()))

type Screen = Awaited<ReturnType<typeof render>>

const vtt = (name: string) =>
  new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'], name, { type: 'text/vtt' })
const srt = (name: string) => new File(['1\n00:00:01,000 --> 00:00:02,000\nHallo\n'], name)

/** A provider with a title that has captions in these languages. */
async function captioned(...languages: string[]) {
  const kinora = await kinoraAs('provider')
  const titleTag = await newTitle(kinora, 'Captioned')
  for (const language of languages)
    await kinora.session.send(captions.create, { titleTag, title: language, language, file: vtt('a.vtt') })
  return { kinora, titleTag }
}
const stored = async (kinora: Kinora, titleTag: string) =>
  (await kinora.session.send(captions.list, { titleTag })).data.map(({ language, title, version }) => ({
    ...{ language, title, version },
  }))
const stateOf = (screen: Screen) =>
  screen.container.querySelector<HTMLElement>('[data-kn-part="captions"]')?.dataset.state

describe('EMBED-02, CAPTION-01 captions in three depths', () => {
  test('ready-made: a heading, words and listeners of the host', async () => {
    const { kinora, titleTag } = await captioned()
    const screen = await render(<ReadyMadeCaptions {...{ kinora, titleTag }} />)
    await expect.element(screen.getByText('Nobody has written subtitles yet.')).toBeVisible()
    expect(stateOf(screen)).toBe('empty')
    await expect.element(screen.getByRole('heading', { name: 'Captions' })).not.toBeInTheDocument()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Add captions' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: /^Choose a file/ })).toBeVisible()
    await userEvent.upload(dialog.element().querySelector<HTMLInputElement>('[type=file]')!, vtt('class.vtt'))
    await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('German')
    await dialog.getByRole('button', { name: 'Save captions' }).click()
    await expect.element(screen.getByText('de-DE is stored, version 1')).toBeVisible()
    await expect.element(screen.getByRole('list', { name: 'Captions' })).toMatchTextContent('German')
    expect(stateOf(screen)).toBe('ready')
    await screen.getByRole('button', { name: 'Delete German captions' }).click()
    await screen
      .getByRole('alertdialog')
      .or(screen.getByRole('dialog'))
      .getByRole('button', { name: 'Delete German captions' })
      .click()
    await expect.element(screen.getByText('de-DE is gone')).toBeVisible()
    expect(await stored(kinora, titleTag)).toEqual([])
  })

  test('compound: parts in the host’s order, with a track that the host draws', async () => {
    const { kinora, titleTag } = await captioned('de-DE', 'fr-FR')
    const screen = await render(<CompoundCaptions {...{ kinora, titleTag }} />)
    await expect.element(screen.getByRole('heading', { name: 'Captions 2 in all' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Edit German captions' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Edit French captions' })).not.toBeInTheDocument()
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Remove fr-FR' }).click()
    await screen.getByRole('button', { name: 'Delete French captions' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Captions 1 in all' })).toBeVisible()
  })

  test('hook: files are named by their language, converted, moved and deleted; what would not be shown is refused', async () => {
    const { kinora, titleTag } = await captioned()
    const screen = await render(<HookCaptions {...{ kinora, titleTag }} />)
    const input = screen.getByLabelText('Caption files')
    await input.upload([srt('class.de.srt'), vtt('class.fr.vtt')])
    await expect.element(screen.getByRole('link', { name: 'French' })).toBeVisible()
    const german = { language: 'de-DE', title: 'German', version: 1 }
    const french = { language: 'fr-FR', title: 'French', version: 1 }
    expect(await stored(kinora, titleTag)).toEqual(expect.arrayContaining([german, french]))
    const { href } = screen.getByRole('link', { name: 'German' }).element() as HTMLAnchorElement
    expect(await (await fetch(href)).text()).toMatch(/^WEBVTT\n\n(1\n)?00:00:01.000 --> 00:00:02.000\nHallo/)
    await screen.getByRole('button', { name: 'A second later: German' }).click()
    await expect
      .poll(() => stored(kinora, titleTag))
      .toEqual(expect.arrayContaining([{ ...german, version: 2 }, french]))
    expect(await findSerious(screen.container)).toEqual([])

    await input.upload(vtt('nameless.vtt'))
    await expect.element(screen.getByText('Required Language')).toBeVisible()
    await input.upload(new File(['nothing'], 'class.es.vtt'))
    await expect.element(screen.getByText(/Data is in invalid format/)).toBeVisible()
    await screen.getByRole('button', { name: 'Delete French' }).click()
    await expect.element(screen.getByRole('link', { name: 'French' })).not.toBeInTheDocument()
    expect(await stored(kinora, titleTag)).toEqual([{ ...german, version: 2 }])
  })
})
