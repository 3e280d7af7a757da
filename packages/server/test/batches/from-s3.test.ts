import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../scripts/patience.ts'
import { openStore, type Store, type StorePlace } from '../../src/adapters/blobs-s3/store.ts'
import { openS3FileStore } from '../../src/adapters/file-store-s3.ts'
import { silentLog } from '../../src/ports/runtime.ts'
import { createChildren } from '../child.ts'
import { openSilentLine } from '../silent-line.ts'
import { hasSwift, inSwift, key, type Swift, startSwift } from '../swift.ts'
import { clip, padded } from '../titles/support.ts'
import { addBatch, createBatchServer, rowsOf, settled } from './support.ts'

const MEBIBYTE = 1_048_576
const start = await createChildren('tenant')
const home = 'tenants/pulsehouse/media'

describe.skipIf(!hasSwift)(`media of bulk uploads in S3${inSwift}`, () => {
  let swift: Swift
  let place: StorePlace
  let bucket: Store
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())
  beforeEach(async () => {
    place = await swift.createBucket()
    bucket = openStore(place)
    return () => bucket.close()
  })

  test('BULK-12 become titles byte by byte, also where the server is killed with -9 while it reads one', async () => {
    const video = await clip()
    const files = [padded(video, 300_000), padded(video, 48 * MEBIBYTE), padded(video, 310_000)]
    for (const [at, bytes] of files.entries()) await bucket.put(`${home}/${at + 1}.mp4`, bytes)
    const cover = join(import.meta.dirname, '../../assets/demo/cover-01.jpg')
    await bucket.put(`${home}/cover.jpg`, await readFile(cover))
    const words = 'WEBVTT\n\n00:00.000 --> 00:01.000\nSwing.\n'
    await bucket.put(`${home}/words.vtt`, new TextEncoder().encode(words))
    const line = await openSilentLine(Number(new URL(swift.endpoint).port))
    const variables = {
      KINORA_DEMO_CLIPS: 'off',
      KINORA_FILE_STORE: `s3://${place.bucket}/${place.prefix}`,
      KINORA_FILE_STORE_AWS_ENDPOINT_URL: line.endpoint,
      KINORA_FILE_STORE_AWS_ACCESS_KEY_ID: key.accessKeyId,
      KINORA_FILE_STORE_AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    }

    const first = await start(variables)
    // Looking at the files takes some; half of the second one, while it is sent, takes the rest.
    line.silenceAfter(24 * MEBIBYTE)
    const id = await addBatch(first.api, [
      { externalId: 'class-1', title: 'One', file: 'media/1.mp4', cover: 'media/cover.jpg' },
      { externalId: 'class-2', title: 'Two', file: 'media/2.mp4' },
      { externalId: 'class-3', title: 'Three', file: 'media/3.mp4', captions: 'en-GB:media/words.vtt' },
    ])
    expect(await first.api.batches.fetch({ id })).toMatchObject({ fileStoreStatus: 'Ready', filesFound: 5 })
    await first.api.batches.process({ id })
    await until('the second file is being read', async () => line.isHeld())
    const cut = await rowsOf(first.api, id)
    expect([cut[1]!.state, cut[2]!.tag]).toEqual(['working', ''])
    await first.kill()

    line.silenceAfter(Number.POSITIVE_INFINITY)
    const second = await start(variables)
    expect(await settled(second.api, id)).toMatchObject({
      status: 'Complete',
      rows: { total: 3, done: 3, bad: 0 },
    })
    const rows = await rowsOf(second.api, id)
    expect([rows[0]!.tag, rows[1]!.tag]).toEqual([cut[0]!.tag, cut[1]!.tag])
    const { data } = await second.api.titles.search({ query: '', take: -1 })
    const made = data.filter(title => title.externalId?.startsWith('class-'))
    const sums = new Map(made.map(title => [title.externalId, title.fileSha256]))
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(made.length).toBe(3)
    expect(files.map((_, at) => sums.get(`class-${at + 1}`))).toEqual(files.map(sha256))
    await second.kill()
    await line.close()
  })

  test('BULK-10 a store that is away for a moment refuses no row', async () => {
    const away: unknown[] = []
    const store = await openS3FileStore(place, silentLog)
    const server = await createBatchServer({
      fileStore: {
        ...store,
        isReachable: owner =>
          store.isReachable(owner).catch((error: unknown) => {
            away.push(error)
            throw error
          }),
      },
    })
    const api = server.api('tenant')
    await bucket.put(
      `${home}/words.vtt`,
      new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHi.\n'),
    )
    const rows = ['there', 'lost'].map(name => ({
      ...{ externalId: `class-${name}`, title: name },
      captions: `en-GB:media/${name === 'there' ? 'words' : name}.vtt`,
    }))
    const id = await addBatch(api, rows)
    await swift.kill()
    expect(await api.batches.fetch({ id })).toMatchObject({ fileStoreStatus: 'Error', filesFound: 0 })
    await api.batches.process({ id })
    await until('a try has failed', async () => away.length > 0)
    await swift.start()
    expect((await settled(api, id)).status).toBe('Complete')
    expect((await rowsOf(api, id)).map(({ state, problem }) => [state, problem])).toEqual([
      ['saved', ''],
      ['refused', expect.stringMatching(/^captions: .*media\/lost\.vtt was not found\./)],
    ])
    store.close()
    await server.close()
  })
})
