import { UploadRecord, uploadId } from '@kinora/core/uploads'
import type { JournalStore } from '../kernel/world.ts'

const nameOf = (url: string, id: string): string => `uploads/${new URL(url).host}/${id}`

/** UPLOAD-06: the records of uploads in the journal, kept apart by server. */
export function createRecordStore(journal: JournalStore, url: string) {
  const load = async (id: string): Promise<UploadRecord | undefined> => {
    const parsed = UploadRecord.safeParse(await journal.record(nameOf(url, id)).read())
    return parsed.success ? parsed.data : undefined
  }
  return {
    load,
    async list(): Promise<UploadRecord[]> {
      const names = await journal.list(nameOf(url, ''))
      const read = await Promise.all(names.map(name => journal.record(name).read()))
      return read
        .map(value => UploadRecord.safeParse(value))
        .flatMap(({ success, data }) => (success ? [data!] : []))
    },
    save: (record: UploadRecord) => journal.record<UploadRecord>(nameOf(url, record.id)).write(record),
    remove: (id: string) => journal.remove(nameOf(url, id)),
  }
}

export { uploadId }
