import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeBlobs } from '../../ports/blobs.conformance.ts'
import { createFileBlobs } from './index.ts'

const digest = createHash('sha256').update(new Uint8Array(10)).digest('hex')
const tenZeros = { size: 10, partSize: 10, digests: [digest] }

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), 'kinora-blobs-'))
  return { root, blobs: await createFileBlobs(root), close: () => rm(root, { recursive: true, force: true }) }
}

describeBlobs('files', openFolder)

test('still has everything after the process is gone', async () => {
  const { root, blobs, close } = await openFolder()
  await blobs.put('images/a', new Uint8Array([1, 2, 3]))
  await blobs.parts.write('uploads/b', { number: 1, offset: 0, bytes: new Uint8Array(10) })
  const again = await createFileBlobs(root)
  await again.parts.finish('uploads/b', tenZeros)
  expect([await again.size('images/a'), await again.size('uploads/b')]).toEqual([3, 10])
  await close()
})

test.each(['gone', 'empty'])(
  'OPS-02 a disk that is %s is said, nothing is written beside it or told as lost',
  async what => {
    const { root, blobs, close } = await openFolder()
    await blobs.put('images/a', new Uint8Array([1]))
    const chunk = { number: 1, offset: 0, bytes: new Uint8Array(10) }
    await blobs.parts.write('uploads/b', chunk)
    await rename(root, `${root}-elsewhere`)
    if (what === 'empty') await mkdir(root)
    const list = async () => {
      for await (const _ of blobs.list('images/'));
    }
    const { parts } = blobs
    for (const call of [
      () => blobs.put('images/c', new Uint8Array(1)),
      () => blobs.size('images/a'),
      () => blobs.read('images/a'),
      () => blobs.local('images/a'),
      () => blobs.copy('images/a', 'images/d'),
      () => blobs.scratch('job'),
      () => blobs.free(),
      () => parts.write('uploads/e', chunk),
      () => parts.finish('uploads/b', tenZeros),
      list,
    ])
      await expect(call()).rejects.toMatchObject({ code: 'server', status: 503, retryAfter: 5 })
    if (what === 'empty') expect(await readdir(root)).toEqual([])
    await rm(root, { recursive: true, force: true })
    await rename(`${root}-elsewhere`, root)
    await parts.finish('uploads/b', tenZeros)
    expect([await blobs.size('images/a'), await blobs.size('uploads/b')]).toEqual([1, 10])
    await close()
  },
)

test('says in the one error model what it can’t list', async () => {
  const { root, blobs, close } = await openFolder()
  await symlink('loop', join(root, 'objects', 'loop'))
  const listed = async (key: string) => {
    for await (const _ of blobs.list(key));
  }
  for (const key of ['loop', 'loop/']) await expect(listed(key)).rejects.toMatchObject({ code: 'server' })
  await close()
})

test('leaves no empty folder of an upload, and begins another in it at the same time', async () => {
  const { root, blobs, close } = await openFolder()
  const write = (key: string) => blobs.parts.write(key, { number: 1, offset: 0, bytes: new Uint8Array(10) })
  await write('uploads/one/1')
  await blobs.parts.finish('uploads/one/1', tenZeros)
  await write('uploads/two/1')
  await blobs.parts.abandon('uploads/two/1')
  expect(await readdir(join(root, 'parts'))).toEqual([])
  const keys = Array.from({ length: 40 }, (_, index) => `uploads/many/${index}`)
  for (const key of keys)
    await Promise.all([write(key), blobs.parts.abandon(`uploads/many/none-${key.slice(13)}`)])
  await Promise.all(keys.map(key => blobs.parts.abandon(key).then(() => write(`${key}-next`))))
  expect((await readdir(join(root, 'parts', 'uploads', 'many'))).length).toBe(40)
  await close()
})

/** /dev/full answers every write like a full disk. */
test.runIf(process.platform === 'linux')('says that the storage is full', async () => {
  const { root, blobs, close } = await openFolder()
  await mkdir(join(root, 'parts', 'uploads'))
  await symlink('/dev/full', join(root, 'parts', 'uploads', 'full'))
  const write = blobs.parts.write('uploads/full', { number: 1, offset: 0, bytes: new Uint8Array(10) })
  await expect(write).rejects.toMatchObject({ code: 'storageFull' })
  await close()
})

/** How often this process has a file open. */
async function openCount(path: string): Promise<number> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter(target => target === path).length
}

describe.runIf(process.platform === 'linux')('keeps no file open', () => {
  test('when its reader goes while it is opened', async () => {
    const { root, blobs, close } = await openFolder()
    await blobs.put('images/a', new Uint8Array(1_000_000))
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => (await blobs.read('images/a')).getReader()),
    )
    const reads = readers.map(reader => reader.read())
    await Promise.all(readers.map(reader => reader.cancel()))
    await Promise.all(reads)
    // Nobody hears of the opening any more.
    await expect.poll(() => openCount(join(root, 'objects', 'images', 'a'))).toBe(0)
    await close()
  })

  test('when it can’t be read', async () => {
    const { root, blobs, close } = await openFolder()
    await blobs.put('images/a', new Uint8Array(1_000_000))
    const reader = (await blobs.read('images/a')).getReader()
    const path = join(root, 'objects', 'images', 'a')
    await rm(path)
    await mkdir(path)
    await expect(reader.read()).rejects.toMatchObject({ code: 'notFound' })
    expect(await openCount(path)).toBe(0)
    await close()
  })

  test('when it is shorter than it was', async () => {
    const { root, blobs, close } = await openFolder()
    await blobs.put('images/a', new Uint8Array(1_000_000))
    const reader = (await blobs.read('images/a')).getReader()
    const path = join(root, 'objects', 'images', 'a')
    await reader.read()
    await truncate(path, 0)
    await expect(reader.read()).rejects.toMatchObject({ code: 'server' })
    expect(await openCount(path)).toBe(0)
    await close()
  })
})
