import { createPageFetch, type KeyValueStore, storageKeys } from '@kinora/core'
import {
  type ConformanceTools,
  createChunkReader,
  fileSourceConformance,
  fileStoreConformance,
  lockConformance,
  recordStoreConformance,
  type StoredFile,
} from '@kinora/core/uploads'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { withHandle } from '../ui/form/picked-files.ts'
import { tabLock } from './browser-queue.ts'
import { localDatabase } from './local-database.ts'
import { browserNetwork } from './network.ts'
import { browserStore, memoryStore } from './storage.ts'
import { browserFiles, fileSource } from './upload-files.ts'
import { browserRecords } from './upload-records.ts'

test('a page that the server does not let in is named with the setting, one whose server is away is not', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const asked = vi.spyOn(window, 'fetch')
  onTestFinished(() => {
    log.mockRestore()
    asked.mockRestore()
  })
  const failed = new TypeError('Failed to fetch')
  const base = 'https://media.example'
  asked.mockRejectedValue(failed)
  await expect(createPageFetch(base)(`${base}/x`)).rejects.toBe(failed)
  expect(log).not.toHaveBeenCalled()
  asked.mockImplementation(async (_, init) => {
    if (init?.mode === 'no-cors') return new Response()
    throw failed
  })
  const ask = createPageFetch(base)
  const params = { origin: location.origin, server: base }
  for (const path of ['/x', '/y'])
    await expect(ask(base + path)).rejects.toMatchObject({
      code: 'offline',
      issues: [{ code: 'ui.host.refused', params }],
      cause: failed,
    })
  expect(log.mock.calls).toEqual([[expect.stringContaining(`add ${location.origin} to KINORA_ORIGINS`)]])
  await expect(createPageFetch('')('/x')).rejects.toBe(failed)
  asked.mockResolvedValueOnce(new Response())
  await ask(base)
  await expect(ask(base)).rejects.toBe(failed)
  expect(log).toHaveBeenCalledOnce()
})

test('what an older version stored under a doubled prefix is found, and removed with the new', () => {
  const store = browserStore('session', 'kinora.')
  sessionStorage.setItem('kinora.kinora.old', 'before')
  expect(store.getItem('kinora.old')).toBe('before')
  store.setItem('kinora.old', 'now')
  expect([store.getItem('kinora.old'), sessionStorage.getItem('kinora.old')]).toEqual(['now', 'now'])
  store.removeItem('kinora.old')
  expect(store.getItem('kinora.old')).toBeNull()
  const { length } = sessionStorage
  browserStore('session', 'studio.').setItem('kinora.lists', '{}')
  expect([sessionStorage.getItem('studio.lists'), sessionStorage.length]).toEqual(['{}', length + 1])
})

const tools: ConformanceTools = { describe, it: test, expect }

const open = (store: KeyValueStore, name: string) => browserRecords(store, localDatabase(name))

recordStoreConformance(tools, 'local storage and the local database', async () => {
  localStorage.removeItem(storageKeys.uploading)
  const name = crypto.randomUUID()
  return { store: open(localStorage, name), reopen: async () => open(localStorage, name) }
})

recordStoreConformance(tools, 'local storage that a killed browser had not written yet', async () => {
  const name = crypto.randomUUID()
  return { store: open(memoryStore(), name), reopen: async () => open(memoryStore(), name) }
})

recordStoreConformance(tools, 'local storage alone, where there is no local database', async () => {
  const store = memoryStore()
  const none = () => Promise.reject(new DOMException('no database', 'InvalidStateError'))
  return { store: browserRecords(store, none), reopen: async () => browserRecords(store, none) }
})

fileSourceConformance(tools, 'a browser’s file', async (content, name) => ({
  source: fileSource(new File([content], name), name),
}))

fileStoreConformance(tools, 'the local database', async () => {
  const name = crypto.randomUUID()
  const keeper = () => browserFiles(localDatabase(name))
  const source = (content: Uint8Array<ArrayBuffer>, of: string) => fileSource(new File([content], of), of)
  return { store: keeper(), reopen: async () => keeper(), source }
})

lockConformance(tools, 'Web Locks', async () => {
  const owner = crypto.randomUUID()
  return [tabLock(owner), tabLock(owner)]
})

describe('UPLOAD-19 without Web Locks', () => {
  test('a tab always owns its uploads', async () => {
    const lock = tabLock('kinora', null)
    expect(await lock.acquire('uploads')).toBeInstanceOf(Function)
    expect(await lock.wait('uploads', new AbortController().signal)).toBeInstanceOf(Function)
  })
})

