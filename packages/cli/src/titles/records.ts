import { type RecordStore, toUploadRecord, type UploadRecord, uploadId } from '@kinora/core/uploads'
import type { JournalStore } from '../kernel/world.ts'

const nameOf = (url: string, id: string): string => `uploads/${new URL(url).host}/${id}`

/** UPLOAD-06: the records of uploads in the journal, kept apart by server. */
export function createRecordStore(journal: JournalStore, url: string) {
  const load = async (id: string): Promise<UploadRecord | undefined> =>
    toUploadRecord(await journal.record(nameOf(url, id)).read())
  return {
    load,
    async list(): Promise<UploadRecord[]> {
      const names = await journal.list(nameOf(url, ''))
      const read = await Promise.all(names.map(name => journal.record(name).read()))
      return read.flatMap(value => toUploadRecord(value) ?? [])
    },
    save: (record: UploadRecord) => journal.record<UploadRecord>(nameOf(url, record.id)).write(record),
    remove: (id: string) => journal.remove(nameOf(url, id)),
  }
}

/** Milliseconds in which only one of the records is written that say no more than that bytes have moved. */
const pause = 1000

/**
 * The server says where an upload stands. The record need not reach the disk with every chunk, nor before the first one
 * where it says already what it would say; anything else that it says is written at once.
 */
export function calm(records: RecordStore, now: () => number): RecordStore {
  let last: { record: UploadRecord; at: number } | undefined
  const isOld = (record: UploadRecord): boolean =>
    last !== undefined && saysNoMore(record, last.record) && now() - last.at < pause
  return {
    ...records,
    async load(id) {
      const record = await records.load(id)
      last = record && { record, at: now() }
      return record
    },
    async save(record) {
      if (isOld(record)) return
      last = { record, at: now() }
      await records.save(record)
    },
  }
}

/** Which file it is may not be known again yet. */
const saysNoMore = ({ id, identifier, status }: UploadRecord, before: UploadRecord): boolean =>
  status === 'uploading' &&
  status === before.status &&
  id === before.id &&
  (identifier === before.identifier || identifier === '')

export { uploadId }
