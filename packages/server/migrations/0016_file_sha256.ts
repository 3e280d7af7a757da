import type { Migration } from '../src/kernel/db/migrate.ts'

/** Beside the digest of the chunk digests; empty for files stored before, until they are processed again. */
export const fileSha256: Migration = {
  id: 16,
  name: 'file_sha256',
  sql: 'ALTER TABLE titles ADD COLUMN file_sha256 text;\n',
}
