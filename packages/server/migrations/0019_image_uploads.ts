import type { Migration } from '../src/kernel/db/migrate.ts'

/** Pictures of the last day are counted before another is taken. */
export const imageUploads: Migration = {
  id: 19,
  name: 'image_uploads',
  sql: "CREATE INDEX audit_entries_images ON audit_entries (at) WHERE noun = 'images';\n",
}
