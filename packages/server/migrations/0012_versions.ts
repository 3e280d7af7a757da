import type { Migration } from '../src/kernel/db/migrate.ts'

const tables = [
  ...['tenants', 'providers', 'users', 'channels', 'categories', 'sub_categories', 'taxonomies'],
  ...['titles', 'captions', 'batches'],
]

/** The version of every row that people write, and who wrote what (decision 0030). */
export const versions: Migration = {
  id: 12,
  name: 'versions',
  sql: `
${tables.map(table => `ALTER TABLE ${table} ADD version integer NOT NULL DEFAULT 1;`).join('\n')}

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  user_id text NOT NULL,
  -- The name at that time: the account may be renamed or gone.
  display_name text NOT NULL,
  client text NOT NULL CHECK (client IN ('portal', 'embed', 'cli', 'api')),
  noun text NOT NULL,
  row_id text NOT NULL,
  -- Of the row after the write.
  version integer NOT NULL,
  tenant_id text,
  provider_id text,
  verb text NOT NULL,
  changes jsonb NOT NULL
);
CREATE INDEX audit_entries_row ON audit_entries (noun, row_id, id);
`,
}
