import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './folders.ts'

/** Lays files of the demo into folders of the file store, below `media`. What is there already stays. */
export async function layDemoFiles(
  { from, store }: { from: string; store: string },
  { folders, files }: { folders: readonly string[]; files: readonly string[] },
): Promise<void> {
  for (const folder of folders) {
    const media = join(store, folder, 'media')
    await makeFolder(media, 0o750)
    for (const file of files) await cp(join(from, file), join(media, file), { force: false })
  }
}
