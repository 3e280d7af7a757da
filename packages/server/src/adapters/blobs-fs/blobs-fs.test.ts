import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeBlobs } from '../../ports/blobs.conformance.ts'
import { createFileBlobs } from './index.ts'

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), 'kinora-blobs-'))
  return { root, blobs: await createFileBlobs(root), close: () => rm(root, { recursive: true, force: true }) }
}

describeBlobs('files', openFolder)

it('still has everything after the process is gone', async () => {
  const { root, blobs, close } = await openFolder()
  await blobs.put('images/a', new Uint8Array([1, 2, 3]))
  await blobs.parts.write('uploads/b', { number: 1, offset: 0, bytes: new Uint8Array(10) })
  const again = await createFileBlobs(root)
  await again.parts.finish('uploads/b', 10)
  expect([await again.size('images/a'), await again.size('uploads/b')]).toEqual([3, 10])
  await close()
})

/** /dev/full answers every write like a full disk. */
it.runIf(process.platform === 'linux')('says that the storage is full', async () => {
  const { root, blobs, close } = await openFolder()
  await mkdir(join(root, 'parts', 'uploads'))
  await symlink('/dev/full', join(root, 'parts', 'uploads', 'full'))
  const write = blobs.parts.write('uploads/full', { number: 1, offset: 0, bytes: new Uint8Array(10) })
  await expect(write).rejects.toMatchObject({ code: 'storageFull' })
  await close()
})
