import type { Migration } from '../src/kernel/db/migrate.ts'

/** The name that the code has for it. */
export const statusSince: Migration = {
  id: 14,
  name: 'status_since',
  sql: 'ALTER TABLE titles RENAME standing_since TO status_since;\n',
}
