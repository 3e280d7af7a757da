import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pulse } from '../ports/file-store.conformance.ts'
import { keepLooks } from './file-store.ts'
import { folderOf } from './file-store-folder.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('BULK-08 what lies in a bucket is asked for once at a time, and anew after half a minute', async () => {
  let files = 0
  const look = keepLooks({ folderOf, look: async () => ({ files: ++files }) })
  expect(await Promise.all([look(pulse), look(pulse)])).toEqual([{ files: 1 }, { files: 1 }])
  expect(await look({ tenantId: 'another', providerId: null })).toEqual({ files: 2 })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await look(pulse)).toEqual({ files: 1 })
  await vi.advanceTimersByTimeAsync(2000)
  expect(await look(pulse)).toEqual({ files: 3 })
})
