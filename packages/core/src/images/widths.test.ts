import { expect, test } from 'vitest'
import { toSourceSet } from './widths.ts'

const digest = 'a1'.repeat(32)
test.each([
  [`/media/images/${digest}.jpg`, 4],
  [`https://media.example.com/media/images/${digest}.jpg`, 4],
  [`/media/images/${digest}.png`, undefined],
  ['/media/images/cover.jpg', undefined],
  [`https://elsewhere.example.com/${digest}.jpg`, undefined],
  [null, undefined],
])('the widths of %s', (address, count) => {
  const widths = toSourceSet(address)?.split(', ')
  expect(widths?.length).toBe(count)
  if (widths !== undefined) expect(widths[1]).toBe(`${address}?width=320 320w`)
})
