-- What a wire date names, as core's fromWireDate reads it: without an offset it is UTC; null for what is no date.
CREATE FUNCTION kinora_instant(wire text) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  parts text[] := regexp_match(wire, '^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d(?:\.\d+)?))?(?:Z|([+-])(\d\d):(\d\d))?)?$');
  minutes text := coalesce(parts[2], '00:00');
  seconds text := left(coalesce(parts[3], '0'), 6);
  away interval;
BEGIN
  IF parts IS NULL OR parts[5] > '23' OR parts[6] > '59' OR seconds::numeric >= 60
    OR (minutes = '24:00' AND seconds::numeric > 0) THEN
    RETURN NULL;
  END IF;
  away := make_interval(hours => coalesce(parts[5], '0')::int, mins => coalesce(parts[6], '0')::int);
  RETURN ((parts[1] || ' ' || minutes)::timestamp + (seconds || ' seconds')::interval
    + CASE WHEN parts[4] = '-' THEN away ELSE -away END) AT TIME ZONE 'UTC';
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;

CREATE FUNCTION kinora_day(wire text) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (kinora_instant(wire) AT TIME ZONE 'UTC')::date;

ALTER TABLE titles
  ADD released_at timestamptz GENERATED ALWAYS AS (kinora_instant(schedule_date)) STORED,
  ADD first_day date GENERATED ALWAYS AS (kinora_day(start_date)) STORED,
  ADD last_day date GENERATED ALWAYS AS (kinora_day(end_date)) STORED;
