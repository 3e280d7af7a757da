import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { hasSwift, inSwift, type Swift, startSwift } from '../../../test/swift.ts'
import { describeBlobs } from '../../ports/blobs.conformance.ts'
import { createS3Blobs } from './index.ts'
import { openStore } from './store.ts'

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
})
