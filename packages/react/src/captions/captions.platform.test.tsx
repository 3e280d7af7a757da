import { type Caption, captions, titles } from '@kinora/core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kinora } from '../kernel/kinora.ts'
import { DRAFTS_KEY } from '../kernel/tab-storage.ts'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { CaptionsCard } from './captions-card.tsx'
import { CaptionsRoot, useCaptionsView } from './captions-root.tsx'

let kinora: Kinora
let titleTag: string
beforeAll(async () => {
  await platformUrl()
  kinora = await kinoraAs('tenant')
  titleTag = (await kinora.session.send(titles.create, { className: 'Captioned' })).tag
})

const vtt = (name: string, ...lines: string[]) =>
  new File([['WEBVTT', '', ...lines].join('\n')], name, { type: 'text/vtt' })
const hello = ['00:00.000 --> 00:01.000', 'Hello']
const stored = async (): Promise<Caption[]> => (await kinora.session.send(captions.list, { titleTag })).data
const dialog = () => page.getByRole('dialog')
const choose = async (file: File) => {
  await expect.element(dialog().getByRole('button', { name: /^Choose a file/ })).toBeVisible()
  await userEvent.upload(dialog().element().querySelector<HTMLInputElement>('[type=file]')!, file)
}
const name = () => dialog().getByRole('textbox', { name: 'Title' })
const button = (name: string) => page.getByRole('button', { name })

/** A part of a host's own. */
function RemoveAll() {
  const { captions: of } = useCaptionsView()
  return of.tracks.map(track => (
    <button key={track.trackId} type="button" onClick={() => void of.remove(track)}>
      Drop {track.title}
    </button>
  ))
}

describe('EMBED-02 acts of a part of a host’s own', () => {
  test('are told to the listener of the root', async () => {
    const { tag } = await kinora.session.send(titles.create, { className: 'Told' })
    const draft = { titleTag: tag, title: 'Dutch', language: 'nl-NL', file: vtt('a.nl.vtt', ...hello) }
    const { trackId } = await kinora.session.send(captions.create, draft)
    const onRemoved = vi.fn()
    await renderWith(
      kinora,
      <CaptionsRoot titleTag={tag} onRemoved={onRemoved}>
        <RemoveAll />
      </CaptionsRoot>,
    )
    await button('Drop Dutch').click()
    await expect.poll(() => onRemoved.mock.lastCall?.[0]).toMatchObject({ trackId })
  })
})

