import { join, resolve } from 'node:path'
import type { FileStorePort } from '../ports/file-store.ts'
import type { Log } from '../ports/runtime.ts'
import type { Config } from './config.ts'
import { createFolderFileStore } from './file-store-folder.ts'
import { makeFolder } from './files.ts'

/** The folder of a platform for which nothing was named. */
export const ownFileStore = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(resolve(dataDir), 'file-store')

/**
 * The file store that the configuration names. The folder of its own is made; one that was named has to be there, since it may be a
 * disk that isn't mounted.
 */
export async function openFileStore(
  config: Pick<Config, 'dataDir' | 'fileStore'>,
  log: Log,
): Promise<{ fileStore: FileStorePort; close(): void }> {
  const { fileStore: place } = config
  if (typeof place === 'object') {
    const { openS3FileStore } = await import('./file-store-s3.ts')
    const fileStore = await openS3FileStore(place, log)
    return { fileStore: { ...fileStore, look: keepLooks(fileStore) }, close: fileStore.close }
  }
  if (place === undefined) await makeFolder(ownFileStore(config), 0o750)
  return { fileStore: createFolderFileStore(place ?? ownFileStore(config)), close: () => undefined }
}

/** Milliseconds for which what a bucket holds is told anew: its batches are asked for every two seconds, by everybody who looks on. */
const LOOK_AGE = 30_000

/** What was found in a folder, also by whoever asks while it is looked at. */
export function keepLooks({
  folderOf,
  look,
}: Pick<FileStorePort, 'folderOf' | 'look'>): FileStorePort['look'] {
  const known = new Map<string, ReturnType<FileStorePort['look']>>()
  return owner => {
    const folder = folderOf(owner)
    const found = known.get(folder)
    if (found !== undefined) return found
    const looking = look(owner)
    known.set(folder, looking)
    void looking.finally(() => setTimeout(() => known.delete(folder), LOOK_AGE).unref())
    return looking
  }
}
