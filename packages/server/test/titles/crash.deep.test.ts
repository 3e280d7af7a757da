import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TitleStatus } from '@kinora/core'
import { expect, test } from 'vitest'
import { demoClips } from '../../src/seed/clips.ts'
import { createChildren } from '../child.ts'
import { hash, sendFile, type TestApi, until } from './support.ts'

const start = await createChildren('admin')

const clips = async (api: TestApi) =>
  (await api.titles.find({ titleTags: demoClips.map(demo => demo.title.tag) })).data
const { EncodingQueued, Published, Completed, Uploaded } = TitleStatus

/** What a start leaves that ends between storing a clip and asking for its processing. */
async function sendClip(api: TestApi, clip: (typeof demoClips)[number]): Promise<void> {
  const bytes = new Uint8Array(await readFile(join(import.meta.dirname, '../../assets/demo', clip.file)))
  const identifier = `demo-${hash(bytes).slice(0, 32)}`
  await sendFile(api, clip.title.tag, bytes, { identifier, fileName: clip.file })
}

test('killed with -9 while it processes and started again, every title still comes to its end', async () => {
  const before = await start({ KINORA_DEMO_CLIPS: 'off' })
  await sendClip(before.api, demoClips.at(-1)!)
  expect((await clips(before.api)).filter(({ status }) => status === Uploaded)).toHaveLength(1)
  await before.kill()

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

  const demo = await until(
    () => third.api.titles.search({ status: [Published], take: -1 }).then(({ data }) => data),
    titles => titles.every(({ streamingLink }) => streamingLink !== null),
  )
  expect(demo.length).toBeGreaterThan(15)
})
