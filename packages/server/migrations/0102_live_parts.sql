-- Simulated live (decision 0140): what an occurrence plays from when on. The first part begins with it; one more begins with each
-- change of what it plays while it is on air, so that playlists number their segments on across restarts and servers.

CREATE TABLE live_parts (
  event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
  -- The day of the series that the occurrence stands for.
  date text NOT NULL,
  nth integer NOT NULL,
  begins_at timestamptz NOT NULL,
  stream_key text NOT NULL,
  -- Of the stream, the first segment that is played; and the number that it has in playlists.
  first_segment integer NOT NULL,
  sequence integer NOT NULL,
  PRIMARY KEY (event_id, date, nth)
);
