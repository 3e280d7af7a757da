-- Platform live (LIVE-06, decision 0147): what senders sent, in connections, and what players are given of it, in segments.

CREATE TABLE broadcast_sendings (
  event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
  -- The day of the series that the occurrence stands for.
  date text NOT NULL,
  nth integer NOT NULL,
  -- When the occurrence ends, as it was known last: what was recorded becomes a title after it.
  ends_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  width integer,
  height integer,
  fps integer,
  heights integer[] NOT NULL DEFAULT '{}',
  -- Bits per second of the last seconds; frames that the encoder had to leave out; bytes that are recorded.
  bitrate integer NOT NULL DEFAULT 0,
  dropped integer NOT NULL DEFAULT 0,
  recorded bigint NOT NULL DEFAULT 0,
  -- Key of the text that says what went wrong.
  problem text,
  -- The title that it became, named before the work on it begins, and when that was done.
  title_tag text,
  recorded_at timestamptz,
  PRIMARY KEY (event_id, date, nth)
);
CREATE INDEX broadcast_sendings_open ON broadcast_sendings (ends_at) WHERE recorded_at IS NULL;

CREATE TABLE broadcast_segments (
  event_id text NOT NULL REFERENCES events ON DELETE CASCADE,
  date text NOT NULL,
  sequence integer NOT NULL,
  -- Grows with each break of the stream: a sender that comes or goes, a slate that begins again.
  break integer NOT NULL,
  begins_at timestamptz NOT NULL,
  -- Milliseconds.
  duration integer NOT NULL,
  -- Where its renditions lie, and its name in each of them.
  folder text NOT NULL,
  file text NOT NULL,
  PRIMARY KEY (event_id, date, sequence)
);
