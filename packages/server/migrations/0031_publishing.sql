-- Publishing channels to tenants, each tenant with a result of its own (E-12, decision 0052).

CREATE TABLE publishing_jobs (
  job_id text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('Running', 'Done', 'Stopped')),
  problem text NOT NULL DEFAULT '',
  client text NOT NULL,
  display_name text NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX publishing_jobs_running ON publishing_jobs (created_at) WHERE status = 'Running';

CREATE TABLE publishing_items (
  job_id text NOT NULL REFERENCES publishing_jobs ON DELETE CASCADE,
  nth integer NOT NULL,
  -- NULL: channels that are switched off, whose titles leave everywhere.
  tenant_id text,
  publish text[] NOT NULL,
  unpublish text[] NOT NULL,
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'refused')),
  problem text NOT NULL DEFAULT '',
  arriving integer NOT NULL DEFAULT 0,
  leaving integer NOT NULL DEFAULT 0,
  leaves jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (job_id, nth)
);
