import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSwift, inSwift, type Swift, startSwift } from '../../../test/swift.ts'
import { describeBlobs } from '../../ports/blobs.conformance.ts'
import { createS3Blobs } from './index.ts'
import { createParts, sha256 } from './parts.ts'
import { openStore, type Store } from './store.ts'

describe.skipIf(!hasSwift)(`files in S3${inSwift}`, () => {
  let swift: Swift
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())

  describeBlobs('S3', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-s3-'))
    const store = openStore(await swift.createBucket())
    await store.put(store.markKey, new Uint8Array(1))
    return {
      blobs: await createS3Blobs(store, folder),
      async close() {
        store.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  })

  test('OPS-06 parts that another server makes a file of meanwhile are not missing', async () => {
    const store = openStore(await swift.createBucket())
    await store.put(store.markKey, new Uint8Array(1))
    const bytes = new Uint8Array(1000).fill(7)
    const first = createParts(store)
    await first.write('uploads/one', { number: 1, offset: 0, bytes })
    const meant = { size: bytes.length, partSize: 4096, digests: [sha256(bytes)] }
    const other = createParts(late(store, () => first.finish('uploads/one', meant)))
    expect(await other.finish('uploads/one', meant)).toEqual({ sha256: sha256(bytes) })
    store.close()
  })
})

/** A store that lists parts only once something else has happened. */
function late(store: Store, before: () => Promise<unknown>): Store {
  return {
    ...store,
    async *list(key) {
      if (key.startsWith('parts/')) await before()
      yield* store.list(key)
    },
  }
}
