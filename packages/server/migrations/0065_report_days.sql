-- What reports read of playback (C-133): plays of a second or more, and who watched. Members distinct over many days can't be
-- added up, so each day names its viewers, by numbers, which are small and quick to compare.

CREATE TABLE playback_viewers (
  viewer integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  UNIQUE (tenant_id, user_id)
);

ALTER TABLE playback_days
  ADD watched integer NOT NULL DEFAULT 0,
  ADD watched_completed integer NOT NULL DEFAULT 0,
  ADD watched_seconds numeric(16, 3) NOT NULL DEFAULT 0,
  -- Sorted.
  ADD viewers integer[] NOT NULL DEFAULT '{}';

INSERT INTO playback_viewers (tenant_id, user_id)
  SELECT DISTINCT tenant_id, user_id FROM playback_records JOIN playback_uploads USING (tracking_id)
  WHERE status = 'committed' AND repeats IS NULL AND seconds >= 1 ORDER BY 1, 2;

UPDATE playback_days d SET watched = s.watched, watched_completed = s.completed, watched_seconds = s.seconds, viewers = s.viewers
FROM (
  SELECT r.tenant_id, coalesce(title_tag, '') AS title_tag, coalesce(event_id, '') AS event_id,
    (started_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS watched,
    count(*) FILTER (WHERE completed)::integer AS completed, sum(seconds) AS seconds,
    array_agg(DISTINCT viewer) AS viewers
  FROM playback_records r JOIN playback_uploads USING (tracking_id) JOIN playback_viewers v USING (tenant_id, user_id)
  WHERE status = 'committed' AND repeats IS NULL AND seconds >= 1
  GROUP BY 1, 2, 3, 4
) s
WHERE (d.tenant_id, d.title_tag, d.event_id, d.day) = (s.tenant_id, s.title_tag, s.event_id, s.day);

-- Reports go on from title to title of a tenant, or from tenant to tenant of a title.
CREATE INDEX playback_days_by_tenant ON playback_days (tenant_id, title_tag, day) WHERE title_tag <> '';
CREATE INDEX playback_days_by_title ON playback_days (title_tag, tenant_id, day) WHERE title_tag <> '';
