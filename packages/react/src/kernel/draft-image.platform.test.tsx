import { beforeAll, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { kinoraAs, platformUrl, renderWith } from '../testing/platform.tsx'
import { findSerious } from '../ui/testing.tsx'
import { DraftImage } from './draft-image.tsx'
import { type Draft, useDraft } from './use-draft.ts'

beforeAll(async () => void (await platformUrl()))

type Values = { banner: string | null }
const stored = { values: { banner: null } }

/** A form of one picture. */
async function open() {
  let draft: Draft<Values>
  function Form() {
    draft = useDraft<Values>({
      stored,
      check: () => [],
      save: async () => ({ kind: 'done', output: undefined }),
    })
    return (
      <DraftImage
        {...{ draft, name: 'banner', label: 'Banner', alt: 'Banner of Yoga' }}
        {...{ kind: 'titleCover', asset: 'cover', removable: true }}
      />
    )
  }
  const screen = await renderWith(await kinoraAs('admin'), <Form />)
  return { screen, draft: () => draft, banner: () => draft.form.getValues('banner') }
}

async function choose(container: Element, width: number, height: number): Promise<void> {
  const transfer = new DataTransfer()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  const type = 'image/jpeg'
  transfer.items.add(new File([await canvas.convertToBlob({ type })], 'banner.jpg', { type }))
  const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true })
  container.querySelector('.kn-drop')!.dispatchEvent(event)
}

describe('VAL-19 to VAL-25 an image of a draft', () => {
  test('one that keeps its rule is stored, shown, and can be taken away', async () => {
    const { screen, banner, draft } = await open()
    await expect
      .element(screen.getByText('JPG/JPEG, 1920 x 1080 or another size of that ratio'))
      .toBeVisible()
    const button = screen.getByRole('button', { name: /^Choose an image/ })
    button.element().focus()
    await choose(screen.container, 1280, 720)
    await expect.element(screen.getByText('Uploading the image…')).toBeVisible()
    // A save waits for what is on its way.
    expect(await draft().save()).toMatchObject({ kind: 'done' })
    expect(banner()).toMatch(/^\//)
    await expect.element(button).toHaveFocus()
    const picture = screen.getByRole('img', { name: 'Banner of Yoga' })
    await expect.poll(() => (picture.query() as HTMLImageElement | null)?.naturalWidth).toBe(1280)
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: /^Remove the image/ }).click()
    expect(banner()).toBeNull()
  })

  test('VAL-23 one of another ratio never leaves the page, but a part of it may', async () => {
    const { screen, banner } = await open()
    const button = screen.getByRole('button', { name: /^Choose an image/ })
    await choose(screen.container, 720, 720)
    const dialog = page.getByRole('dialog', { name: 'Crop the image' })
    await expect
      .element(dialog.getByText('The dimension of image must be 1920 x 1080, not 720 x 720'))
      .toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(button).toHaveFocus()
    await expect.element(button).toHaveAccessibleDescription(/The dimension of image must be 1920 x 1080/)
    expect(banner()).toBeNull()

    await choose(screen.container, 720, 900)
    const part = dialog.getByLabelText('Part to use. Arrow keys move it')
    await expect.element(part).toBeVisible()
    const place = () => part.element().getBoundingClientRect().top
    const before = place()
    ;(part.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(place).toBeGreaterThan(before)
    expect(await findSerious(dialog.element())).toEqual([])
    await dialog.getByRole('button', { name: 'Crop the image' }).click()
    await expect.poll(banner).toMatch(/^\//)
    await expect.element(button).toHaveFocus()
    await expect.element(button).not.toHaveAccessibleDescription(/The dimension of image must be 1920 x 1080/)
    const picture = screen.getByRole('img', { name: 'Banner of Yoga' })
    await expect.poll(() => (picture.query() as HTMLImageElement | null)?.naturalWidth).toBe(720)
  })
})
