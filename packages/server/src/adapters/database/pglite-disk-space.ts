import { statfsSync } from 'node:fs'
import { MIN_FREE_TO_INSERT, MIN_FREE_TO_WRITE } from '../../ports/blobs.ts'

/** Says the same as PostgreSQL does (53100, `isDiskFull`). */
class DiskFullError extends Error {
  override name = 'DiskFullError'
  readonly code = '53100'
  constructor(folder: string) {
    super(`The disk of the database is full: ${folder}. Make room there; writing goes on by itself.`)
  }
}

const adding = /^\s*(insert|copy|create|alter|with\b.*\binsert\s+into\b)/is
const writing = /^\s*(update|delete|merge|drop|truncate|vacuum|reindex|begin|with\b.*\b(update|delete)\b)/is
/** On the room that is held back the queue of jobs keeps running, and people sign in, change and delete: each of these adds a row. */
const ofRelief = /\bpgboss\.|\binto\s+"?(?:audit_entries|refresh_tokens)\b/i

/**
 * PostgreSQL starts again where its log can't grow; PGlite, which has no other process, never answers again and takes a whole
 * core. So what writes is refused while there is still room: what adds rows first, so that rows can be changed and deleted, then
 * all of it. Reading goes on. The function given back throws `DiskFullError` for a statement that is refused.
 */
export function createDiskSpaceGuard(
  folder: string,
  free: (folder: string) => number = freeAt,
): (statement: string) => void {
  return statement => {
    const isAdding = adding.test(statement)
    if (!isAdding && !writing.test(statement)) return
    const wanted = isAdding && !ofRelief.test(statement) ? MIN_FREE_TO_INSERT : MIN_FREE_TO_WRITE
    if (free(folder) < wanted) throw new DiskFullError(folder)
  }
}

/** Where the system doesn't say, there is room. */
function freeAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
