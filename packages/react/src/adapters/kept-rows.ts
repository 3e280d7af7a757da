import type { KeptFor } from '@kinora/core/uploads'
import { durable, type LocalDatabase, type StoredFile } from './local-database.ts'

/** A kept file, whatever it is for. */
export type KeptRow = Pick<StoredFile, 'name' | 'kind' | 'file'>

const unsaid: KeptFor = { identifier: '', isReplacing: false }
const isOfEvent = (id: string): boolean => id.startsWith('event:')
const ownerOf = (id: string): string => id.slice(id.indexOf(':') + 1)

/** SESS-11, SESS-12: files of titles in the table `titles`, videos of events in `schedules`. */
export function keptRows(database: LocalDatabase) {
  return {
    async put(id: string, { name, kind, file }: KeptRow, of: KeptFor = unsaid): Promise<void> {
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
    async get(id: string): Promise<KeptRow | undefined> {
      const opened = await database()
      return isOfEvent(id) ? opened.get('schedules', id) : opened.get('titles', id)
    },
    async remove(id: string): Promise<void> {
      const opened = await database()
      await (isOfEvent(id) ? opened.delete('schedules', id) : opened.delete('titles', id))
    },
  }
}
