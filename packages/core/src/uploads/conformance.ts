import type { FileSource, Lock, RecordStore } from './ports.ts'
import type { UploadRecord } from './queue/records.ts'

/** The part of vitest that the suites use; passed in, so that core depends on no test runner. */
export interface ConformanceTools {
  describe(name: string, body: () => void): void
  it(name: string, body: () => Promise<void>): void
  expect(actual: unknown): { toEqual(expected: unknown): void }
}

export interface RecordStoreUnderTest {
  store: RecordStore
  /** The same store as a new process would open it after a kill. */
  reopen(): Promise<RecordStore>
}

const sample = (id: string): UploadRecord => ({
  ...{
    progress: 25,
    tag: id,
    identifier: 'ab'.repeat(32),
    uploadingChunkNumber: 2,
    totalNumberOfChunks: 4,
    id,
  },
  ...{
    role: 'video',
    fileName: 'Bänder & «Yoga» 瑜伽.mp4',
    totalSize: 16_000_000,
    userId: 'u1',
    order: 1,
    status: 'uploading',
  },
})

/** UPLOAD-06: what every record store must do. `create` gives an empty one for each test. */
export function recordStoreConformance(
  tools: ConformanceTools,
  name: string,
  create: () => Promise<RecordStoreUnderTest>,
): void {
  const { describe, it, expect } = tools
  describe(`UPLOAD-06 SESS-10 record store: ${name}`, () => {
    it('starts empty and knows no record', async () => {
      const { store } = await create()
      expect([await store.list(), await store.load('video:x')]).toEqual([[], undefined])
    })
    it('gives back what was saved, the last word of it', async () => {
      const { store } = await create()
      await store.save(sample('video:a/b?ü'))
      await store.save({ ...sample('video:a/b?ü'), uploadingChunkNumber: 3 })
      expect(await store.load('video:a/b?ü')).toEqual({ ...sample('video:a/b?ü'), uploadingChunkNumber: 3 })
      expect((await store.list()).length).toEqual(1)
    })
    it('keeps records apart, also when saved at once', async () => {
      const { store } = await create()
      const ids = ['video:1', 'trailer:1', 'video:2']
      await Promise.all(ids.map(id => store.save(sample(id))))
      expect((await store.list()).map(record => record.id).sort()).toEqual([...ids].sort())
    })
    it('removes one record and leaves the others; removing twice is no error', async () => {
      const { store } = await create()
      await store.save(sample('video:1'))
      await store.save(sample('video:2'))
      await store.remove('video:1')
      await store.remove('video:1')
      expect((await store.list()).map(record => record.id)).toEqual(['video:2'])
    })
    it('writes over and removes only what the condition allows', async () => {
      const { store } = await create()
      const seen: unknown[] = []
      const when = (allowed: boolean) => (stored: UploadRecord | undefined) => {
        seen.push(stored?.progress)
        return allowed
      }
      await store.save(sample('video:1'), when(false))
      expect(await store.list()).toEqual([])
      await store.save(sample('video:1'), when(true))
      await store.save({ ...sample('video:1'), progress: 50 }, when(false))
      await store.remove('video:1', when(false))
      expect((await store.load('video:1'))?.progress).toEqual(25)
      await store.remove('video:1', when(true))
      expect([await store.list(), seen]).toEqual([[], [undefined, undefined, 25, 25, 25]])
    })
    it('has every saved record after a kill', async () => {
      const { store, reopen } = await create()
      await store.save(sample('video:1'))
      await store.save({
        ...sample('video:2'),
        status: 'failed',
        failure: { code: 'refused', phase: 'upload', issues: [] },
      })
      const again = await reopen()
      expect((await again.list()).map(record => [record.id, record.status]).sort()).toEqual([
        ['video:1', 'uploading'],
        ['video:2', 'failed'],
      ])
    })
    it('hands out copies: changing one changes nothing stored', async () => {
      const { store } = await create()
      const record = sample('video:1')
      await store.save(record)
      record.progress = 99
      const loaded = await store.load('video:1')
      if (loaded !== undefined) loaded.progress = 98
      expect((await store.load('video:1'))?.progress).toEqual(25)
    })
  })
}

