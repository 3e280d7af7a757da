import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../../..')
const cache = join(repository, 'node_modules/.cache/kinora')

/**
 * A file or folder that tests copy instead of making it anew. It is named after what it is made from, so a change of that
 * makes another.
 */
export async function template(
  name: string,
  key: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(cache, `${name}-${key}`)
  if (await exists(path)) return path
  await mkdir(cache, { recursive: true })
  const temporary = join(cache, `making-${name}-${key}-${randomUUID()}`)
  try {
    await make(temporary)
    await rename(temporary, path)
  } catch (error) {
    // Another worker of the same run may have been faster.
    if (!(await exists(path))) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  await removeOlder(name, path)
  return path
}

/** Names what the files and folders of the repository contain. */
export async function contentKey(...paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const full = join(repository, path)
    const isFolder = (await stat(full)).isDirectory()
    const files = isFolder ? await readdir(full, { recursive: true, withFileTypes: true }) : []
    const names = isFolder
      ? files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
      : [full]
    for (const name of names.sort()) hash.update(name.slice(repository.length)).update(await readFile(name))
  }
  return hash.digest('hex').slice(0, 20)
}

async function removeOlder(name: string, kept: string): Promise<void> {
  for (const each of await readdir(cache)) {
    const path = join(cache, each)
    if (each.startsWith(`${name}-`) && path !== kept) await rm(path, { recursive: true, force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
