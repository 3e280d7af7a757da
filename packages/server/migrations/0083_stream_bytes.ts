import type { Migration } from '../src/kernel/db/migrate.ts'

/** How large a title's stream was when it was made: one that was cut since is told from it. */
export const streamBytes: Migration = {
  id: 83,
  name: 'stream_bytes',
  sql: 'ALTER TABLE titles ADD stream_bytes bigint;',
}
