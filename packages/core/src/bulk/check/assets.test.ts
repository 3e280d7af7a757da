import { expect, test } from 'vitest'
import { ContentType } from '../../titles/scales.ts'
import type { CatalogueRow } from '../csv/row.ts'
import { createAssets, type MediaRule } from './assets.ts'

const row = {
  ...{ row: 2, externalId: 'a', draft: { contentType: ContentType.Video } },
  files: { file: 'a.mp4', cover: 'a.jpg', trailer: 't.mp4' },
  captions: [{ path: 'a.vtt' }],
} as unknown as CatalogueRow

test('CAPTION-05 captions wait for the length of the video beside them; cover and trailer wait for nothing', async () => {
  const begun: [MediaRule, number | undefined][] = []
  let seen = () => {}
  const assets = createAssets({
    open: async () => ({}) as never,
    async checkFile(_, rule, length) {
      begun.push([rule, length])
      if (rule === 'video') await new Promise<void>(resolve => (seen = resolve))
      return { issues: [], length: 60 }
    },
  })
  const checking = assets.check(row)
  await expect.poll(() => begun.map(([rule]) => rule)).toEqual(['video', 'cover', 'trailer'])
  seen()
  expect(await checking).toEqual([])
  expect(begun.at(-1)).toEqual(['captions', 60])
  expect(assets.check(row)).toEqual([])
  expect(begun).toHaveLength(4)
})