describe('UPLOAD-06 records of another hand', () => {
  test.each(['', 'no JSON', '[]', '7', 'null', '{"video:a":{"id":7}}'])('%j counts as none', async text => {
    const store = memoryStore()
    store.setItem(storageKeys.uploading, text)
    expect(await open(store, crypto.randomUUID()).list()).toEqual([])
  })
})

describe('UPLOAD-06 of two copies of a record the newer counts', () => {
  const record = {
    ...{ progress: 1, tag: 't', identifier: 'i', uploadingChunkNumber: 1, totalNumberOfChunks: 4 },
  }
  const full = { ...record, id: 'video:t', fileName: 'a.mp4', totalSize: 9, userId: 'u', order: 1 }
  const sample = { ...full, role: 'video', status: 'uploading' } as const
  /** What local storage holds after a kill: a moment from before. */
  const older = (store: KeyValueStore) => {
    const copy = memoryStore()
    copy.setItem(storageKeys.uploading, store.getItem(storageKeys.uploading) ?? '')
    return copy
  }

  test('a local storage that is older than the database is brought up to date', async () => {
    const [name, store] = [crypto.randomUUID(), memoryStore()]
    const records = open(store, name)
    await records.save(sample)
    const stale = older(store)
    await records.save({ ...sample, uploadingChunkNumber: 3 })
    expect((await open(stale, name).list())[0]?.uploadingChunkNumber).toBe(3)
    expect(stale.getItem(storageKeys.uploading)).toBe(store.getItem(storageKeys.uploading))
  })

  test('two tabs write beside each other: neither takes what the other wrote for older, nor drops it', async () => {
    const [name, store] = [crypto.randomUUID(), memoryStore()]
    const [one, other] = [open(store, name), open(store, name)]
    await one.save(sample)
    await other.save({ ...sample, id: 'video:u' })
    for (const progress of [2, 3, 4]) await other.save({ ...sample, progress })
    await one.save({ ...sample, progress: 5 })
    await one.remove('video:t', stored => stored?.progress === 4)
    const progress = async (records: typeof one) => (await records.list()).map(record => record.progress)
    const alone = () => Promise.reject(new DOMException('no database', 'InvalidStateError'))
    for (const records of [other, open(memoryStore(), name), browserRecords(store, alone)])
      expect((await progress(records)).sort()).toEqual([1, 5])
  })

  test('what was removed does not come back with it', async () => {
    const [name, store] = [crypto.randomUUID(), memoryStore()]
    const records = open(store, name)
    await records.save(sample)
    const stale = older(store)
    await records.remove('video:t')
    expect(await open(stale, name).list()).toEqual([])
    await open(stale, name).save({ ...sample, progress: 7 })
    expect((await open(memoryStore(), name).load('video:t'))?.progress).toBe(7)
  })

  test('B-25 a record that only local storage has is taken over, from the key `uploading`', async () => {
    const store = memoryStore()
    store.setItem('uploading', JSON.stringify({ 'video:t': sample }))
    expect(await open(store, crypto.randomUUID()).list()).toEqual([sample])
  })

  test('a record that is saved first thing leaves those of before in local storage', async () => {
    const store = memoryStore()
    store.setItem(storageKeys.uploading, JSON.stringify({ 'video:t': sample }))
    await open(store, crypto.randomUUID()).save({ ...sample, id: 'video:u' })
    expect(Object.keys(JSON.parse(store.getItem(storageKeys.uploading)!))).toEqual(['video:t', 'video:u'])
  })
})

