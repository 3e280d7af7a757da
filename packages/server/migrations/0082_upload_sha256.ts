import type { Migration } from '../src/kernel/db/migrate.ts'

/** What an upload's bytes came to when they were read from the disk, before its title counts as stored. */
export const uploadSha256: Migration = {
  id: 82,
  name: 'upload_sha256',
  sql: 'ALTER TABLE uploads ADD sha256 text;',
}
