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
    return { fileStore, close: fileStore.close }
  }
  if (place === undefined) await makeFolder(ownFileStore(config), 0o750)
  return { fileStore: createFolderFileStore(place ?? ownFileStore(config)), close: () => undefined }
}
