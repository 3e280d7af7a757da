import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FileStorePort, StoredFile } from './file-store.ts'

export interface OpenedFileStore {
  store: FileStorePort
  /** Lays a file down, or writes another one over it; the path is below the root of all owners. */
  put(path: string, text: string): Promise<void>
  close(): Promise<void>
}

export const pulse = { tenantId: 'pulsehouse', providerId: 'tenant-pulsehouse' }
export const ironside = { tenantId: null, providerId: 'ironside' }

/** What is said where a file isn't opened. */
export const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    error => (error as { code: string }).code,
  )

export const textOf = async ({ blob }: StoredFile) => new TextDecoder().decode(await blob.arrayBuffer())

/** What every file store promises. Each test has a store of its own. */
export function describeFileStore(name: string, open: () => Promise<OpenedFileStore>): void {
  describe(`${name}: B-8 the files of an owner`, () => {
    let opened: OpenedFileStore
    let store: FileStorePort
    const put = (path: string, text = 'bytes') => opened.put(path, text)
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      return () => opened.close()
    })

    test('are in a folder for each owner', async () => {
      expect([store.folderOf(pulse), store.folderOf(ironside)]).toEqual([
        'tenants/pulsehouse',
        'providers/ironside',
      ])
      expect([await store.look(pulse), await store.isReachable(pulse)]).toEqual([{ files: 0 }, true])
      await put('tenants/pulsehouse/media/deep/a.mp4')
      await put('tenants/pulsehouse/b.jpg')
      await put('tenants/pulsehouse/.hidden')
      await put('tenants/pulsehouse/.trash/c.jpg')
      expect([await store.look(pulse), await store.look(ironside)]).toEqual([{ files: 2 }, { files: 0 }])
    })

    test('keep a provider and a tenant of the same name apart', async () => {
      await put('tenants/same/a.mp4')
      expect(await store.look({ tenantId: null, providerId: 'same' })).toEqual({ files: 0 })
      expect(await code(store.open({ tenantId: null, providerId: 'same' }, 'a.mp4'))).toBe('notFound')
    })

    test('are found however their names are composed, and no other is taken for them', async () => {
      await put(`tenants/pulsehouse/${'Übung/é.mp4'.normalize('NFD')}`, 'decomposed')
      await put('tenants/pulsehouse/Café.mp4', 'composed')
      expect(await textOf(await store.open(pulse, 'Übung/é.mp4'))).toBe('decomposed')
      expect(await textOf(await store.open(pulse, 'Café.mp4'.normalize('NFD')))).toBe('composed')
      expect(await code(store.open(pulse, 'Cafe.mp4'))).toBe('notFound')
    })

    test('C-90 of an id in any script, however long, are in a folder of its own', async () => {
      const [gym, hall, halls] = ['نادي', '馆'.repeat(40), `${'馆'.repeat(39)}厅`].map(tenantId => ({
        tenantId,
        providerId: null,
      }))
      expect(store.folderOf(gym!)).toBe('tenants/%D9%86%D8%A7%D8%AF%D9%8A')
      await put(`${store.folderOf(hall!)}/a.mp4`, 'hello')
      expect(await textOf(await store.open(hall!, 'a.mp4'))).toBe('hello')
      expect([await store.look(gym!), await store.look(hall!), await store.look(halls!)]).toEqual([
        ...[{ files: 0 }, { files: 1 }, { files: 0 }],
      ])
    })

    test('are opened by their path and read in parts', async () => {
      await put('tenants/pulsehouse/media/a b+c.mp4', 'hello')
      const file = await store.open(pulse, 'media/./a b+c.mp4')
      expect(file).toMatchObject({ path: 'media/a b+c.mp4', name: 'a b+c.mp4', size: 5 })
      const parts = [
        file.blob,
        file.blob.slice(1, 3),
        file.blob.slice(1, 4).slice(1, 99),
        file.blob.slice(5, 9),
      ]
      const texts = parts.map(async part => new TextDecoder().decode(await part.arrayBuffer()))
      expect(await Promise.all(texts)).toEqual(['hello', 'el', 'll', ''])
      expect(parts.map(part => part.size)).toEqual([5, 2, 2, 0])
      await put('tenants/pulsehouse/empty.vtt', '')
      expect(await textOf(await store.open(pulse, 'empty.vtt'))).toBe('')
    })

    test('are read as they were when they were opened, or not at all', async () => {
      await put('tenants/pulsehouse/a.mp4', 'hello')
      const file = await store.open(pulse, 'a.mp4')
      await put('tenants/pulsehouse/a.mp4', 'jello, which is longer')
      await expect(file.blob.slice(0, 2).arrayBuffer()).rejects.toThrow()
      expect(await textOf(await store.open(pulse, 'a.mp4'))).toBe('jello, which is longer')
    })

    test('of an owner whose name is a path are nowhere', async () => {
      await put('secret.mp4')
      expect(await code(store.open({ tenantId: '..', providerId: null }, 'secret.mp4'))).toBe('notFound')
      expect(await store.look({ tenantId: '../providers', providerId: null })).toBeUndefined()
    })
  })

  describe(`${name}: nothing outside the folder of the owner`, () => {
    let opened: OpenedFileStore
    beforeAll(async () => {
      opened = await open()
      await opened.put('secret.mp4', 'bytes')
      await opened.put('providers/ironside/theirs.mp4', 'bytes')
      await opened.put('tenants/pulsehouse-2/a.mp4', 'bytes')
      await opened.put('tenants/pulsehouse/media/mine.mp4', 'bytes')
    })
    afterAll(() => opened?.close())

    test.each([
      '../../secret.mp4',
      '../../providers/ironside/theirs.mp4',
      '../pulsehouse-2/a.mp4',
      'media/../../../secret.mp4',
      '..\\..\\secret.mp4',
      '/etc/passwd',
      '/secret.mp4',
      '',
      '.',
      'media',
      'media/mine.mp4\0.txt',
      'absent.mp4',
    ])('refuses %j', async path => {
      expect(await code(opened.store.open(pulse, path))).toBe('notFound')
    })

    test('opens what a path names in another way', async () => {
      for (const path of ['media/mine.mp4/', 'media\\mine.mp4', 'media/../media//mine.mp4'])
        expect(await code(opened.store.open(pulse, path))).toBe('opened')
    })
  })
}
