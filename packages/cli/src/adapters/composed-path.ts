import { readdir, stat } from 'node:fs/promises'
import { join, parse, sep } from 'node:path'
import { findComposed } from '@kinora/core/bulk'

/** The path as the disk writes its names, where it isn’t there as it is written. */
export async function asComposed(path: string): Promise<string | undefined> {
  const { root } = parse(path)
  return findComposed(root, path.slice(root.length).split(sep), {
    join,
    list: folder => readdir(folder).catch(() => []),
    exists: each => stat(each).then(Boolean, () => false),
  })
}