describe('SESS-11 files of unfinished uploads', () => {
  const filesOf = (name: string) => browserFiles(localDatabase(name))
  const sourceOf = (kept: StoredFile) => {
    if (kept === undefined || kept === 'locked') throw new Error(`the file is ${kept}`)
    return kept
  }
  const put = async (name: string) => {
    const file = new File([new Uint8Array(70_000).fill(7)], 'Morning flow.mp4')
    await filesOf(name).put('video:kn-1', fileSource(file, file.name))
    return file
  }

  test('B-25, SESS-12 the video of an event is kept in the table schedules, with its upload', async () => {
    const name = crypto.randomUUID()
    const file = new File(['video'], 'ride.mp4')
    const of = { identifier: 'upload-1', isReplacing: true }
    await filesOf(name).put('event:event-1', fileSource(file, file.name), of)
    const kept = await (await localDatabase(name)()).getAll('schedules')
    expect(kept).toMatchObject([{ id: 'event:event-1', event_id: 'event-1', ...of, file: expect.any(Blob) }])
    expect(sourceOf(await filesOf(name).get('event:event-1')).name).toBe('ride.mp4')
    await filesOf(name).remove('event:event-1')
    expect(await filesOf(name).get('event:event-1')).toBeUndefined()
  })

  test('B-25, SESS-11 are there after a reload, byte for byte, in the table titles, and gone after their removal', async () => {
    const name = crypto.randomUUID()
    const file = await put(name)
    const row = await (await localDatabase(name)()).get('titles', 'video:kn-1')
    expect(row).toMatchObject({
      id: 'video:kn-1',
      title: 'kn-1',
      name: 'Morning flow.mp4',
      file: expect.any(Blob),
    })
    const again = sourceOf(await filesOf(name).get('video:kn-1'))
    expect([again.name, again.size]).toEqual(['Morning flow.mp4', 70_000])
    const bytes = await (await again.slice(0, again.size)).arrayBuffer()
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array(await file.arrayBuffer()))
    await filesOf(name).remove('video:kn-1')
    expect(await filesOf(name).get('video:kn-1')).toBeUndefined()
    expect(await filesOf(name).get('video:other')).toBeUndefined()
  })

  test('databases of two names are apart', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    await put(one)
    expect(await filesOf(other).get('video:kn-1')).toBeUndefined()
  })

  /** A real handle, into the browser's own file system. */
  const handleOf = async (content: string) => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle(`${crypto.randomUUID()}.mp4`, { create: true })
    const writer = await handle.createWritable()
    await writer.write(content)
    await writer.close()
    return { root, handle }
  }

  test('UPLOAD-06 a file with a handle is kept as the handle, and read anew through it', async () => {
    const name = crypto.randomUUID()
    const { handle } = await handleOf('content')
    const file = await withHandle(handle)
    await filesOf(name).put('video:kn-1', fileSource(file, file.name, { kind: 'audio' }))
    const row = await (await localDatabase(name)()).get('titles', 'video:kn-1')
    expect(row?.file).toBeInstanceOf(FileSystemFileHandle)
    const again = sourceOf(await filesOf(name).get('video:kn-1'))
    expect(again).toMatchObject({ size: 7, kind: 'audio', handle: { kind: 'file' } })
    expect(await (await again.slice(0, 7)).text()).toBe('content')
  })

  test('UPLOAD-25 a handle whose file is gone is no file any more', async () => {
    const name = crypto.randomUUID()
    const { root, handle } = await handleOf('content')
    await filesOf(name).put('video:kn-1', fileSource(await withHandle(handle), 'a.mp4'))
    await root.removeEntry(handle.name)
    expect(await filesOf(name).get('video:kn-1')).toBeUndefined()
  })

  test('UPLOAD-06 a file that would crowd out everything else is not kept, nor is the one before it', async () => {
    const name = crypto.randomUUID()
    await put(name)
    const huge = { ...fileSource(new Blob(['x']), 'huge.mp4'), size: Number.MAX_SAFE_INTEGER }
    await expect(filesOf(name).put('video:kn-1', huge)).rejects.toMatchObject({ code: 'storageFull' })
    expect(await filesOf(name).get('video:kn-1')).toBeUndefined()
  })

  test('a file that was changed since it was chosen can not be read on', async () => {
    const { handle } = await handleOf('content')
    const source = fileSource(await withHandle(handle), 'a.mp4')
    const writer = await handle.createWritable()
    await writer.write('changed')
    await writer.close()
    await expect(createChunkReader(source, 4).read(1)).rejects.toMatchObject({
      code: 'refused',
      issues: [{ path: 'file', code: 'upload.unreadable' }],
    })
  })
})

describe('SESS-13, E-9 the network', () => {
  test('is unknown until somebody asks, then as the browser says, and tells of each change once', () => {
    const network = browserNetwork()
    expect(network.getSnapshot()).toBe('unknown')
    const heard: string[] = []
    const leave = network.subscribe(() => heard.push(network.getSnapshot()))
    expect([network.getSnapshot(), network.online()]).toEqual(['online', true])
    for (const event of ['offline', 'offline', 'online']) window.dispatchEvent(new Event(event))
    expect(heard).toEqual(['offline', 'online'])
    leave()
    window.dispatchEvent(new Event('offline'))
    expect([heard.length, network.online()]).toEqual([2, false])
  })
})
