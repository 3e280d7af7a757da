-- How far people get (decision 0131): each play knows through how many tenths of the video it went, and each day how many plays
-- went through 0, 1, 2 … 10 of them. Plays from before are taken by the length that the video has now.

ALTER TABLE playback_records ADD tenths smallint;
UPDATE playback_records r
  SET tenths = CASE WHEN completed THEN 10 ELSE least(10, floor(seconds * 10 / t.duration_second)) END
  FROM titles t WHERE t.tag = r.title_tag AND t.duration_second > 0;

ALTER TABLE playback_days ADD reached integer[] NOT NULL DEFAULT '{0,0,0,0,0,0,0,0,0,0,0}';
UPDATE playback_days d SET reached = s.reached
FROM (
  SELECT tenant_id, title_tag, (started_at AT TIME ZONE 'UTC')::date AS day, ARRAY[
    count(*) FILTER (WHERE tenths = 0)::integer,
    count(*) FILTER (WHERE tenths = 1)::integer,
    count(*) FILTER (WHERE tenths = 2)::integer,
    count(*) FILTER (WHERE tenths = 3)::integer,
    count(*) FILTER (WHERE tenths = 4)::integer,
    count(*) FILTER (WHERE tenths = 5)::integer,
    count(*) FILTER (WHERE tenths = 6)::integer,
    count(*) FILTER (WHERE tenths = 7)::integer,
    count(*) FILTER (WHERE tenths = 8)::integer,
    count(*) FILTER (WHERE tenths = 9)::integer,
    count(*) FILTER (WHERE tenths = 10)::integer] AS reached
  FROM playback_records JOIN playback_uploads USING (tracking_id)
  WHERE status = 'committed' AND repeats IS NULL AND seconds >= 1 AND tenths IS NOT NULL
  GROUP BY 1, 2, 3
) s
WHERE (d.tenant_id, d.title_tag, d.event_id, d.day) = (s.tenant_id, s.title_tag, '', s.day);
