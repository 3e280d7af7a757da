-- What was sent to a live event outlives it until it is a title (LIVE-06, decision 0148).

ALTER TABLE broadcast_sendings
  ADD COLUMN tenant_id text,
  ADD COLUMN title text,
  ADD COLUMN created_by text,
  DROP CONSTRAINT broadcast_sendings_event_id_fkey;
UPDATE broadcast_sendings s SET tenant_id = e.tenant_id, title = e.title, created_by = e.created_by
  FROM events e WHERE e.event_id = s.event_id;
ALTER TABLE broadcast_sendings
  ALTER COLUMN tenant_id SET NOT NULL,
  ALTER COLUMN title SET NOT NULL;
ALTER TABLE broadcast_segments DROP CONSTRAINT broadcast_segments_event_id_fkey;
