import type { Migration } from '../src/kernel/db/migrate.ts'

/** Where a tenant with many titles is carried out in parts: the last title of the part before (decision 0059). */
export const publishingParts: Migration = {
  id: 48,
  name: 'publishing_parts',
  sql: `ALTER TABLE publishing_items ADD COLUMN reached text;`,
}
