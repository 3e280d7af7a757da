import { TitleStatus } from '@kinora/core'
import { expect, it } from 'vitest'
import { demoClips } from '../../src/seed/clips.ts'
import { createChildren } from '../child.ts'
import { type TestApi, until } from './support.ts'

const start = await createChildren('admin')

const clips = async (api: TestApi) =>
  (await api.titles.find({ titleTags: demoClips.map(demo => demo.title.tag) })).data
const { EncodingQueued, Published, Completed } = TitleStatus

it('killed with -9 while it processes and started again, every title still comes to its end', async () => {
  const first = await start()
  await until(
    () => clips(first.api),
    titles =>
      titles.some(({ status, processing }) => status === EncodingQueued && processing?.step === 'encode'),
  )
  await first.kill()

  const second = await start()
  await until(
    () => clips(second.api),
    titles => titles.some(({ status }) => status === Published),
  )
  await second.kill()

  const third = await start()
  const done = await until(
    () => clips(third.api),
    titles => titles.every(({ status }) => status === Published || status === Completed),
  )
  expect(done).toHaveLength(6)
  expect(done.filter(({ status }) => status === Published)).toHaveLength(5)
  expect(
    done.every(({ streamingLink, fileDigest, imageLink }) => streamingLink && fileDigest && imageLink),
  ).toBe(true)
}, 240_000)
