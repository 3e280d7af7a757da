import { storageKeys } from '@kinora/core'
import {
  type ConformanceTools,
  fileSourceConformance,
  lockConformance,
  recordStoreConformance,
} from '@kinora/core/uploads'
import { describe, expect, it, test } from 'vitest'
import { memoryStore } from './storage.ts'
import { tabLock } from './tab-lock.ts'
import { fileSource, indexedDbFiles } from './upload-files.ts'
import { localStorageRecords } from './upload-records.ts'

const tools: ConformanceTools = { describe, it, expect }

recordStoreConformance(tools, 'local storage', async () => {
  localStorage.removeItem(storageKeys.uploading)
  return { store: localStorageRecords(localStorage), reopen: async () => localStorageRecords(localStorage) }
})

fileSourceConformance(tools, 'a browser’s file', async (content, name) => ({
  source: fileSource(new File([content], name), name),
}))

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
    expect(await localStorageRecords(store).list()).toEqual([])
  })
})

describe('SESS-11 files of unfinished uploads', () => {
  const put = async (name: string) => {
    const file = new File([new Uint8Array(70_000).fill(7)], 'Morning flow.mp4')
    await indexedDbFiles(name).put('video:kn-1', fileSource(file, file.name))
    return file
  }

  test('are there after a reload, byte for byte, and gone after their removal', async () => {
    const name = crypto.randomUUID()
    const file = await put(name)
    const again = await indexedDbFiles(name).get('video:kn-1')
    expect([again?.name, again?.size]).toEqual(['Morning flow.mp4', 70_000])
    const bytes = await (await again!.slice(0, again!.size)).arrayBuffer()
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array(await file.arrayBuffer()))
    await indexedDbFiles(name).remove('video:kn-1')
    expect(await indexedDbFiles(name).get('video:kn-1')).toBeUndefined()
    expect(await indexedDbFiles(name).get('video:other')).toBeUndefined()
  })

  test('databases of two names are apart', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    await put(one)
    expect(await indexedDbFiles(other).get('video:kn-1')).toBeUndefined()
  })

  test('an unreadable file says so', async () => {
    const file = new File(['x'], 'a.mp4')
    Object.defineProperty(file, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    })
    await expect(fileSource(file, file.name).slice(0, 1)).rejects.toMatchObject({
      code: 'refused',
      issues: [{ path: 'file', code: 'upload.unreadable' }],
    })
  })
})
