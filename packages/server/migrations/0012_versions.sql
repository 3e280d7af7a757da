-- The version of every row that people write, and who wrote what (decision 0030).

ALTER TABLE tenants ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE providers ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE users ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE channels ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE categories ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE sub_categories ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE taxonomies ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE titles ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE captions ADD version integer NOT NULL DEFAULT 1;
ALTER TABLE batches ADD version integer NOT NULL DEFAULT 1;

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
