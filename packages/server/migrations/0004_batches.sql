-- Bulk uploads and the journal of their rows.

CREATE TABLE batches (
  batch_id text PRIMARY KEY,
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  provider_id text REFERENCES providers ON DELETE CASCADE,
  title text NOT NULL,
  notification_email text NOT NULL,
  file_name text NOT NULL,
  file_key text NOT NULL,
  status text CHECK (status IN ('Processing', 'Complete', 'Cancelled', 'Stop')),
  problem text,
  -- A job is at it: always while it is being processed, and after a stop until the row in hand is finished.
  is_working boolean NOT NULL DEFAULT false,
  total_rows integer NOT NULL DEFAULT 0,
  -- Which start it is; part of what mails are known by.
  run integer NOT NULL DEFAULT 0,
  started_at timestamptz,
  ended_at timestamptz,
  notified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK (tenant_id IS NOT NULL OR provider_id IS NOT NULL)
);
CREATE INDEX batches_tenant ON batches (tenant_id, created_at DESC);
CREATE INDEX batches_provider ON batches (provider_id, created_at DESC);
-- BULK-04: an owner has one batch that is being worked on.
CREATE UNIQUE INDEX batches_one_at_a_time ON batches ((coalesce('t:' || tenant_id, 'p:' || provider_id)))
  WHERE is_working;

CREATE TABLE batch_rows (
  batch_id text NOT NULL REFERENCES batches ON DELETE CASCADE,
  id text NOT NULL,
  row integer NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  tag text NOT NULL,
  created boolean NOT NULL,
  saved text NOT NULL,
  stored jsonb NOT NULL,
  state text NOT NULL,
  problem text NOT NULL,
  next text NOT NULL,
  retry boolean NOT NULL,
  PRIMARY KEY (batch_id, id)
);
CREATE INDEX batch_rows_place ON batch_rows (batch_id, row) INCLUDE (state);
