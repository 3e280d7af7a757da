import { join } from 'node:path'
import { KinoraError } from '@kinora/core'

/** What a key may be made of: no separator but `/`, no `.` or `..`, nothing that a file system reads in its own way. */
const segment = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/

export const isFolderKey = (key: string): boolean => key.endsWith('/')

/** The path of an object; a key that isn't one is refused, so no key reaches a file outside the root. */
export function toPath(root: string, key: string): string {
  const segments = key.split('/')
  if (key.length > 900 || !segments.every(each => segment.test(each))) throw new KinoraError('notFound')
  return join(root, ...segments)
}

/** The path of a prefix that ends in `/`. */
export function toFolderPath(root: string, prefix: string): string {
  return toPath(root, prefix.replace(/\/$/, ''))
}
