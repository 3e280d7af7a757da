import { type KeyValueStore, storageKeys } from '@kinora/core'
import { type RecordStore, UploadRecord } from '@kinora/core/uploads'

/** UPLOAD-06: records under the one key `uploading` of local storage. */
export function localStorageRecords(store: KeyValueStore): RecordStore {
  const read = (): Record<string, UploadRecord> => {
    const entries = Object.entries(parse(store.getItem(storageKeys.uploading)))
    return Object.fromEntries(
      entries.flatMap(([id, value]) => {
        const record = UploadRecord.safeParse(value)
        return record.success ? [[id, record.data]] : []
      }),
    )
  }
  const write = (records: Record<string, UploadRecord>): void => {
    if (Object.keys(records).length === 0) store.removeItem(storageKeys.uploading)
    else store.setItem(storageKeys.uploading, JSON.stringify(records))
  }
  return {
    list: async () => Object.values(read()),
    load: async id => read()[id],
    save: async record => write({ ...read(), [record.id]: record }),
    async remove(id) {
      const { [id]: _gone, ...rest } = read()
      write(rest)
    },
  }
}

function parse(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
