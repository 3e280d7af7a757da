import type { Migration } from '../src/kernel/db/migrate.ts'

/** From which program a batch was started: what it writes is recorded with it (decision 0030). */
export const batchClient: Migration = {
  id: 13,
  name: 'batch_client',
  sql: `
ALTER TABLE batches ADD client text NOT NULL DEFAULT 'api'
  CHECK (client IN ('portal', 'embed', 'cli', 'api'));
`,
}
