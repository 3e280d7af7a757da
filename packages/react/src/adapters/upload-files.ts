import { KinoraError } from '@kinora/core'
import type { FileKeeper, FileSource } from '@kinora/core/uploads'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** SESS-11: the table `titles` of the local database. */
interface LocalDatabase extends DBSchema {
  titles: { key: string; value: { id: string; title: string; name: string; file: Blob } }
}

export interface BrowserFile extends FileSource {
  blob: Blob
  /** What the title is: decides which kinds of file are allowed (VAL-15). */
  kind: 'video' | 'audio'
}

/** A browser's file as the uploader reads it; the size is what it was when chosen. */
export function fileSource(file: Blob, name: string, kind: 'video' | 'audio' = 'video'): BrowserFile {
  return {
    blob: file,
    kind,
    name,
    size: file.size,
    async slice(start, end) {
      const part = file.slice(start, end)
      try {
        return new Blob([await part.arrayBuffer()])
      } catch (cause) {
        throw new KinoraError('refused', { issues: [{ path: 'file', code: 'upload.unreadable' }], cause })
      }
    },
  }
}

/** The whole content of a source as a Blob, without reading it where the browser already has one. */
export async function toBlob(source: FileSource): Promise<Blob> {
  const { blob } = source as Partial<BrowserFile>
  return blob ?? source.slice(0, source.size)
}

/** SESS-11: keeps the files of unfinished uploads in IndexedDB, so that a reload goes on without asking for them. */
export function indexedDbFiles(databaseName = 'kinora'): FileKeeper {
  let opened: Promise<IDBPDatabase<LocalDatabase>> | undefined
  const database = () => {
    opened ??= openDB<LocalDatabase>(databaseName, 1, {
      upgrade: created => {
        created.createObjectStore('titles', { keyPath: 'id' })
      },
    })
    return opened
  }
  return {
    async put(id, source) {
      const file = await toBlob(source)
      await (await database()).put('titles', {
        id,
        title: id.slice(id.indexOf(':') + 1),
        name: source.name,
        file,
      })
    },
    async get(id) {
      const row = await (await database()).get('titles', id)
      return row === undefined ? undefined : fileSource(row.file, row.name)
    },
    async remove(id) {
      await (await database()).delete('titles', id)
    },
  }
}
