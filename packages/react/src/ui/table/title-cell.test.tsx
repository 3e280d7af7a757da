import { expect, test } from 'vitest'
import { renderInRoot } from '../testing.tsx'
import { Thumbnail } from './title-cell.tsx'

test('a picture of any shape is shown 16:9, with the corners of its box', async () => {
  const tall = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="300"/>')}`
  const screen = await renderInRoot(
    <div style={{ inlineSize: 160 }}>
      <Thumbnail src={tall} width="100%" alt="Tall" style={{ borderRadius: 7 }} />
    </div>,
  )
  const picture = screen.getByRole('img', { name: 'Tall' })
  await expect.poll(() => (picture.element() as HTMLImageElement).complete).toBe(true)
  const { width, height } = picture.element().getBoundingClientRect()
  expect([width, height]).toEqual([160, 90])
  expect(picture.element().parentElement!.getBoundingClientRect().height).toBe(90)
  expect(getComputedStyle(picture.element()).borderRadius).toBe('7px')
})
