-- Playback data: uploads, their records and problems, and what committed records add up to (E-14, C-119).

CREATE TABLE playback_uploads (
  tracking_id text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('receiving', 'uploaded', 'committed', 'cancelled')),
  file_name text NOT NULL,
  -- SHA-256 of the content, once it is read.
  digest text,
  good integer NOT NULL DEFAULT 0,
  bad integer NOT NULL DEFAULT 0,
  -- The upload that had committed the same content before.
  repeats text,
  created_at timestamptz NOT NULL,
  created_by text,
  updated_at timestamptz NOT NULL,
  updated_by text
);
-- The same content counts once.
CREATE UNIQUE INDEX playback_uploads_counted ON playback_uploads (digest) WHERE status = 'committed' AND repeats IS NULL;
CREATE INDEX playback_uploads_receiving ON playback_uploads (updated_at) WHERE status = 'receiving';

CREATE TABLE playback_records (
  tracking_id text NOT NULL REFERENCES playback_uploads ON DELETE CASCADE,
  nth integer NOT NULL,
  tenant_id text NOT NULL,
  title_tag text,
  event_id text,
  user_id text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seconds numeric(12, 3) NOT NULL,
  completed boolean NOT NULL,
  device text,
  PRIMARY KEY (tracking_id, nth),
  CHECK (num_nonnulls(title_tag, event_id) = 1)
);

CREATE TABLE playback_problems (
  tracking_id text NOT NULL REFERENCES playback_uploads ON DELETE CASCADE,
  nth integer NOT NULL,
  line integer NOT NULL,
  path text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (tracking_id, nth)
);

CREATE TABLE playback_days (
  tenant_id text NOT NULL,
  title_tag text NOT NULL DEFAULT '',
  event_id text NOT NULL DEFAULT '',
  -- UTC (C-118).
  day date NOT NULL,
  plays integer NOT NULL,
  completed integer NOT NULL,
  seconds numeric(16, 3) NOT NULL,
  PRIMARY KEY (day, tenant_id, title_tag, event_id)
);
