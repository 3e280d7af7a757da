-- Occurrences of which it was told that they are on air, and that they have ended (HOOK-01, decision 0163).

CREATE TABLE event_airings (
  event_id text NOT NULL,
  -- The day of the series.
  date text NOT NULL,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  title text NOT NULL,
  on_air_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (event_id, date)
);
CREATE INDEX event_airings_on_air ON event_airings (event_id) WHERE ended_at IS NULL;
