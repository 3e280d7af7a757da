-- Acts on many titles, each with a result of its own (decision 0045).

CREATE TABLE title_jobs (
  job_id text PRIMARY KEY,
  tenant_id text,
  provider_id text,
  act text NOT NULL CHECK (act IN ('publish', 'unpublish', 'delete', 'edit', 'undo')),
  edit jsonb,
  undoes text REFERENCES title_jobs,
  undoes_act text,
  status text NOT NULL CHECK (status IN ('Running', 'Done', 'Cancelled')),
  problem text NOT NULL DEFAULT '',
  client text NOT NULL,
  display_name text NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK ((act = 'undo') = (undoes IS NOT NULL)),
  CHECK ((act = 'edit') = (edit IS NOT NULL))
);
CREATE INDEX title_jobs_newest ON title_jobs (created_at DESC, job_id DESC);
CREATE INDEX title_jobs_running ON title_jobs (created_at) WHERE status = 'Running';
-- Nothing is taken back twice at a time.
CREATE UNIQUE INDEX title_jobs_undoing ON title_jobs (undoes) WHERE status = 'Running';

CREATE TABLE title_job_items (
  job_id text NOT NULL REFERENCES title_jobs ON DELETE CASCADE,
  nth integer NOT NULL,
  tag text NOT NULL,
  class_name text NOT NULL,
  outcome text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'same', 'refused', 'changed')),
  problem text NOT NULL DEFAULT '',
  -- The audit entries that the act left.
  first_entry bigint,
  last_entry bigint,
  is_undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job_id, nth)
);
CREATE INDEX title_job_items_outcome ON title_job_items (job_id, outcome, nth);
CREATE UNIQUE INDEX title_job_items_tag ON title_job_items (job_id, tag);
