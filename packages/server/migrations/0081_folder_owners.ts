import type { Migration } from '../src/kernel/db/migrate.ts'

/** Who works on a data folder: the latest start. Servers that share a database have a folder, and a row, each. */
export const folderOwners: Migration = {
  id: 81,
  name: 'folder_owners',
  sql: `
CREATE TABLE folder_owners (
  folder text PRIMARY KEY,
  owner text NOT NULL,
  epoch integer NOT NULL DEFAULT 1,
  since timestamptz NOT NULL DEFAULT now()
);
`,
}
