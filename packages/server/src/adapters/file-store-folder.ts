import { createHash } from 'node:crypto'
import { type Dirent, openAsBlob } from 'node:fs'
import { access, constants, cp, lstat, readdir, realpath } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { KinoraError } from '@kinora/core'
import { findComposed } from '@kinora/core/bulk'
import type { FileStorePort, StoreOwner } from '../ports/file-store.ts'
import { makeFolder } from './files.ts'

/** Counting ends here; so many files in one folder are nobody's catalogue. */
const MAX_FILES = 100_000
/** Characters of a folder's name; disks take 255. */
const NAME_MAX = 200

/**
 * The file store as a folder with one folder for each owner. The root has to be there (a disk that isn't mounted is
 * not silently replaced by an empty folder); owners' folders are made when they are first looked at.
 */
export function createFolderFileStore(root: string): FileStorePort {
  const base = resolve(root)
  const home = async (owner: StoreOwner): Promise<string> => {
    const folder = join(await realpath(base), folderOf(owner))
    await makeFolder(folder, 0o750)
    await access(folder, constants.R_OK | constants.X_OK)
    return unlinked(folder)
  }
  return {
    folderOf,
    async isReachable(owner) {
      return home(owner).then(
        () => true,
        () => false,
      )
    },
    async look(owner) {
      try {
        return { files: await countFiles(await home(owner)) }
      } catch {
        return undefined
      }
    },
    async open(owner, path) {
      const folder = join(await realpath(base), folderOf(owner))
      const file = resolve(folder, path.replaceAll('\\', '/'))
      if (path.includes('\0') || !file.startsWith(folder + sep)) throw new KinoraError('notFound')
      return openFile(folder, (await asComposed(folder, file)) ?? file)
    },
  }
}

/** The folder of an owner below the root of any file store. Throws `notFound` where an id is a path. */
export function folderOf({ tenantId, providerId }: StoreOwner): string {
  const [kind, id] = tenantId !== null ? ['tenants', tenantId] : ['providers', providerId ?? '']
  return `${kind}/${nameOf(id)}`
}

/**
 * C-90: the id of an owner as the name of a folder: percent-encoded, since it may be in any script, and cut where a disk takes
 * no longer name; its digest then tells it from others. A path is nobody's id.
 */
function nameOf(id: string): string {
  if (id === '' || /^\.|[/\\]/.test(id)) throw new KinoraError('notFound')
  const name = encodeURIComponent(id)
  if (name.length <= NAME_MAX) return name
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 16)
  return `${name.slice(0, NAME_MAX - 17)}~${digest}`
}

/** The path itself, if no part of it is a link. */
async function unlinked(path: string): Promise<string> {
  if ((await realpath(path)) !== path) throw new KinoraError('notFound')
  return path
}

/** The file as the disk writes its names. */
const asComposed = (folder: string, file: string): Promise<string | undefined> =>
  findComposed(folder, relative(folder, file).split(sep), {
    join,
    list: each => readdir(each).catch(() => []),
    exists: path => lstat(path).then(Boolean, () => false),
  })

async function openFile(folder: string, file: string) {
  try {
    await unlinked(file)
    const facts = await lstat(file)
    if (!facts.isFile()) throw new KinoraError('notFound')
    const blob = await openAsBlob(file)
    // A link that took the file's place in between would show here.
    const after = await lstat(await unlinked(file))
    if (after.ino !== facts.ino || blob.size !== facts.size) throw new KinoraError('notFound')
    const path = relative(folder, file).split(sep).join('/')
    return { path, name: basename(file), size: facts.size, modified: facts.mtimeMs, blob }
  } catch (cause) {
    throw new KinoraError('notFound', { cause })
  }
}

/** Files at any depth; links, hidden files and what else a folder may hold don't count. */
async function countFiles(folder: string): Promise<number> {
  let files = 0
  const open = [folder]
  for (let next = open.pop(); next !== undefined && files < MAX_FILES; next = open.pop()) {
    const entries: Dirent[] = await readdir(next, { withFileTypes: true })
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) open.push(join(next, entry.name))
      else if (entry.isFile()) files += 1
    }
  }
  return Math.min(files, MAX_FILES)
}

/** Lays files of the demo into folders of the file store, below `media`. What is there already stays. */
export async function copyDemoFiles(
  { from, store }: { from: string; store: string },
  { folders, files }: { folders: readonly string[]; files: readonly string[] },
): Promise<void> {
  for (const folder of folders) {
    const media = join(store, folder, 'media')
    await makeFolder(media, 0o750)
    for (const file of files) await cp(join(from, file), join(media, file), { force: false })
  }
}
