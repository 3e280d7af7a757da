import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { code, describeFileStore, pulse } from '../ports/file-store.conformance.ts'
import { createFolderFileStore } from './file-store-folder.ts'

async function openStore() {
  const root = await mkdtemp(join(tmpdir(), 'kinora-store-'))
  return {
    root,
    store: createFolderFileStore(root),
    async put(path: string, text: string) {
      await mkdir(join(root, path, '..'), { recursive: true })
      await writeFile(join(root, path), text)
    },
    close: () => rm(root, { recursive: true, force: true }),
  }
}

describeFileStore('a folder', openStore)

describe('a folder', () => {
  let opened: Awaited<ReturnType<typeof openStore>>
  beforeEach(async () => {
    opened = await openStore()
  })
  afterEach(() => opened.close())

  test('BULK-10 says so when it cannot be reached, and does not make its root', async () => {
    const gone = createFolderFileStore(join(opened.root, 'not-mounted'))
    expect([await gone.look(pulse), await gone.isReachable(pulse)]).toEqual([undefined, false])
    await opened.put('tenants', 'a file')
    expect([await opened.store.look(pulse), await opened.store.isReachable(pulse)]).toEqual([
      undefined,
      false,
    ])
  })

  test('refuses links: to files, to folders, and in place of the owner’s folder', async () => {
    const { root, store, put } = opened
    await put('secret.mp4', 'bytes')
    await put('providers/ironside/theirs.mp4', 'bytes')
    await put('tenants/pulsehouse/media/mine.mp4', 'bytes')
    const home = join(root, 'tenants/pulsehouse')
    await symlink(join(root, 'secret.mp4'), join(home, 'file.mp4'))
    await symlink(join(home, 'media/mine.mp4'), join(home, 'inside.mp4'))
    await symlink(join(root, 'providers/ironside'), join(home, 'folder'))
    for (const path of ['file.mp4', 'inside.mp4', 'folder/theirs.mp4'])
      expect(await code(store.open(pulse, path))).toBe('notFound')
    expect(await store.look(pulse)).toEqual({ files: 1 })
    await rename(home, join(root, 'moved'))
    await symlink(join(root, 'providers/ironside'), home)
    expect([await store.look(pulse), await code(store.open(pulse, 'theirs.mp4'))]).toEqual([
      undefined,
      'notFound',
    ])
  })
})
