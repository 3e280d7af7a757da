import { KinoraError } from '@kinora/core'

/** What a key may be made of: no separator but `/`, no `.` or `..`, nothing that a file system reads in its own way. */
const segment = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,200}$/

export const isFolderKey = (key: string): boolean => key.endsWith('/')

/** The segments of a key, or of a prefix that ends in `/`. One that isn't one is refused: no key reaches what isn't an object. */
export function segmentsOf(key: string): string[] {
  const segments = key.replace(/\/$/, '').split('/')
  if (key.length > 900 || !segments.every(each => segment.test(each))) throw new KinoraError('notFound')
  return segments
}