export interface FileSourceUnderTest {
  source: FileSource
  /** Takes the file away, as a pulled disk or a deleted file would; left out where that can't happen. */
  destroy?(): Promise<void>
  /** Changes the content but not the size; left out where that can't happen. */
  change?(): Promise<void>
}

/** What every file source must do. */
export function fileSourceConformance(
  tools: ConformanceTools,
  name: string,
  create: (content: Uint8Array<ArrayBuffer>, fileName: string) => Promise<FileSourceUnderTest>,
): void {
  const { describe, it, expect } = tools
  const content = Uint8Array.from({ length: 100_003 }, (_, at) => (at * 31) % 251)
  const read = async (source: FileSource, start: number, end: number) =>
    Array.from(new Uint8Array(await (await source.slice(start, end)).arrayBuffer()))
  const isRefused = (source: FileSource) =>
    read(source, 0, 10).then(
      () => false,
      () => true,
    )
  describe(`UPLOAD-01 file source: ${name}`, () => {
    it('tells name and size', async () => {
      const { source } = await create(content, 'Morning Yoga 瑜伽.mp4')
      expect([source.name, source.size]).toEqual(['Morning Yoga 瑜伽.mp4', content.length])
    })
    it('reads any part exactly, in any order and at once', async () => {
      const { source } = await create(content, 'a.mp4')
      const parts = [
        [99_990, 100_003],
        [0, 10],
        [65_530, 65_545],
        [0, 100_003],
        [5, 5],
      ] as const
      const got = await Promise.all(parts.map(([start, end]) => read(source, start, end)))
      expect(got).toEqual(parts.map(([start, end]) => Array.from(content.slice(start, end))))
    })
    it('rejects once the file is gone or was changed', async () => {
      for (const act of ['destroy', 'change'] as const) {
        const file = await create(content, 'a.mp4')
        if (file[act] === undefined) continue
        await file[act]()
        expect([act, await isRefused(file.source)]).toEqual([act, true])
      }
    })
  })
}

/** UPLOAD-19: what every lock must do; `create` gives two views of one lock, as two tabs or processes have. */
export function lockConformance(
  tools: ConformanceTools,
  name: string,
  create: () => Promise<readonly [Lock, Lock]>,
): void {
  const { describe, it, expect } = tools
  describe(`UPLOAD-19 SESS-15 lock: ${name}`, () => {
    it('has one owner at a time', async () => {
      const [one, other] = await create()
      const release = await one.acquire('uploads')
      expect([release !== undefined, await other.acquire('uploads')]).toEqual([true, undefined])
      release?.()
    })
    it('goes to the one that waits once the owner lets go', async () => {
      const [one, other] = await create()
      const release = await one.acquire('uploads')
      const waiting = other.wait('uploads', new AbortController().signal)
      release?.()
      const releaseOther = await waiting
      expect(await one.acquire('uploads')).toEqual(undefined)
      releaseOther()
    })
    it('is heard by the other when one tells that it works, until the other stops listening', async () => {
      const [one, other] = await create()
      const heard: unknown[] = []
      const told = new Promise<void>(resolve => {
        const stop = other.listen?.('uploads', news => {
          heard.push(news)
          stop?.()
          resolve()
        })
        if (stop === undefined) resolve()
      })
      one.broadcast?.('uploads', { open: 1, percent: 23 })
      await told
      one.broadcast?.('uploads', { open: 1, percent: 23 })
      expect(heard).toEqual(other.listen === undefined ? [] : [{ open: 1, percent: 23 }])
    })
    it('stops waiting when aborted, and is free for others then', async () => {
      const [one, other] = await create()
      const release = await one.acquire('uploads')
      const controller = new AbortController()
      const waiting = other.wait('uploads', controller.signal).then(
        () => 'taken',
        () => 'gave up',
      )
      controller.abort()
      expect(await waiting).toEqual('gave up')
      release?.()
      const again = await one.acquire('uploads')
      expect(again !== undefined).toEqual(true)
      again?.()
    })
  })
}