describe('CAPTION-01 to CAPTION-06 the captions of a title', () => {
  test('are added by key, renamed, replaced after a warning, and deleted', async () => {
    await renderWith(kinora, <CaptionsCard titleTag={titleTag} length={6} />)
    await expect.element(page.getByText(/^No captions yet/)).toBeVisible()
    button('Add captions').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog()).toBeVisible()

    await button('Save captions').click()
    for (const missing of ['Required File', 'Required Language', 'Required Title'])
      await expect.element(dialog().getByText(missing)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Choose a file/ })).toHaveFocus()

    await choose(vtt('class.srt', ...hello))
    await name().fill('x'.repeat(101))
    await button('Save captions').click()
    await expect.element(dialog().getByText('Allowed only vtt type.')).toBeVisible()
    await expect.element(dialog().getByText('Title should not be longer than 100 characters')).toBeVisible()
    await name().fill('')

    await choose(vtt('class.de-DE.vtt', '00:00:00,000 --> 00:00:01,000', 'Hallo', '', ...hello, '', 'Lost'))
    await expect.element(dialog().getByText(/^Line 3: “00:00:00,000” is not a time/)).toBeVisible()
    await expect.element(dialog().getByText(/^Line 9: “Lost” has no times/)).toBeVisible()
    await button('Save captions').click()
    await expect.element(dialog().getByText(/^Error: Data is in invalid format/)).toBeVisible()
    expect(await stored()).toEqual([])
    expect(await findSerious(dialog().element() as HTMLElement)).toEqual([])

    await choose(vtt('class.de-DE.vtt', ...hello))
    await expect.element(dialog().getByText('1 caption, until 00:00:01')).toBeVisible()
    await expect.element(name()).toHaveValue('German')
    await name().fill('Deutsch')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('German captions saved')).toBeVisible()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(button('Add captions')).toHaveFocus()
    expect(await stored()).toMatchObject([{ title: 'Deutsch', language: 'de-DE', version: 1 }])

    await button('Change German captions').click()
    await name().fill('Deutsch (Schweiz)')
    await button('Save captions').click()
    await expect.element(page.getByText('Deutsch (Schweiz)')).toBeVisible()

    await button('Add captions').click()
    // SubRip is named and converted; what starts after the end of the title is told, and moved by one button.
    await choose(new File(['1\n01:00:01,000 --> 01:00:02,000\nHallo\n'], 'hour.de.srt'))
    await expect.element(dialog().getByText('The file is SubRip. It is stored as WebVTT.')).toBeVisible()
    await expect.element(dialog().getByText(/^Line 2: 1 caption starts after the title ends/)).toBeVisible()
    dialog().getByRole('button', { name: 'Shift all captions by -3600 seconds' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByText('1 caption, until 00:00:02')).toBeVisible()
    await expect.element(button('Undo the shift by -3600 seconds')).toHaveFocus()
    await choose(vtt('new.de.vtt', ...hello, '', '00:01.000 --> 00:02.000', 'Again'))
    await expect
      .element(
        dialog().getByText(/already has captions in German: “Deutsch \(Schweiz\)”. Saving replaces them/),
      )
      .toBeVisible()
    expect(await stored()).toMatchObject([{ title: 'Deutsch (Schweiz)' }])
    await button('Replace captions').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(await stored()).toMatchObject([{ title: 'German', language: 'de-DE', version: 1 }])

    await button('Delete German captions').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete German captions' }).click()
    await expect.element(page.getByText(/^No captions yet/)).toBeVisible()
  })

  test('are not replaced where somebody else has added them meanwhile: that is told first', async () => {
    await renderWith(kinora, <CaptionsCard titleTag={titleTag} />)
    await button('Add captions').click()
    await choose(vtt('class.sv.vtt', ...hello))
    await expect.element(name()).toHaveValue('Swedish')
    const theirs = { titleTag, title: 'Theirs', language: 'sv-SE', file: vtt('their.vtt', ...hello) }
    await kinora.session.send(captions.create, theirs)
    await button('Save captions').click()
    await expect
      .element(dialog().getByText(/already has captions in Swedish: “Theirs”. Replace them/))
      .toBeVisible()
    expect(await stored()).toMatchObject([{ title: 'Theirs' }])
    await button('Replace captions').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(await stored()).toMatchObject([{ title: 'Swedish' }])
  })

  test('text and times are edited by key: split, join, insert, shift all, undo, save', async () => {
    const file = vtt(
      'class.fr.vtt',
      'NOTE Jo',
      '',
      ...hello,
      '',
      '00:01.000 --> 00:03.000',
      'Breathe in and out',
    )
    await kinora.session.send(captions.create, { titleTag, title: 'Français', language: 'fr-FR', file })
    kinora.queries.clear()
    await renderWith(kinora, <CaptionsCard titleTag={titleTag} />)
    await button('Edit French captions').click()
    const textOf = (number: number) => page.getByRole('textbox', { name: `Text of caption ${number}` })
    const timesOf = (number: number) => {
      const cue = page.getByRole('listitem', { name: `Caption ${number}`, exact: true })
      return ['Start', 'End'].map(label => (cue.getByLabelText(label).element() as HTMLInputElement).value)
    }
    await expect.element(textOf(2)).toHaveValue('Breathe in and out')
    const area = textOf(2).element() as HTMLTextAreaElement
    area.setSelectionRange(10, 10)
    button('Split caption 2 at the cursor').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(textOf(3)).toHaveValue('and out')
    expect([timesOf(2), timesOf(3)]).toEqual([
      ['00:00:01.000', '00:00:02.111'],
      ['00:00:02.111', '00:00:03.000'],
    ])
    await expect.element(dialog().getByText('Caption 2 is two now')).toBeInTheDocument()
    await button('Join caption 1 with the next').click()
    await expect.element(textOf(1)).toHaveValue('Hello\nBreathe in')
    await button('Undo').click()
    await expect.element(textOf(1)).toHaveValue('Hello')
    // What is typed in a field is undone at once, and with the last undo the focus isn't lost.
    await textOf(1).click()
    await userEvent.keyboard('{End}, you')
    button('Undo').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(textOf(1)).toHaveValue('Hello')
    await userEvent.keyboard('{Enter}')
    await expect.element(textOf(2)).toHaveValue('Breathe in and out')
    await expect.element(button('Undo')).toHaveFocus()
    const start1 = page.getByRole('listitem', { name: 'Caption 1' }).getByLabelText('Start')
    await start1.fill('00:99')
    await button('Save captions').click()
    await expect.element(start1).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await button('Keep editing').click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save captions' }).click()
    await expect.element(start1).toHaveFocus()
    await start1.fill('00:00:00.000')
    await button('Undo').click()
    ;(textOf(2).element() as HTMLTextAreaElement).setSelectionRange(10, 10)
    await button('Split caption 2 at the cursor').click()
    await expect.element(textOf(3)).toHaveValue('and out')

    await button('Add a caption after 3').click()
    await expect.element(textOf(4)).toHaveFocus()
    await button('Save captions').click()
    await expect.element(dialog().getByText('Write what is said, or delete this caption.')).toBeVisible()
    await textOf(4).fill('Rest')
    const start = page.getByRole('listitem', { name: 'Caption 4' }).getByLabelText('Start')
    await start.fill('now')
    await expect.element(dialog().getByText('Write a time such as 00:00:05.000.')).toBeVisible()
    await start.fill('00:00:04.000')
    await userEvent.keyboard('{ArrowUp}')
    expect(timesOf(4)).toEqual(['00:00:04.100', '00:00:05.000'])
    const shift = dialog().getByLabelText('Shift all captions by seconds')
    await shift.fill('-1.5')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByText(/^Nothing moved: the first caption is at 0/)).toBeVisible()
    await shift.fill('1.5')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog().getByText('All captions shifted by 1.5 seconds')).toBeVisible()
    await expect.poll(() => timesOf(1)).toEqual(['00:00:01.500', '00:00:02.500'])
    expect(await findSerious(dialog().element() as HTMLElement)).toEqual([])

    await userEvent.keyboard('{Escape}')
    await button('Keep editing').click()
    await button('Save captions').click()
    await expect.element(page.getByText('French captions saved')).toBeVisible()
    const [track] = (await stored()).filter(({ language }) => language === 'fr-FR')
    expect(await (await fetch((await platformUrl()) + track!.url)).text()).toBe(
      [
        'WEBVTT',
        'NOTE Jo',
        '00:00:01.500 --> 00:00:02.500\nHello',
        '00:00:02.500 --> 00:00:03.611\nBreathe in',
        '00:00:03.611 --> 00:00:04.500\nand out',
        '00:00:05.600 --> 00:00:06.500\nRest\n',
      ].join('\n\n'),
    )
  })

  /** As a reload does: the page is gone, the tab isn’t. */
  const reloaded = async (first: { unmount(): Promise<void> }, tag: string) => {
    const kept = kinora.tabStore.getItem(DRAFTS_KEY)!
    await first.unmount()
    kinora.tabStore.setItem(DRAFTS_KEY, kept)
    kinora.queries.clear()
    return renderWith(kinora, <CaptionsCard titleTag={tag} />)
  }

  test('28.5 name and language are back after a reload; what Cancel leaves is forgotten', async () => {
    const { tag } = await kinora.session.send(titles.create, { className: 'Reloaded' })
    const first = await renderWith(kinora, <CaptionsCard titleTag={tag} />)
    await button('Add captions').click()
    await choose(vtt('class.sv.vtt', ...hello))
    await expect.element(name()).toHaveValue('Swedish')
    await name().fill('Svenska')
    await expect.poll(() => kinora.tabStore.getItem(DRAFTS_KEY)).toContain('Svenska')
    await reloaded(first, tag)
    await button('Add captions').click()
    await expect.element(name()).toHaveValue('Svenska')
    await expect.element(dialog().getByRole('combobox', { name: 'Language' })).toMatchTextContent('Swedish')
    await expect.element(page.getByText('Your unsaved changes are back.')).toBeVisible()
    await button('Cancel').click()
    await expect.poll(() => kinora.tabStore.getItem(DRAFTS_KEY) ?? '').not.toContain('Svenska')
    await button('Add captions').click()
    await expect.element(name()).toHaveValue('')
  })

  test('28.5 so is what was edited, as one step to undo; saved since by somebody else, that is told before it is replaced', async () => {
    const { tag } = await kinora.session.send(titles.create, { className: 'Edited twice' })
    const draft = { titleTag: tag, title: 'Dansk', language: 'da-DK' }
    const track = await kinora.session.send(captions.create, {
      ...draft,
      file: vtt('class.da.vtt', ...hello),
    })
    const first = await renderWith(kinora, <CaptionsCard titleTag={tag} />)
    await button('Edit Danish captions').click()
    const area = page.getByRole('textbox', { name: 'Text of caption 1' })
    await area.fill('Hej')
    const theirs = vtt('class.da.vtt', '00:00.000 --> 00:01.000', 'Davs')
    await kinora.session.send(captions.update, { trackId: track.trackId, file: theirs, version: 1 })
    await reloaded(first, tag)
    await button('Edit Danish captions').click()
    await expect.element(area).toHaveValue('Hej')
    await button('Save captions').click()
    await expect.element(dialog().getByText(/^Someone else saved changes/)).toBeVisible()
    await expect.element(area).toHaveValue('Hej')
    await button('Undo').click()
    await expect.element(area).toHaveValue('Davs')
    await area.fill('Hej hej')
    await button('Save captions').click()
    await expect.element(page.getByText('Danish captions saved')).toBeVisible()
    await expect.poll(() => kinora.tabStore.getItem(DRAFTS_KEY) ?? '').not.toContain('Hej hej')
  })

  test('28.5 one’s own are saved over what somebody else has saved meanwhile where that is chosen', async () => {
    const { tag } = await kinora.session.send(titles.create, { className: 'Edited at once' })
    const draft = { titleTag: tag, title: 'Suomi', language: 'fi-FI' }
    const track = await kinora.session.send(captions.create, {
      ...draft,
      file: vtt('class.fi.vtt', ...hello),
    })
    await renderWith(kinora, <CaptionsCard titleTag={tag} />)
    await button('Edit Finnish captions').click()
    await page.getByRole('textbox', { name: 'Text of caption 1' }).fill('Hei')
    const theirs = vtt('class.fi.vtt', '00:00.000 --> 00:01.000', 'Moi')
    await kinora.session.send(captions.update, { trackId: track.trackId, file: theirs, version: 1 })
    await button('Save captions').click()
    await button('Save yours instead').click()
    await expect.element(page.getByText('Finnish captions saved')).toBeVisible()
    const [saved] = (await kinora.session.send(captions.list, { titleTag: tag })).data
    expect(await (await fetch((await platformUrl()) + saved!.url)).text()).toContain('Hei')
  })

  test('28.6 a file that names no language is in the one that is spoken, unless that has captions', async () => {
    const { tag: spoken } = await kinora.session.send(titles.create, { className: 'Spoken' })
    await renderWith(kinora, <CaptionsCard titleTag={spoken} length={6} spoken="de-DE" />)
    const language = () => dialog().getByRole('combobox', { name: 'Language' })
    await button('Add captions').click()
    await choose(vtt('class.vtt', ...hello))
    await expect.element(language()).toMatchTextContent('German')
    await button('Save captions').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await button('Add captions').click()
    await choose(vtt('class.vtt', ...hello))
    await expect.element(dialog().getByText('1 caption, until 00:00:01')).toBeVisible()
    await expect.element(language()).toMatchTextContent('Choose a language')
  })

  test('CAPTION-05 captions that start after the video has ended are told, and shifted by one button', async () => {
    const { tag: late } = await kinora.session.send(titles.create, { className: 'Late video' })
    const file = vtt('hour.it-IT.vtt', '01:00:01.000 --> 01:00:02.000', 'Ciao')
    const draft = { titleTag: late, title: 'Italian', language: 'it-IT', file }
    const track = await kinora.session.send(captions.create, draft)
    // As the server has it once the video is there.
    const beyondEnd = { start: 3601, shift: -3600 }
    const answer = { data: [{ ...track, beyondEnd }], from: 1, to: 1, totalCount: 1 }
    kinora.queries.setQueryDefaults([captions.list.id], { staleTime: 60_000 })
    await renderWith(kinora, <CaptionsCard titleTag={late} length={6} />)
    await expect.element(page.getByText('Italian')).toBeVisible()
    kinora.queries.setQueriesData(
      { predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(late) },
      answer,
    )
    await expect
      .element(page.getByText(/Starts after the video has ended: the last caption at 01:00:01/))
      .toBeVisible()
    expect(await findSerious(document.body)).toEqual([])
    await page.viewport(360, 640)
    const shifting = button('Shift all captions by -3600 seconds').element()
    expect(shifting.scrollWidth).toBeLessThanOrEqual(shifting.clientWidth)
    await page.viewport(1280, 900)
    button('Shift all captions by -3600 seconds').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Italian captions saved')).toBeVisible()
    const [moved] = (await kinora.session.send(captions.list, { titleTag: late })).data
    expect(await (await fetch((await platformUrl()) + moved!.url)).text()).toContain('00:00:01.000')
  })
})
