import { CHUNK_SIZE } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { openStore } from '../src/adapters/blobs-s3/store.ts'
import { createChildren } from './child.ts'
import { hasSwift, inSwift, type Swift, startSwift, variablesOf } from './swift.ts'
import { chunkOf, clip, hash, padded, viewTitle } from './titles/support.ts'

const start = await createChildren('provider')

describe.skipIf(!hasSwift)(`a platform whose files are in S3${inSwift}`, () => {
  let swift: Swift
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())

  test('OPS-02, OPS-05 an upload goes on after kill -9, between two chunks and while its parts become one', async () => {
    const place = await swift.createBucket()
    const variables = {
      ...variablesOf(place),
      KINORA_DEMO_CLIPS: 'off',
      KINORA_RTMP_PORT: 'off',
    }
    const file = padded(await clip(), 9 * CHUNK_SIZE + 1000)
    const first = await start(variables)
    const { tag } = await first.api.titles.create({ className: 'Killed' })
    for (const number of [1, 2, 3]) await first.api.uploads.video(chunkOf(tag, file, number))
    await first.kill()

    const second = await start(variables)
    expect(await second.api.uploads.videoState({ tag })).toMatchObject({ nextChunk: 4, complete: false })
    for (const number of [4, 5, 6, 7, 8, 9]) await second.api.uploads.video(chunkOf(tag, file, number))
    const last = second.api.uploads.video(chunkOf(tag, file, 10)).catch(() => undefined)
    const store = openStore(place)
    const isBegun = async (from: AsyncIterable<unknown>) => {
      for await (const _ of from) return true
      return false
    }
    const made = `objects/uploads/${tag}/`
    await until(
      'its parts become one',
      async () => (await isBegun(store.listUnfinished(made))) || isBegun(store.list(made)),
    )
    await second.kill()
    await last

    const third = await start(variables)
    const state = await third.api.uploads.videoState({ tag })
    expect(state).toMatchObject({ nextChunk: 11, complete: true })
    expect(await viewTitle(third.api, tag)).toMatchObject({ fileSha256: hash(file) })
    // What the killed server had begun goes with the look of each day: another one might still be at it.
    expect(await isBegun(store.list(`parts/uploads/${tag}/`))).toBe(false)
    await third.kill()
    store.close()
  })
})
