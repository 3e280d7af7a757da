-- What happened, as others are told of it (HOOK-01, decision 0156).

CREATE TABLE event_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- Both are given right after the commit, by one at a time.
  position bigint UNIQUE,
  number bigint,
  at timestamptz NOT NULL,
  type text NOT NULL,
  tenant_id text,
  provider_id text,
  subject text NOT NULL,
  name text,
  version integer,
  details jsonb NOT NULL,
  actor jsonb
);
CREATE INDEX event_log_new ON event_log (id) WHERE position IS NULL;
CREATE INDEX event_log_tenant ON event_log (tenant_id, position);
CREATE INDEX event_log_provider ON event_log (provider_id, position);
CREATE INDEX event_log_at ON event_log (at);

-- The last number of each owner; that of all events under the name “all”.
CREATE TABLE event_numbers (
  owner text PRIMARY KEY,
  last bigint NOT NULL
);
