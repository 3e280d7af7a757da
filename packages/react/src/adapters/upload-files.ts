import { KinoraError } from '@kinora/core'
import type { FileSource, FileStore, StoredFileInfo } from '@kinora/core/uploads'
import { type PickedFile, withHandle } from '../ui/form/picked-files.ts'
import type { DigestPart } from './digest-client.ts'
import { durable, type LocalDatabase, type StoredFile } from './local-database.ts'

/** The most of the browser's free room that one file may take. */
const MAX_SHARE_OF_QUOTA = 0.5

/** What a browser that knows handles can say of them. */
type Asking = FileSystemFileHandle & {
  queryPermission?(what: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(what: { mode: 'read' }): Promise<PermissionState>
}

export interface BrowserFile extends FileSource {
  blob: Blob
  handle?: FileSystemFileHandle
  /** What the title is: decides which kinds of file are allowed (VAL-15). */
  kind: 'video' | 'audio'
}

/** A browser's file as the uploader reads it; the browser itself refuses one that was changed after it was chosen. */
export function fileSource(
  file: Blob,
  name: string,
  { kind = 'video', digest }: { kind?: BrowserFile['kind']; digest?: DigestPart } = {},
): BrowserFile {
  return {
    blob: file,
    handle: (file as Partial<PickedFile>).handle,
    kind,
    name,
    size: file.size,
    sendsSlices: true,
    slice: async (start, end) => file.slice(start, end),
    digest: digest && ((start, end) => digest(file, start, end)),
  }
}

/** The whole content of a source as a Blob, without reading it where the browser already has one. */
export async function toBlob(source: FileSource): Promise<Blob> {
  const { blob } = source as Partial<BrowserFile>
  return blob ?? source.slice(0, source.size)
}

/** SESS-11, SESS-12: keeps the files of unfinished uploads: as a handle where there is one, else the content as far as there is room. */
export function browserFiles(database: LocalDatabase, digest?: DigestPart): FileStore {
  const rows = fileRows(database)
  const open = async (row: FileRow, permission: PermissionState) => {
    const { file, name, kind } = row
    if (file instanceof Blob) return fileSource(file, name, { kind, digest })
    if (permission !== 'granted') return 'locked'
    return withHandle(file).then(
      found => fileSource(found, name, { kind, digest }),
      () => undefined,
    )
  }
  return {
    async put(id, source, of) {
      const { handle, kind } = source as Partial<BrowserFile>
      const { name } = source
      if (handle !== undefined) return rows.put(id, { name, kind, file: handle }, of)
      try {
        await ensureStorageSpace(source.size)
        await rows.put(id, { name, kind, file: await toBlob(source) }, of)
      } catch (error) {
        await rows.remove(id)
        throw error
      }
    },
    async get(id) {
      const row = await rows.get(id)
      if (row === undefined) return undefined
      const handle = row.file as Asking
      return open(row, (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted')
    },
    async unlock(id) {
      const row = await rows.get(id)
      if (row === undefined) return undefined
      const handle = row.file as Asking
      return open(row, (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted')
    },
    remove: rows.remove,
  }
}

/** Asks the browser not to clear the files away by itself, and refuses one that would crowd out everything else. */
async function ensureStorageSpace(size: number): Promise<void> {
  const { storage } = navigator
  if (storage === undefined) return
  await storage.persist?.().catch(() => false)
  const { quota, usage } = (await storage.estimate?.()) ?? {}
  if (quota !== undefined && size > (quota - (usage ?? 0)) * MAX_SHARE_OF_QUOTA)
    throw new KinoraError('storageFull')
}

/** A kept file, whatever it is for. */
type FileRow = Pick<StoredFile, 'name' | 'kind' | 'file'>

const unknownUpload: StoredFileInfo = { identifier: '', isReplacing: false }
const isOfEvent = (id: string): boolean => id.startsWith('event:')
const ownerOf = (id: string): string => id.slice(id.indexOf(':') + 1)

/** SESS-11, SESS-12: files of titles in the table `titles`, videos of events in `schedules`. */
function fileRows(database: LocalDatabase) {
  return {
    async put(id: string, { name, kind, file }: FileRow, of: StoredFileInfo = unknownUpload): Promise<void> {
      const opened = await database()
      if (isOfEvent(id)) {
        const kept = opened.transaction('schedules', 'readwrite', durable)
        const row = { id, event_id: ownerOf(id), ...of, name, file }
        await Promise.all([kept.store.put(row), kept.done])
      } else {
        const kept = opened.transaction('titles', 'readwrite', durable)
        await Promise.all([kept.store.put({ id, title: ownerOf(id), name, kind, file }), kept.done])
      }
    },
    async get(id: string): Promise<FileRow | undefined> {
      const opened = await database()
      return isOfEvent(id) ? opened.get('schedules', id) : opened.get('titles', id)
    },
    async remove(id: string): Promise<void> {
      const opened = await database()
      await (isOfEvent(id) ? opened.delete('schedules', id) : opened.delete('titles', id))
    },
  }
}
