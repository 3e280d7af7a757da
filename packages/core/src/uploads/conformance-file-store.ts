import type { ConformanceTools } from './conformance.ts'
import type { FileSource, FileStore, StoredFile } from './ports.ts'

export interface FileStoreUnderTest {
  store: FileStore
  /** The same store as a new process would open it after a kill. */
  reopen(): Promise<FileStore>
  /** A file as a person chooses it. */
  source(content: Uint8Array<ArrayBuffer>, name: string): FileSource
}

const read = async (kept: StoredFile): Promise<readonly [string, string] | string | undefined> => {
  if (kept === undefined || kept === 'locked') return kept
  const blob = await kept.slice(0, kept.size)
  return [kept.name, await new Blob([blob]).text()]
}
const bytes = (text: string) => new TextEncoder().encode(text)

/** SESS-11: what everything must do that keeps the files of unfinished uploads. */
export function fileStoreConformance(
  { describe, it, expect }: ConformanceTools,
  name: string,
  create: () => Promise<FileStoreUnderTest>,
): void {
  describe(`SESS-11 UPLOAD-25 file store: ${name}`, () => {
    it('knows no file that was never put', async () => {
      const { store } = await create()
      expect(await store.get('video:1')).toEqual(undefined)
    })
    it('has name and bytes of what was put, after a kill too', async () => {
      const { store, reopen, source } = await create()
      await store.put('video:1', source(bytes('stretch'), 'Bänder 瑜伽.mp4'))
      expect(await read(await store.get('video:1'))).toEqual(['Bänder 瑜伽.mp4', 'stretch'])
      expect(await read(await (await reopen()).get('video:1'))).toEqual(['Bänder 瑜伽.mp4', 'stretch'])
    })
    it('keeps files apart, and of two for one upload the later', async () => {
      const { store, source } = await create()
      const put = (id: string, text: string) => store.put(id, source(bytes(text), `${text}.mp4`))
      await Promise.all([put('video:1', 'a'), put('trailer:1', 'b'), put('video:2', 'c')])
      await put('video:1', 'd')
      const kept = await Promise.all(['video:1', 'trailer:1', 'video:2'].map(id => store.get(id)))
      expect(await Promise.all(kept.map(read))).toEqual([
        ['d.mp4', 'd'],
        ['b.mp4', 'b'],
        ['c.mp4', 'c'],
      ])
    })
    it('forgets what is removed and nothing else; removing twice is no error', async () => {
      const { store, source } = await create()
      await store.put('video:1', source(bytes('a'), 'a.mp4'))
      await store.put('video:2', source(bytes('b'), 'b.mp4'))
      await store.remove('video:1')
      await store.remove('video:1')
      expect([await store.get('video:1'), await read(await store.get('video:2'))]).toEqual([
        undefined,
        ['b.mp4', 'b'],
      ])
    })
  })
}
