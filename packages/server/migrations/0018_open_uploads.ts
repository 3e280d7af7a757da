import type { Migration } from '../src/kernel/db/migrate.ts'

/** Open uploads are counted before another begins. */
export const openUploads: Migration = {
  id: 18,
  name: 'open_uploads',
  sql: "CREATE INDEX uploads_open ON uploads (title_tag) WHERE state = 'receiving';\n",
}
