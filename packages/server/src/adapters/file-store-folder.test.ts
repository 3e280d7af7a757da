import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderFileStore } from './file-store-folder.ts'

const pulse = { tenantId: 'pulsehouse', providerId: 'tenant-pulsehouse' }
const ironside = { tenantId: null, providerId: 'ironside' }

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-store-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function put(path: string, text = 'bytes'): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), text)
}

const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    error => (error as { code: string }).code,
  )

describe('B-8 the files of an owner', () => {
  test('has a folder for each owner, which is made when it is first looked at', async () => {
    const store = createFolderFileStore(root)
    expect([store.folderOf(pulse), store.folderOf(ironside)]).toEqual([
      'tenants/pulsehouse',
      'providers/ironside',
    ])
    expect(await store.look(pulse)).toEqual({ files: 0 })
    await put('tenants/pulsehouse/media/deep/a.mp4')
    await put('tenants/pulsehouse/b.jpg')
    await put('tenants/pulsehouse/.hidden')
    expect([await store.look(pulse), await store.look(ironside)]).toEqual([{ files: 2 }, { files: 0 }])
  })

  test('keeps a provider and a tenant of the same name apart', async () => {
    await put('tenants/same/a.mp4')
    const store = createFolderFileStore(root)
    expect(await store.look({ tenantId: null, providerId: 'same' })).toEqual({ files: 0 })
    expect(await code(store.open({ tenantId: null, providerId: 'same' }, 'a.mp4'))).toBe('notFound')
  })

  test('finds names however they are composed, and takes no other for them', async () => {
    const store = createFolderFileStore(root)
    await put(`tenants/pulsehouse/${'Übung/é.mp4'.normalize('NFD')}`, 'decomposed')
    await put('tenants/pulsehouse/Café.mp4', 'composed')
    expect(await (await store.open(pulse, 'Übung/é.mp4')).blob.text()).toBe('decomposed')
    expect(await (await store.open(pulse, 'Café.mp4'.normalize('NFD'))).blob.text()).toBe('composed')
    expect(await code(store.open(pulse, 'Cafe.mp4'))).toBe('notFound')
  })

  test('C-90 an id in any script has a folder of its own, however long', async () => {
    const store = createFolderFileStore(root)
    const [gym, hall, halls] = ['نادي', '馆'.repeat(40), `${'馆'.repeat(39)}厅`].map(tenantId => ({
      ...{ tenantId, providerId: null },
    }))
    expect(store.folderOf(gym!)).toBe('tenants/%D9%86%D8%A7%D8%AF%D9%8A')
    await put(`${store.folderOf(hall!)}/a.mp4`, 'hello')
    expect(await (await store.open(hall!, 'a.mp4')).blob.text()).toBe('hello')
    expect([await store.look(gym!), await store.look(hall!), await store.look(halls!)]).toEqual([
      ...[{ files: 0 }, { files: 1 }, { files: 0 }],
    ])
  })

  test('opens a file by its path and reads it', async () => {
    await put('tenants/pulsehouse/media/a.mp4', 'hello')
    const file = await createFolderFileStore(root).open(pulse, 'media/a.mp4')
    expect(file).toMatchObject({ path: 'media/a.mp4', name: 'a.mp4', size: 5 })
    expect(await file.blob.text()).toBe('hello')
  })

  test('BULK-10 says so when the folder cannot be reached, and does not make its root', async () => {
    const gone = createFolderFileStore(join(root, 'not-mounted'))
    expect(await gone.look(pulse)).toBeUndefined()
    await put('tenants', 'a file')
    expect(await createFolderFileStore(root).look(pulse)).toBeUndefined()
  })
})

describe('nothing outside the folder of the owner', () => {
  beforeEach(async () => {
    await put('secret.mp4')
    await put('providers/ironside/theirs.mp4')
    await put('tenants/pulsehouse/media/mine.mp4')
  })

  test.each([
    '../../secret.mp4',
    '../../providers/ironside/theirs.mp4',
    '../pulsehouse-2/a.mp4',
    'media/../../../secret.mp4',
    '..\\..\\secret.mp4',
    '/etc/passwd',
    '',
    '.',
    'media',
    'media/mine.mp4\0.txt',
    'media/mine.mp4/',
    'absent.mp4',
  ])('refuses %j', async path => {
    const found = await code(createFolderFileStore(root).open(pulse, path))
    expect(found).toBe(path === 'media/mine.mp4/' ? 'opened' : 'notFound')
  })

  test('refuses links: to files, to folders, and in place of the owner’s folder', async () => {
    const store = createFolderFileStore(root)
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

  test('refuses an owner whose name is a path', async () => {
    const store = createFolderFileStore(root)
    expect(await code(store.open({ tenantId: '..', providerId: null }, 'secret.mp4'))).toBe('notFound')
    expect(await store.look({ tenantId: '../providers', providerId: null })).toBeUndefined()
  })
})
