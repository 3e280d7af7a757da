import { expect, test } from 'vitest'
import type { ByteSource } from '../../kernel/byte-source.ts'
import { type ErrorCode, KinoraError } from '../../kernel/errors.ts'
import { ContentType } from '../../titles/scales.ts'
import type { CatalogueRow } from '../csv/row.ts'
import { checkFile, createAssets, type MediaRule } from './assets.ts'

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

test('a file that is missing is told from one that may not be read; a store that is away says nothing of any', async () => {
  const says = async (code: ErrorCode) => {
    const open = () => Promise.reject(new KinoraError(code))
    const problems = await createAssets({ open, checkFile: async () => ({ issues: [] }) }).check(row)
    return problems[0]?.issue
  }
  const params = { path: 'a.mp4' }
  expect(await says('notFound')).toMatchObject({ code: 'validation.fileMissing', params })
  expect(await says('forbidden')).toMatchObject({ code: 'validation.fileDenied', params })
  await expect(says('offline')).rejects.toMatchObject({ code: 'offline' })
  await expect(says('aborted')).rejects.toMatchObject({ code: 'aborted' })
})

test.each([
  ['cover', { files: { cover: 'a.jpg' }, captions: [] }],
  ['captions', { files: {}, captions: [{ path: 'a.vtt' }] }],
  ['file', { files: { file: 'a.mp4' }, captions: [] }],
])(
  'BULK-10 a %s that changes, or may not be read, once it is open is its row’s affair; a store that is away nobody’s',
  async (column, uses) => {
    const says = async (error: Error) => {
      const arrayBuffer = () => Promise.reject(error)
      const blob: ByteSource = { size: 10, slice: () => blob, arrayBuffer }
      const open = async (path: string) => ({ path, name: path, size: 10, modified: 0, blob })
      const problems = await createAssets({ open, checkFile }).check({ ...row, ...uses } as CatalogueRow)
      return problems.map(problem => [problem.column, problem.issue.path, problem.issue.code])
    }
    expect(await says(new Error('was changed'))).toEqual([[column, column, 'upload.unreadable']])
    expect(await says(new KinoraError('forbidden'))).toEqual([[column, column, 'validation.fileDenied']])
    await expect(says(new KinoraError('offline'))).rejects.toMatchObject({ code: 'offline' })
    await expect(says(new KinoraError('aborted'))).rejects.toMatchObject({ code: 'aborted' })
  },
)
