-- Decision 0141. Who watches right now: when each link asked for a playlist last. It tells nothing once half a minute has passed, so
-- it needn't outlive a crash. And which occurrences somebody was told of that they have nothing to play.

CREATE UNLOGGED TABLE live_viewers (
  event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
  viewer text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (event_id, viewer)
);

CREATE TABLE live_notices (
  event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
  date text NOT NULL,
  mailed_at timestamptz NOT NULL,
  PRIMARY KEY (event_id, date)
);
